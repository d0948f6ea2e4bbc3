/** Names under which secrets are kept, as data: of properties, options and variables. */

/** Words for a secret, as a regular expression's source. */
export const SECRET_WORD = String.raw`(?:pass(?:wd|word|phrase|code)?|pwd|secret|token|api[_-]?key|access[_-]?key|account[_-]?key|private[_-]?key|secret[_-]?key|encryption[_-]?key|signing[_-]?key|master[_-]?key|credentials?|connection[_-]?string|session[_-]?(?:id|key)|auth[_-]?(?:key|code)|webhook[_-]?url)`;

/** The whole of a property name: `client_secret`, `DB_PASSWORD`, `x-api-key`, `githubToken`. */
export const SECRET_NAME = new RegExp(
  String.raw`(?:^|[_.\-]|[a-z](?=[A-Z]))${SECRET_WORD}(?:[_-]?(?:value|hash|data|\d{1,3}))?$`,
  "i",
);

/** Endings that only variables of the environment have: keys, personal access tokens, addresses with a password in them. */
const SECRET_VARIABLE =
  /(?:^|_)(?:KEY|PAT|DSN|AUTH|AUTHTOKEN|CREDS?|JWT|COOKIE|PASS|TOKENS|SECRETS|PASSWORDS)$|(?:TOKEN|SECRET|PASSWORD|_KEY)_[A-Z0-9]{1,12}$|(?:^|_)(?:DATABASE|DB|POSTGRES(?:QL)?|PG|MYSQL|MARIADB|MONGO(?:DB)?|REDIS|AMQP|RABBITMQ|BROKER|CELERY_BROKER|SMTP|MAILER)_UR[LI]$/;

/** Words that look like such an ending and hold nothing secret; the working directory is one of them. */
const PLAIN_VARIABLE =
  /^(?:OLD)?PWD$|(?:^|_)(?:PUBLIC|PRIMARY|SORT|FOREIGN|CACHE|HOT)_KEY$|(?:^|_)SESSION_ID$|(?:KEY|TOKEN|SECRET|PASSWORD)_(?:NAME|ID|PATH|FILE|DIR|URL|TYPE|COUNT|LIMIT|LENGTH|EXPIRY)$/;

/** Whether a variable of the environment is likely to hold a secret. */
export function isSecretVariable(name: string): boolean {
  return (SECRET_NAME.test(name) || SECRET_VARIABLE.test(name)) && !PLAIN_VARIABLE.test(name);
}
