import type { Command, Family } from "./schema.ts";

const CURL = `-a|--append -A|--user-agent=t --[no-]anyauth --basic --digest --negotiate --ntlm --ntlm-wb -u|--user=t --oauth2-bearer=t --aws-sigv4=t --delegation=t --proto=t --proto-default=t!network --proto-redir=t -b|--cookie=t -c|--cookie-jar=w!write -j|--junk-session-cookies -C|--continue-at=t
  --cacert=r --capath=r -E|--cert=r --cert-type=t --cert-status --ciphers=t --curves=t --key=r --key-type=t --pass=t --pinnedpubkey=t --crlfile=r --tls-max=t --tls13-ciphers=t -1|--tlsv1 --tlsv1.0 --tlsv1.1 --tlsv1.2 --tlsv1.3 -2 -3 -k|--insecure --ssl --ssl-reqd --ssl-allow-beast --ssl-no-revoke --sessionid --no-sessionid --false-start --ca-native
  --compressed --compressed-ssh -K|--config=p --connect-timeout=t --connect-to=t --resolve=t --interface=t --local-port=t --dns-servers=t!network --dns-interface=t --dns-ipv4-addr=t --dns-ipv6-addr=t --doh-url=u!network --create-dirs!write --create-file-mode=t --crlf
  -d|--data-ascii|--data=t!network --data-binary=t!network --data-raw=t!network --data-urlencode=t!network --json=t!network -F|--form=t!network --form-string=t!network --form-escape --url-query=t -G|--get -X|--request=t!network --request-target=t -T|--upload-file=r!network -I|--head
  -D|--dump-header=w!write -o|--output=w!write --output-dir=w!write -O|--remote-name!write --remote-name-all!write -J|--remote-header-name!write -R|--remote-time --no-clobber --etag-save=w!write --etag-compare=r --hsts=w!write --alt-svc=w!write --trace=w!write --trace-ascii=w!write --trace-time --trace-ids --trace-config=t --libcurl=w!write --stderr=w!write --xattr
  -e|--referer=t --expect100-timeout=t -f|--fail --fail-early --fail-with-body -L|--location --location-trusted!network --max-redirs=n --post301 --post302 --post303 -g|--globoff -H|--header=t --proxy-header=t -i|--show-headers|--include --happy-eyeballs-timeout-ms=n --haproxy-protocol --haproxy-clientip=t -0|--http1.0 --http1.1 --http2 --http2-prior-knowledge --http3 --http3-only --http0.9
  --ignore-content-length -4|--ipv4 -6|--ipv6 --keepalive-time=n --keepalive --no-keepalive --limit-rate=t -l|--list-only -m|--max-time=t --max-filesize=t --metalink --mail-auth=t --mail-from=t!network --mail-rcpt=t!network -n|--netrc!secret --netrc-file=r!secret --netrc-optional!secret -:|--next -N|--no-buffer --noproxy=t -Z|--parallel --parallel-max=n --parallel-immediate --path-as-is
  -#|--progress-bar --no-progress-meter -x|--proxy=u --proxy-user=t -U=t --proxy1.0=u --socks4=u --socks4a=u --socks5=u --socks5-hostname=u --preproxy=u -p|--proxytunnel --proxy-insecure --proxy-cacert=r -q|--disable -Q|--quote=t!network -r|--range=t --rate=t --raw --retry=n --retry-all-errors --retry-connrefused --retry-delay=n --retry-max-time=n
  -s|--silent --no-silent -S|--show-error --no-show-error --suppress-connect-headers --tcp-fastopen --tcp-nodelay --tftp-blksize=n --tftp-no-options --tr-encoding -Y|--speed-limit=n -y|--speed-time=n --unix-socket=r!privilege --abstract-unix-socket=t!privilege --url=u --use-ascii -B -v|--verbose --no-verbose -w|--write-out=t --engine=t!execute --variable=t --expand-*=t!unknown
  -t|--telnet-option=t -z|--time-cond=t -P|--ftp-port=t --ftp-pasv --ftp-create-dirs!network --disable-epsv --disable-eprt --krb=t --service-name=t --pubkey=r --hostpubmd5=t --hostpubsha256=t`;

const WGET = `-b|--background -e|--execute=p -o|--output-file=w!write -a|--append-output=w!write -d|--debug -q|--quiet -v|--verbose -nv|--no-verbose --report-speed[=t] -i|--input-file=r -F|--force-html -B|--base=u --config=p --no-config --rejected-log=w!write --bind-address=t -t|--tries=n --retry-connrefused --retry-on-http-error=t -O|--output-document=w
  -nc|--no-clobber --no-netrc -c|--continue --start-pos=t --progress=t --show-progress -N|--timestamping --no-if-modified-since --no-use-server-timestamps -S|--server-response --spider -T|--timeout=t --dns-timeout=t --connect-timeout=t --read-timeout=t -w|--wait=t --waitretry=t --random-wait --no-proxy -Q|--quota=t --limit-rate=t --no-dns-cache
  --restrict-file-names[=t] --ignore-case -4|--inet4-only -6|--inet6-only --prefer-family=t --user=t --password=t --ask-password --use-askpass=x --no-iri -nd|--no-directories -x|--force-directories -nH|--no-host-directories --protocol-directories -P|--directory-prefix=w --cut-dirs=n --default-page=t -E|--adjust-extension --http-user=t --http-password=t --no-cache
  --no-cookies --load-cookies=r --save-cookies=w!write --keep-session-cookies --ignore-length --header=t --compression=t --max-redirect=n --proxy-user=t --proxy-password=t --referer=t --save-headers -U|--user-agent=t --no-http-keep-alive --method=t!network --body-data=t!network --body-file=r!network --post-data=t!network --post-file=r!network --content-disposition --content-on-error --trust-server-names
  --auth-no-challenge --secure-protocol=t --https-only --no-check-certificate --certificate=r --private-key=r --ca-certificate=r --ca-directory=r --crl-file=r --no-hsts --hsts-file=w!write --ftp-user=t --ftp-password=t --no-remove-listing --no-glob --no-passive-ftp -r|--recursive -l|--level=n --delete-after!destructive -k|--convert-links -K|--backup-converted
  -m|--mirror -p|--page-requisites --strict-comments -A|--accept=t -R|--reject=t --accept-regex=t --reject-regex=t -D|--domains=t --exclude-domains=t --follow-ftp -H|--span-hosts!network -L|--relative -I|--include-directories=t -X|--exclude-directories=t -np|--no-parent --warc-file=w!write --warc-dedup=r --warc-header=t`;

const DIG = `-4 -6 -b=t -c=t -f=r!network -k=r -m -p=n -q=t -r -t=t -u -x=t -y=t +*`;

const SSH = `-4 -6 -A -a -B=t -b=t -C -c=t -D=t!network -E=w!write -e=t -F=p -f -G -g -I=p -i=r -J=t -K -k -L=t!network -l=t -M -m=t -N -n -O=t -o=p -P=t -p=n -Q=t -q -R=t!network -S=t -s -T -t -v -vv -vvv -W=t!network -w=t!privilege -X -x -Y -y`;

const asks = { class: "network", operands: "h*" } as const satisfies Command;

/** What speaks to other machines. */
export const network: Family = {
  curl() {
    return {
      source: "curl 8.13 manual page",
      class: "network",
      language: "curl",
      info: "-h --help -V --version -M --manual",
      options: CURL,
      operands: "u*",
      style: "gnu",
    };
  },
  "wget wget2"() {
    return {
      source: "wget 1.25 manual",
      class: "network",
      language: "wget",
      info: "-h --help -V --version",
      options: WGET,
      operands: "u*",
    };
  },
  "http https xh xhs"() {
    return {
      source: "httpie 3.2 manual",
      class: "network",
      language: "httpie",
      style: "exact-long",
      info: "--help --version",
      options:
        "-j|--json -f|--form -b|--body -h|--headers -v|--verbose -p|--print=t -q|--quiet -F|--follow -a|--auth=t -A|--auth-type=t --pretty=t -s|--style=t --check-status -I|--ignore-stdin --timeout=t --verify=t --offline -o|--output=w!write -d|--download!write --session=t!write -m --meta",
      operands: "t*",
    };
  },
  "aria2c axel yt-dlp youtube-dl lftp ncftp websocat"() {
    return { source: "the tools' own help", class: "unknown", info: "-h --help --version" };
  },
  "grpcurl wscat"() {
    return {
      source: "grpcurl 1.9 help",
      class: "network",
      style: "single-dash",
      info: "-help --help -version --version -V -h",
      options:
        "-plaintext -insecure -d=t -H=t -proto=r -import-path=r -max-time=t -v -vv -format=t -authority=t -c=t -x=t -t",
      operands: "t*",
    };
  },
  "ping ping6"() {
    return {
      source: "iputils 20240905 manual page",
      ...asks,
      info: "-h --help -V",
      options:
        "-4 -6 -a -A -B -c=n -C -d -D -e=t -f -F=t -H -i=t -I=t -l=n -L -m=t -M=t -n -O -p=t -q -Q=t -r -R -s=n -S=n -t=n -T=t -U -v -w=n -W=t",
    };
  },
  "traceroute tracepath mtr"() {
    return {
      source: "traceroute 2.1 manual page",
      ...asks,
      info: "-h --help -V --version",
      options:
        "-4 -6 -d -F -f=n -g=t -I -i=t -m=n -M=t -N=n -n -b -p=n -T -U -w=t -q=n -r -s=t -e -A -c=n --report -z -l=n -C --csv -j --json --no-dns",
    };
  },
  "dig kdig delv"() {
    return {
      source: "BIND 9.20 manual pages",
      class: "network",
      style: "exact-long",
      info: "-h -v --help --version",
      options: DIG,
      operands: "h*",
    };
  },
  nslookup() {
    return {
      source: "BIND 9.20 manual pages",
      class: "network",
      style: "single-dash",
      info: "-version",
      options: "-type=t -query=t -class=t -debug -nodebug -d2 -recurse -port=n -retry=n -timeout=n -vc",
      operands: "h*",
    };
  },
  host() {
    return {
      source: "BIND 9.20 manual pages",
      ...asks,
      info: "-h --help -V",
      options: "-4 -6 -A -a -C -c=t -d -i -l -m=t -N=n -p=n -r -R=n -s -T -U -t=t -v -w -W=n",
    };
  },
  whois() {
    return {
      source: "whois 5.5 manual page",
      ...asks,
      info: "--help --version",
      options:
        "-h|--host=h -p|--port=n -I -H -a -b -B -c -d -G -i=t -K -l -L -m -M -q=t -r -R -s=t -t=t -T=t -v=t -x -Q",
    };
  },
  ncat() {
    return {
      source: "ncat 7.95 manual page",
      class: "network",
      info: "-h --help --version",
      options:
        "-4 -6 -C|--crlf -c|--sh-exec=x -e|--exec=x --lua-exec=s -d|--delay=t -g=h -G=n -i|--idle-timeout=t -k|--keep-open -l|--listen!network -m|--max-conns=n -n|--nodns -o|--output=w!write -x|--hex-dump=w!write --append-output -p|--source-port=n -q=t -s|--source=h -t|--telnet -u|--udp -U|--unixsock!privilege -v|--verbose -vv -w|--wait=t -z --send-only --recv-only --no-shutdown --ssl --ssl-verify --ssl-cert=r --ssl-key=r --ssl-trustfile=r --ssl-ciphers=t --ssl-servername=t --ssl-alpn=t --proxy=h!network --proxy-type=t --proxy-auth=t",
      operands: "h t*",
      forms: [{ if: "--listen", operands: "t*" }],
    };
  },
  "nc netcat nc.openbsd nc.traditional"() {
    return {
      source: "netcat-openbsd 1.228 manual page",
      class: "network",
      info: "-h --help --version",
      options:
        "-4 -6 -b -C -c=x -D -d -e=x -F -g=t -G=n -h -I=n -i=n -k -l!network -M=n -m=n -N -n -O=n -o=w!write -P=t -p=n -q=n -r -S -s=t -T=t -t -U!privilege -u -V=t -v -vv -W=n -w=n -X=t -x=t -Z -z",
      operands: "h t*",
      forms: [{ if: "-l", operands: "t*" }],
    };
  },
  socat() {
    return {
      source: "socat 1.8 manual page",
      class: "execute",
      style: "posix",
      options: "-*",
      operands: "t*",
      exact: "launcher",
      info: "-h -V",
    };
  },
  telnet() {
    return {
      source: "netkit-telnet 0.17 manual page",
      class: "network",
      options: "-4 -6 -8 -E -K -L -a -d -r -x -b=h -e=t -k=t -l=t -n=w!write -S=t -X=t",
      operands: "h t?",
    };
  },
  "ftp tftp"() {
    return {
      source: "inetutils 2.6 manual",
      // A line of what it is told that begins with `!` is one for the shell.
      class: "unknown",
      options: "-4 -6 -d -g -i -n -p -v",
      operands: "h t*",
    };
  },
  ssh() {
    return {
      source: "OpenSSH 9.9 manual page",
      class: "execute",
      style: "posix",
      info: "-V",
      options: SSH,
      operands: "h x*",
      exact: "launcher",
      does: "runs a command on another machine",
      forms: [
        // It prints what it would do, and connects nowhere.
        { if: "-G", class: "read", exact: null, operands: "t", does: null },
        { if: "-Q", class: "read", exact: null, operands: "", does: null },
      ],
    };
  },
  scp() {
    return {
      source: "OpenSSH 9.9 manual page",
      class: "network",
      options: "-3 -4 -6 -A -B -C -c=t -D=x -F=p -i=r -J=t -l=n -O -o=p -P=n -p -q -R -r+deep -S=x -s -T -v -X=t",
      operands: "t*",
      language: "scp",
    };
  },
  sftp() {
    return {
      source: "OpenSSH 9.9 manual page",
      class: "network",
      options: "-4 -6 -A -a -B=n -b=s -C -c=t -D=x -F=p -f -i=r -J=t -l=n -N -o=p -P=n -p -q -R=n -r -S=x -s=t -v -X=t",
      operands: "h",
    };
  },
  "ssh-keygen"() {
    return {
      source: "OpenSSH 9.9 manual page",
      class: "write",
      options:
        "-l -v -E=t -f=r -F=t -H -B -t=t -b=n -N=t -C=t -q -y!secret -p -P=t -R=t!write -L -i -e -m=t -a=n -Z=t -r=t -Y=t -O=t -s=r -n=t -I=t -V=t -D=p -w=p -K -A",
      operands: "r*",
      // Signing, and what makes or changes keys, goes before telling of one.
      forms: [{ if: "-s -Y -A -K -H -R -p -w" }, { if: "-l -L -F", class: "read" }],
    };
  },
  "ssh-add"() {
    return {
      source: "OpenSSH 9.9 manual page",
      class: "write",
      options: "-l -L -c -D -d -E=t -k -q -t=t -T=r -v -X -x -e=p -s=p -K -H=r -h=t",
      operands: "r*",
      forms: [
        { if: "-e -s -D -d -x -X -K", class: "write" },
        { if: "-l -L", class: "read" },
      ],
    };
  },
  "ssh-keyscan"() {
    return { source: "OpenSSH 9.9 manual page", ...asks, options: "-4 -6 -c -D -H -q -v -f=r -O=t -p=n -T=n -t=t" };
  },
  "ssh-copy-id mosh autossh"() {
    return { source: "OpenSSH 9.9, mosh 1.4 manual pages", class: "unknown", operands: "h t*" };
  },
  "ssh-agent sshd"() {
    return { source: "OpenSSH 9.9 manual pages", class: "unknown" };
  },
  "nmap masscan tcpdump tshark ngrep iperf iperf3"() {
    return { source: "the tools' own help", class: "unknown", info: "-h --help -V --version" };
  },
  "prometheus promtool k6 ab wrk hey siege vegeta locust"() {
    return { source: "the tools' own help", class: "unknown", info: "-h --help --help-long --help-man -V --version" };
  },
};
