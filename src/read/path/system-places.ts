import { lazy } from "../../core/lazy.ts";
import { matchSegments, segmentsOf } from "../../core/rule/match-path.ts";
import type { World } from "../world.ts";
import { compileGlob, type Glob } from "./glob.ts";

/**
 * Places that hold no data of a user: reading them needs no grant. Nothing is ever written to them on this ground.
 * Source: rules.md, "Built in, read only".
 */
interface SystemPlace {
  readonly glob: string;
  readonly reason: string;
  /** A glob of what lies there and is no such thing. */
  readonly except?: string;
}

const SYSTEM_PLACES: readonly SystemPlace[] = [
  { glob: "/{bin,sbin,lib,lib32,lib64,libx32}/**", reason: "programs and libraries of the system" },
  {
    glob: "/usr/{bin,sbin,lib,lib32,lib64,libx32,libexec,share,include,src,games}/**",
    reason: "programs, libraries and manuals of the system",
  },
  { glob: "/usr/local/{bin,sbin,lib,libexec,share,include,src}/**", reason: "programs installed by the administrator" },
  { glob: "/usr", reason: "the list of those folders" },
  { glob: "/nix/store/**", reason: "installed packages, the same for every user" },
  { glob: "/opt/homebrew/{bin,lib,include,share,Cellar,opt}/**", reason: "installed packages" },
  { glob: "/{System,Library/Developer/CommandLineTools}/**", reason: "the system of macOS, read-only by its own seal" },
  {
    glob: "/etc/{os-release,lsb-release,debian_version,alpine-release,redhat-release}",
    reason: "name and version of the system",
  },
  { glob: "/etc/{hosts,services,protocols,nsswitch.conf,resolv.conf}", reason: "names of hosts and services" },
  {
    glob: "/etc/{passwd,group,shells,locale.conf,localtime,timezone,mime.types}",
    reason: "account names and locale, readable by every program",
  },
  { glob: "/etc/{ssl,pki/tls}/{certs,cert.pem,openssl.cnf}/**", reason: "certificates that are public" },
  {
    glob: "/proc/{cpuinfo,meminfo,version,uptime,loadavg,stat,filesystems,swaps,partitions,diskstats,vmstat}",
    reason: "counters of the machine",
  },
  {
    glob: "/sys/{devices/system/cpu,class/power_supply,class/thermal}/**",
    reason: "sensors and processors of the machine",
  },
  { glob: "/sys/fs/cgroup/{memory.max,cpu.max,memory.current}", reason: "limits of the container" },
  { glob: "/dev/{null,zero,full,random,urandom}", reason: "devices without data" },
];

const WINDOWS_PLACES: readonly SystemPlace[] = [
  {
    glob: "c:/windows/{system32,syswow64}/**",
    reason: "programs and libraries of the system",
    // Password hashes of every account.
    except: "c:/windows/system32/config/**",
  },
  { glob: "c:/program files{, (x86)}/**", reason: "installed programs" },
];

/** By their first name, which every glob of these lists spells. */
const windowsPlaces = lazy(() => byFirstName(WINDOWS_PLACES));
const systemPlaces = lazy(() => byFirstName(SYSTEM_PLACES));

/** INVARIANT: both ends lie in such a place: a link in a project that leads to one is judged as the link it is. */
export function isSystemPlace(
  path: { readonly spelling: string; readonly canonical: string | null },
  world: World,
): boolean {
  const places = world.platform === "win32" ? windowsPlaces() : systemPlaces();
  const holds = (text: string): boolean => {
    const names = segmentsOf(world.platform === "win32" ? text.toLowerCase() : text);
    const covers = ({ segments }: Glob): boolean => matchSegments(segments, names, { from: 0, fold: false });
    return (places.get(names[0] ?? "") ?? []).some(({ glob, except }) => covers(glob) && !except.some(covers));
  };
  return path.canonical !== null && holds(path.spelling) && holds(path.canonical);
}

interface Entry {
  readonly glob: Glob;
  readonly except: readonly Glob[];
}

type Index = ReadonlyMap<string, readonly Entry[]>;

function byFirstName(places: readonly SystemPlace[]): Index {
  const index = new Map<string, readonly Entry[]>();
  const entries = places.flatMap(({ glob, except }) =>
    compileGlob(glob).map((one) => ({ glob: one, except: except === undefined ? [] : compileGlob(except) })),
  );
  for (const entry of entries) {
    const [first] = entry.glob.segments;
    const name = first?.kind === "literal" ? first.text : "";
    index.set(name, [...(index.get(name) ?? []), entry]);
  }
  return index;
}

/** The process's own streams: `> /dev/null`, `2> /dev/stderr`, `< /dev/fd/63`. They hold nothing that could be lost. */
export function isOwnStream(path: string, platform: World["platform"]): boolean {
  return platform !== "win32" && /^\/dev\/(?:null|stdin|stdout|stderr|tty|fd\/\d+)$/.test(path);
}
