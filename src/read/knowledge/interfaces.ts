import type { Command, Family } from "./schema.ts";

const IP_LIST = { class: "read", operands: "t*" } as const satisfies Command;

const IP_SET = {
  class: "privilege",
  operands: "t*",
  exact: "destructive",
  does: "changes the network of this machine",
} as const satisfies Command;

const SETS = "add del delete set change replace flush append save restore up down exec attach";

const ipObject: Command = {
  class: "read",
  style: "none",
  subs: { "show list lst sh get ls": IP_LIST, [SETS]: IP_SET },
};

/** `ip a s` shows, while `ip link s` sets: to each object the first of its acts that begins so. */
const ipShown: Command = {
  ...ipObject,
  subs: { "show list lst sh s get ls": IP_LIST, [SETS]: IP_SET },
};

/** The network of this machine, and its keys. */
export const interfaces: Family = {
  ip() {
    return {
      source: "iproute2 6.14 manual pages",
      globals:
        "-4 -6 -b|-batch=s -s|-stats|-statistics -d|-details -h|-human -o|-oneline -r|-resolve -f|-family=t -j|-json -p|-pretty -c|-color[=t] -c* -human-readable -br|-brief -a|-all -t|-timestamp -n|-netns=t!privilege -ts|-tshort -iec -N|-Numeric -0 -B -M -rc=t",
      style: "single-dash",
      info: "-V -Version -help",
      subs: {
        "address addr a route r ro rule ru neighbour neighbor neigh n": ipShown,
        "link l maddress maddr mroute tunnel tuntap tcp_metrics token ntable xfrm nexthop macsec vrf sr netconf l2tp fou ila mptcp addrlabel stats st tunt":
          ipObject,
        netns: {
          class: "read",
          subs: {
            "list identify pids list-id": IP_LIST,
            "add delete set attach monitor": IP_SET,
            exec: { class: "privilege", style: "none", operands: "t a", exact: "launcher" },
          },
        },
        monitor: IP_LIST,
        help: IP_LIST,
      },
    };
  },
  ifconfig() {
    return {
      source: "net-tools 2.10 manual page",
      class: "read",
      options: "-a -s -v -l -L -m -u",
      operands: "t?",
      forms: [
        {
          if: "2+",
          class: "privilege",
          operands: "t*",
          exact: "destructive",
          does: "changes the network of this machine",
        },
      ],
    };
  },
  arp() {
    return {
      source: "net-tools 2.10 manual page",
      class: "read",
      options: "-a -e -v|--verbose -n|--numeric -l -i|--device=t -H|--hw-type=t",
      operands: "t?",
    };
  },
  route() {
    return {
      source: "net-tools 2.10 manual page; macOS manual page",
      class: "read",
      options: "-v|--verbose -n|--numeric -e|--extend -ee -4 -6 -F -C -A=t",
      operands: "",
      forms: [{ if: "=get", operands: "t*" }],
    };
  },
  ethtool() {
    return {
      source: "ethtool 6.14 manual page",
      class: "read",
      style: "posix",
      info: "-h --help --version",
      options:
        "-i|--driver -S|--statistics -k|--show-features|--show-offload -a|--show-pause -c|--show-coalesce -g|--show-ring -l|--show-channels -T|--show-time-stamping -P|--show-permaddr -m|--module-info --show-eee --show-fec --json -d|--register-dump -e|--eeprom-dump",
      operands: "t",
    };
  },
  "iwconfig networkctl resolvectl tc"() {
    return {
      source: "the tools' own manual pages",
      info: "-h --help -V --version",
      options: "-n -a -e -v -t=t -f=t",
      subs: { "status show list help": { class: "read", style: "none", operands: "t*" } },
    };
  },
  nmcli() {
    const shows = { class: "read", operands: "t*" } as const;
    return {
      source: "NetworkManager 1.52 manual page",
      info: "-h --help -v --version",
      globals:
        "-a|--ask -c|--colors=t -e|--escape=t -f|--fields=t -g|--get-values=t -m|--mode=t -o|--overview -p|--pretty -s|--show-secrets!secret -t|--terse -w|--wait=n",
      subs: {
        "general g gen": { class: "read", subs: { "status permissions": shows } },
        "device dev d": { class: "read", subs: { "status show lldp": shows } },
        "connection con c": { class: "read", subs: { show: { ...shows, options: "--active --order=t" } } },
        help: shows,
      },
    };
  },
  iw() {
    return {
      source: "iw 6.9 manual page",
      class: "unknown",
      style: "none",
      info: "--help --version",
      forms: [
        { if: "=list =help", class: "read", operands: "t" },
        { if: "=dev&2+", class: "unknown" },
        { if: "=dev", class: "read", operands: "t" },
      ],
    };
  },
  // `wg show wg0 private-key` shows keys.
  "bridge wg"() {
    return {
      source: "the tools' own manual pages",
      info: "-h --help -V --version",
      options: "-n -a -e -v",
      subs: { "show help": { class: "read", style: "none", operands: "" } },
    };
  },
  ss() {
    return {
      source: "iproute2 6.14 manual pages",
      class: "read",
      info: "-h --help -V --version",
      options:
        "-H|--no-header -O|--oneline -n|--numeric -r|--resolve -a|--all -l|--listening -o|--options -e|--extended -m|--memory -p|--processes -T|--threads -i|--info --tos --cgroup -s|--summary -E|--events -Z|--context -z|--contexts -N|--net=t!privilege -b|--bpf -4|--ipv4 -6|--ipv6 -0|--packet -t|--tcp -M|--mptcp -S|--sctp -u|--udp -d|--dccp -w|--raw -x|--unix --tipc --vsock --xdp -f|--family=t -K|--kill!destructive -A|--query=t -D|--diag=w!write -F|--filter=r --inet-sockopt",
      operands: "t*",
    };
  },
  netstat() {
    return {
      source: "net-tools 2.10 manual page",
      class: "read",
      options:
        "-r|--route -i|--interfaces[=t] -g|--groups -s|--statistics -M|--masquerade -v|--verbose -W|--wide -n|--numeric --numeric-hosts --numeric-ports --numeric-users -A=t -e|--extend -o|--timers -p|--program -l|--listening -a|--all -F -C -Z -t|--tcp -u|--udp -w|--raw -x|--unix -4 -6 -c|--continuous -f=t -b -L -m",
    };
  },
  lsof() {
    return {
      source: "lsof 4.99 manual page",
      class: "read",
      style: "exact-long",
      info: "-h -? -v",
      options:
        "-a -b -C -d=t -D*!write -E +E -f* -F[=t] -g[=t] -i[=t] -k=r -K[=t] -l -L[=t] +L* -M -n -N -o[=t] -O -p=t -P -Q -R -r[=t] -s[=t] -S[=t] -T[=t] -t -u=t -U -V -w -W -x[=t] -X -z[=t] -Z[=t] -c=t +c* +d +D -e=r +f* +m -m=r +M +w +r*",
      operands: "r*",
    };
  },
  "iptables ip6tables iptables-save nft ufw firewall-cmd"() {
    return {
      source: "iptables 1.8 and nft 1.1 manual pages",
      separator: ";",
      class: "privilege",
      style: "exact-long",
      info: "-h --help -V --version",
      options:
        "-L|--list -S|--list-rules -n|--numeric -v|--verbose -x|--exact --line-numbers -t|--table=t -a --list-all --state --get-active-zones",
      operands: "t*",
      forms: [
        { if: "--list --list-rules --list-all --state --get-active-zones", class: "read" },
        { if: "=status =list", class: "read" },
      ],
    };
  },
  openssl() {
    return {
      source: "OpenSSL 3.5 manual pages",
      style: "single-dash",
      info: "-help --help",
      subs: {
        "version ciphers list help errstr": {
          class: "read",
          options:
            "-a -d -e -f -v -V -o -p -s -tls1_2 -tls1_3 -stdname -digest-algorithms -cipher-algorithms -public-key-algorithms -kdf-algorithms -mac-algorithms -public-key-methods -standard-commands -disabled -commands -digest-commands -cipher-commands -providers -provider=p -verbose -1 -r -psk",
          operands: "t*",
        },
        "dgst sha256 sha1 sha512 md5 sha384": {
          class: "read",
          options:
            "-sha256 -sha1 -sha512 -md5 -sha384 -c -r -hex -binary -d -out=w!write -hmac=t -verify=r -signature=r -sign=r!secret -engine=p -provider=p -list",
          operands: "r*",
        },
        "x509 req crl": {
          class: "read",
          options:
            "-in=r -inform=t -outform=t -noout -text -subject -issuer -dates -startdate -enddate -serial -fingerprint -sha256 -sha1 -modulus -pubkey -purpose -email -hash -ext=t -checkend=n -checkhost=h -nameopt=t -certopt=t -alias -subject_hash -issuer_hash -ocsp_uri -ocspid -C -verify -out=w!write -signkey=r!secret -key=r!secret -keyout=w!write -new!write -x509!write -newkey=t!write -nodes -days=n -subj=t -config=p -CA=r -CAkey=r!secret -CAcreateserial!write -extfile=r -extensions=t -engine=p -provider=p -passin=t -req -addext=t -batch -CRLfile=r -nextupdate -lastupdate",
        },
        verify: {
          class: "read",
          options:
            "-CAfile=r -CApath=r -untrusted=r -trusted=r -purpose=t -verbose -show_chain -partial_chain -crl_check -engine=p",
          operands: "r*",
        },
        asn1parse: {
          class: "read",
          options: "-in=r -inform=t -i -dump -offset=n -length=n -strparse=n -noout -out=w!write",
        },
        s_client: {
          class: "network",
          options:
            "-connect=h -servername=h -showcerts -tls1_2 -tls1_3 -starttls=t -CAfile=r -verify=n -brief -quiet -alpn=t -cert=r -key=r!secret -msg -debug -state -proxy=h -keylogfile=w!write -engine=p -status -no_ign_eof -ign_eof -nocommands -sess_out=w!write -sess_in=r -host=h -port=n",
        },
        rand: { class: "read", options: "-hex -base64 -out=w!write -engine=p -writerand=w!write", operands: "n" },
        "base64 enc": {
          class: "read",
          options:
            "-in=r -out=w!write -d -e -a -A -base64 -aes-256-cbc -k=t -K=t -iv=t -pass=t -pbkdf2 -salt -nosalt -iter=n -md=t -p -engine=p -kfile=r",
        },
        passwd: {
          class: "read",
          options: "-1 -5 -6 -apr1 -salt=t -stdin -in=r -noverify -quiet -table",
          operands: "t*",
        },
        "genrsa genpkey ecparam rsa pkey ec pkcs12 pkcs8 pkcs7 pkeyutl rsautl smime cms ca ts ocsp s_server speed dhparam dsaparam gendsa":
          { class: "unknown", reveals: true },
      },
    };
  },
  "gpg gpg2 age minisign cosign"() {
    return {
      source: "GnuPG 2.4 manual",
      class: "unknown",
      info: "-h --help --version",
      options:
        "-k|--list-keys -K|--list-secret-keys --list-sigs --check-sigs --fingerprint --verify --list-packets --keyid-format=t --with-colons --with-fingerprint --no-tty --batch -v|--verbose -q|--quiet",
      operands: "t*",
      forms: [
        {
          if: "--list-keys --list-secret-keys --list-sigs --check-sigs --fingerprint --verify --list-packets",
          class: "read",
          operands: "r*",
        },
      ],
    };
  },
};
