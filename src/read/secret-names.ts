/** Names under which secrets are kept, as data: of properties, options and variables. */

/** Words for a secret, as a regular expression's source; not in `compass` and `bypass`, and not of a page of a list. */
export const SECRET_WORD = String.raw`(?:(?<!com|by|tres|sur|over|under)pass(?:wd|word|phrase|code)?|pwd|secret|(?<!page[_-]?|continuation[_-]?|progress[_-]?)token|api[_-]?key|access[_-]?key|account[_-]?key|private[_-]?key|secret[_-]?key|encryption[_-]?key|signing[_-]?key|master[_-]?key|client[_-]?key|hmac[_-]?key|credentials?|connection[_-]?string|session[_-]?(?:id|key)|auth[_-]?(?:key|code|salt)|mnemonic|seed[_-]?phrase|(?:subscription|license|preshared|shared)[_-]?key|webhook[_-]?url)`;

/** The end of a property's name, as a source: `client_secret`, `DB_PASSWORD`, `x-api-key`, `githubToken`. */
export const SECRET_ENDING = String.raw`${SECRET_WORD}(?:[_-]?(?:value|hash|data|\d{1,3}))?`;

export const SECRET_NAME = new RegExp(`${SECRET_ENDING}$`, "i");

/** Behind a word for a secret: something about it, such as how long it is or where it lies. As a source. */
export const ABOUT_SECRET = String.raw`(?:\w{1,20}_)?(?:NAME|PATH|FILE|DIR|URL|TYPE|COUNT|LIMIT|LENGTH|SIZE|BUDGET|TTL|EXPIRY|EXPIRES(?:_IN|_AT)?|POLICY|HEADER)`;

/** Endings that only variables of the environment have: keys, personal access tokens, addresses with a password in them. */
const SECRET_VARIABLE =
  /(?:^|_)(?:KEY|PAT|DSN|AUTH|AUTHTOKEN|CREDS?|JWT|COOKIE|PASS|TOKENS|SECRETS|PASSWORDS)$|(?:TOKEN|SECRET|PASSWORD|_KEY)_[A-Z0-9]{1,12}$|(?:^|_)(?:DATABASE|DB|POSTGRES(?:QL)?|PG|MYSQL|MARIADB|MONGO(?:DB)?|REDIS|AMQP|RABBITMQ|BROKER|CELERY_BROKER|SMTP|MAILER)_UR[LI]$/;

/** Words that look like such an ending and hold nothing secret; the working directory is one of them. */
const PLAIN_VARIABLE = new RegExp(
  String.raw`^(?:OLD)?PWD$|(?:^|_)(?:PUBLIC|PRIMARY|SORT|FOREIGN|CACHE|HOT)_KEY$|(?:^|_)SESSION_ID$|(?:^|_)(?:MAX|MIN|NUM|TOTAL)_(?:[A-Z]+_)?TOKENS$|(?:KEY|TOKEN|SECRET|PASSWORD)_(?:ID|${ABOUT_SECRET})$`,
);

/** Whether a variable of the environment is likely to hold a secret. */
export function isSecretVariable(name: string): boolean {
  return (SECRET_NAME.test(name) || SECRET_VARIABLE.test(name)) && !PLAIN_VARIABLE.test(name);
}
