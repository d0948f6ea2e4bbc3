// Longer than most: option lists of the many small programs of one system.
import type { Command, Family } from "./schema.ts";

const source = "macOS 15 manual pages";
const read = { class: "read", operands: "r*" } as const satisfies Command;
const words = { class: "read", operands: "t*" } as const satisfies Command;
const change = { class: "privilege", operands: "t*" } as const satisfies Command;

/** What only macOS has. */
export const macos: Family = {
  "sw_vers system_profiler ioreg vm_stat nettop fs_usage"() {
    return {
      source,
      class: "read",
      style: "single-dash",
      options:
        "-productName -productVersion -buildVersion -json -xml -detailLevel=t -listDataTypes -timeout=n -l -a -w=n -c=t -r -n=t -L -h -t -D -x -p=t -s -i -d=n",
      operands: "t*",
    };
  },
  mdls() {
    return { source, ...read, style: "single-dash", options: "-name=t -raw -nullMarker=t -plist=w!write" };
  },
  "mdimport mdutil"() {
    return {
      source,
      class: "write",
      style: "single-dash",
      options: "-t -d* -A -X -L -i=r -r=p -p -s -a -v",
      operands: "r*",
      forms: [{ if: "-i -r -p" }, { if: "-t -A -X -L -s", class: "read" }],
    };
  },
  plutil() {
    return {
      source,
      class: "write",
      style: "single-dash",
      options:
        "-lint -p -s -help -o=w -e=t -r -n -extract=tt -type=t -insert=t -replace=t -remove=t -convert=t -create=t -expect=t",
      operands: "e*",
      forms: [
        { if: "-insert -replace -remove -create" },
        { if: "-o=-&-extract -o=-&-convert", class: "read", operands: "r*" },
        { if: "-extract -convert" },
        { if: "-lint -p -type", class: "read", operands: "t? r*" },
      ],
    };
  },
  "otool lipo dyldinfo vtool"() {
    return {
      source,
      class: "read",
      style: "single-dash",
      options:
        "-L -l -h -t -d -D -f -a -o -r -v -V -X -arch=t -info -archs -detailed_info -verify_arch -s=t -thin=t!write -create!write -output=w!write -remove=t!write -extract=t!write -replace=t!write -show -show-build",
      operands: "r*",
      forms: [{ if: "-verify_arch -archs -info", operands: "r t*" }],
    };
  },
  atos() {
    return {
      source,
      class: "read",
      style: "single-dash",
      info: "-h -help --help",
      options: "-v -arch=t -o=r -l=t -p=t -f=r -fullPath -d=t -i -s=t -textExecAddress=t",
      operands: "t*",
    };
  },
  // Their reports go to a file, of their own choice where none is named.
  "sample spindump"() {
    return {
      source,
      class: "write",
      style: "single-dash",
      info: "-h -help --help",
      options: "-o=w -file=w -f=w -i=r -mayDie -wait -fullPaths -e",
      operands: "t*",
    };
  },
  "symbols heap leaks vmmap"() {
    return {
      source,
      class: "read",
      style: "single-dash",
      info: "-h -help --help",
      options:
        "-v -uuid=t -arch=t -noHeaders -noSources -fullSourcePath -noTextInSOD -lookup=t -w -o=w!write -wait -fullPaths -e -file=w!write -f=w!write -summary -interleaved",
      operands: "t*",
    };
  },
  defaults() {
    return {
      source,
      style: "single-dash",
      globals: "-currentHost -host=t",
      info: "",
      subs: {
        "read read-type domains find help": words,
        "write rename import delete delete-all": { class: "write", options: "-*", operands: "t*" },
        export: { class: "write", operands: "t w", forms: [{ if: "~-", class: "read" }] },
      },
    };
  },
  codesign() {
    return {
      source,
      class: "write",
      info: "--help",
      style: "gnu",
      options:
        "-d|--display -v|--verify -h --deep --strict[=t] --entitlements=t --requirements=t -r=t --check-notarization --extract-certificates[=w]!write -s|--sign=t -f|--force -R=t --verbose[=n] -o=t --options=t --timestamp[=t] --file-list=w!write --remove-signature!write --xml --all-architectures",
      operands: "e*",
      forms: [
        { if: "--sign --remove-signature", class: "write" },
        { if: "--entitlements=- --display&-v", class: "read", operands: "r*" },
        { if: "--entitlements --requirements -r", class: "write" },
        { if: "--display --verify -h", class: "read", operands: "r*" },
      ],
    };
  },
  spctl() {
    return {
      source,
      class: "privilege",
      options:
        "-a|--assess -v|--verbose -t|--type=t --status --list --ignore-cache --no-cache --raw --continue --disable-status",
      operands: "r*",
      forms: [{ if: "--assess --status --list --disable-status", class: "read" }],
    };
  },
  "csrutil nvram"() {
    return {
      source,
      class: "privilege",
      style: "none",
      operands: "t*",
      forms: [{ if: "=status =-p =-xp", class: "read" }],
    };
  },
  pmset() {
    return {
      source,
      class: "privilege",
      style: "single-dash",
      options: "-g -a -b -c -u",
      operands: "t*",
      forms: [{ if: "-a -b -c -u" }, { if: "-g", class: "read" }],
    };
  },
  scutil() {
    return {
      source,
      class: "privilege",
      style: "exact-long",
      options: "--get=t --dns --proxy --nwi -r=h -w=t -t=n -W --nc=t --set=t",
      operands: "t*",
      forms: [
        { if: "--set --nc", class: "privilege" },
        { if: "--get --dns --proxy --nwi -r -w", class: "read" },
      ],
    };
  },
  networksetup() {
    return {
      source,
      class: "privilege",
      style: "single-dash",
      info: "-help -version -printcommands",
      options:
        "-list* -get* -show* -is* -set*!privilege -create*!privilege -remove*!privilege -delete*!privilege -add*!privilege -connect*!privilege -switch*!privilege -order*!privilege -import*!privilege -detect*!privilege",
      operands: "t*",
      forms: [
        {
          if: "-getinfo -getcomputername -listallnetworkservices -listallhardwareports -listnetworkserviceorder -listlocations -listpreferredwirelessnetworks -listvalidMTUrange -listvalidmedia -listVLANs -listdevicesthatsupportVLAN -listpppoeservices -listbonds -listBonds -getmacaddress -getadditionalroutes -getv6additionalroutes -getdnsservers -getsearchdomains -getwebproxy -getsecurewebproxy -getftpproxy -getstreamingproxy -getgopherproxy -getsocksfirewallproxy -getproxybypassdomains -getproxyautodiscovery -getautoproxyurl -getairportnetwork -getairportpower -getMTU -getmedia -getcurrentlocation -getnetworkserviceenabled -getpassiveftp -get6to4automatic -showpppoestatus -showBondStatus -isBondSupported",
          class: "read",
        },
      ],
    };
  },
  tmutil() {
    return {
      source,
      info: "",
      subs: {
        "help version destinationinfo isexcluded latestbackup listbackups listlocalsnapshots listlocalsnapshotdates machinedirectory uniquesize verifychecksums compare calculatedrift status currentphase":
          { ...words, style: "single-dash", options: "-X -a -m -n -s -t -E -D=n -I=t -d=t -@ -e -f -g -l -u" },
        "delete deletelocalsnapshots disable enable setdestination startbackup stopbackup restore addexclusion removeexclusion inheritbackup associatedisk removedestination localsnapshot setquota thinlocalsnapshots":
          change,
      },
    };
  },
  hdiutil() {
    return {
      source,
      style: "single-dash",
      info: "",
      subs: {
        "help info verify checksum imageinfo isencrypted plugins pmap hfsanalyze": {
          ...read,
          options:
            "-plist -verbose -quiet -debug -type=t -format=t -checksum -simple -standard -complete -srcimagekey=t",
        },
        "attach mount detach eject create convert burn resize compact erasekeys makehybrid segment unflatten flatten udifrez udifderez internet-enable chpass unmount mountvol":
          { class: "privilege", options: "-*", operands: "t*" },
      },
    };
  },
  diskutil() {
    return {
      source,
      style: "single-dash",
      info: "",
      subs: {
        "list info information activity listFilesystems listfilesystems": { ...words, options: "-plist -all" },
        "apfs coreStorage cs appleRAID ar": {
          subs: {
            "list listUsers listCryptoUsers listSnapshots listVolumeGroups info": { ...words, options: "-plist" },
          },
        },
        "mount unmount mountDisk unmountDisk eject rename enableJournal disableJournal enableOwnership disableOwnership repairPermissions verifyVolume verifyDisk verifyPermissions":
          { ...change, options: "-mountPoint=w" },
        "eraseDisk eraseVolume reformat eraseOptical zeroDisk randomDisk secureErase partitionDisk resizeVolume splitPartition mergePartitions addPartition repairVolume repairDisk":
          { class: "destructive", operands: "t*", exact: "destructive", does: "erases or changes a disk" },
      },
    };
  },
  dscl() {
    return {
      source,
      class: "privilege",
      style: "single-dash",
      options:
        "-raw -plist -url -q -f=r -p -u=t -P=t -read -search -diff -list -readall -readpl -readpli -create -delete -append -merge -change -passwd",
      operands: "t*",
      forms: [
        {
          if: "-create -delete -append -merge -change -passwd ~create ~delete ~append ~merge ~change ~passwd",
          class: "privilege",
        },
        { if: "-read -search -diff -list -readall -readpl -readpli ~read ~search ~list ~readall", class: "read" },
      ],
    };
  },
  profiles() {
    return {
      source,
      style: "single-dash",
      info: "-h -help -V",
      subs: {
        "help status list show validate version": {
          ...words,
          options: "-type=t -all -verbose -path=r -user=t -output=w!write -o=w!write -cached",
        },
        "install remove renew sync": change,
      },
    };
  },
  pkgutil() {
    return {
      source,
      class: "privilege",
      info: "-h --help",
      options:
        "--packages --pkgs[=t] --pkgs-plist --files=t --only-files --only-dirs --pkg-info=t --pkg-info-plist=t --pkg-groups=t --groups --groups-plist --group-pkgs=t --file-info=r --file-info-plist=r --check-signature=r --payload-files=r --export-plist=t --regexp --volume=r --bom=r --lsbom=t -v|--verbose -f|--force --forget=t --learn=r --expand=r --flatten=r --expand-full=r",
      operands: "t*",
      forms: [
        { if: "--forget --learn --expand --flatten --expand-full", class: "privilege" },
        {
          if: "--packages --pkgs --pkgs-plist --files --pkg-info --pkg-info-plist --pkg-groups --groups --groups-plist --group-pkgs --file-info --file-info-plist --check-signature --payload-files --export-plist",
          class: "read",
        },
      ],
    };
  },
  security() {
    return {
      source,
      style: "single-dash",
      info: "-h",
      subs: {
        "help find-certificate find-identity find-key show-keychain-info get-identity-preference dump-trust-settings verify-cert error translocate-policy-check translocate-status-check translocate-original-path requirement-evaluate smartcards":
          { ...words, options: "-a -c=t -e=t -m -p -Z -v -s=t -t=t -d=t -l=t -u=t -i -h -L -k=r -n -P" },
        "list-keychains default-keychain login-keychain": { ...words, options: "-d=t -h" },
        "find-generic-password find-internet-password": {
          ...words,
          options: "-a=t -c=t -C=t -D=t -G=t -j=t -l=t -s=t -d=t -p=t -P=t -r=t -t=t -g!secret -w!secret",
        },
        "dump-keychain export": {
          class: "read",
          reveals: true,
          operands: "t*",
          options: "-a -d -i -r -k=r -t=t -f=t -w -p -P=t -o=w!write",
        },
        "add-generic-password add-internet-password add-certificates add-trusted-cert delete-generic-password delete-internet-password delete-certificate delete-identity delete-keychain create-keychain import unlock-keychain lock-keychain set-keychain-settings set-keychain-password set-key-partition-list set-identity-preference remove-trusted-cert trust-settings-import authorizationdb execute-with-privileges":
          { class: "privilege", operands: "t*", options: "-*" },
      },
    };
  },
  sips() {
    return {
      source,
      class: "write",
      style: "exact-long",
      info: "-h --help -H --helpProperties",
      options:
        "-g|--getProperty=t --verify -1|--oneLine -x=w!write --extractProfile=w!write -o|--out=w!write -s|--setProperty=tt -z=tt -Z=n -r=n -c=tt -f=t -d=t",
      operands: "e*",
      forms: [
        { if: "--setProperty -z -Z -r -c -f -d --out", class: "write" },
        { if: "--getProperty --verify", class: "read", operands: "r*" },
      ],
    };
  },
  textutil() {
    return {
      source,
      class: "write",
      style: "single-dash",
      options:
        "-info -convert=t -cat=t -stdout -stdin -output=w -extension=t -encoding=t -format=t -inputencoding=t -strip -font=t -fontsize=n -noload -nostore",
      operands: "r*",
      forms: [
        { if: "-output", class: "write" },
        { if: "-info -stdout", class: "read" },
      ],
    };
  },
  qlmanage() {
    return {
      source,
      class: "execute",
      style: "single-dash",
      info: "-h",
      options: "-m -t -s=n -p -x -c=t -o=w!write -i -d=n -r!write",
      operands: "r*",
      forms: [{ if: "-m", class: "read" }],
    };
  },
  say() {
    return {
      source,
      class: "read",
      info: "-h --help",
      options:
        "-v|--voice=t -r|--rate=n -o|--output-file=w!write -f|--input-file=r -n|--network-send=h!network -a|--audio-device=t --progress -i|--interactive[=t] --file-format=t --data-format=t --quality=n",
      operands: "t*",
    };
  },
  ipconfig() {
    return {
      source,
      subs: {
        "getifaddr getoption getpacket getsummary ifcount getv6packet": { class: "read", operands: "t*" },
        "set setverbose": { class: "privilege", operands: "t*" },
      },
    };
  },
  log() {
    return {
      source,
      subs: {
        "show stream stats": {
          class: "read",
          style: "exact-long",
          options:
            "--last=t --predicate=t --style=t --info --debug --start=t --end=t --process=t --level=t --timeout=t --overview --source --archive=R --file=r",
          operands: "",
        },
        "config erase collect": { class: "privilege", operands: "t*", options: "--*" },
      },
    };
  },
  memory_pressure() {
    return { source, class: "read", options: "-Q" };
  },
  "xcode-select xcrun"() {
    return {
      source,
      class: "execute",
      style: "posix",
      info: "-h --help -v --version -p --print-path --show-sdk-path --show-sdk-version --show-sdk-platform-path",
      options:
        "-s|--switch=r!privilege -r|--reset!privilege --install!network --sdk=t -f|--find=t -l|--log -n|--no-cache -k|--kill-cache",
      operands: "t*",
      exact: "launcher",
      forms: [{ if: "--find", class: "read", exact: null, operands: "" }],
      subs: {
        simctl: {
          class: "execute",
          style: "posix",
          exact: "launcher",
          operands: "t*",
          subs: { list: { class: "read", style: "exact-long", options: "-j|--json -v", operands: "t*" } },
        },
      },
    };
  },
  "screencapture osascript installer softwareupdate automator shortcuts asr bless kextload systemsetup"() {
    return { source, class: "execute", style: "posix", options: "-*", operands: "t*", exact: "launcher" };
  },
  ditto() {
    return {
      source,
      class: "write",
      style: "exact-long",
      options:
        "-v -V -X -c -x -k -z -j --rsrc --norsrc --extattr --noextattr --qtn --noqtn --acl --noacl --keepParent --sequesterRsrc --nocache --arch=t --bom=r",
      operands: "R* W",
      forms: [
        { if: "-x", operands: "r* U" },
        { if: "-c", operands: "R* w" },
      ],
    };
  },
  "binhex applesingle macbinary compression_tool"() {
    return { source, class: "unknown", info: "-h --help -V --version" };
  },
};
