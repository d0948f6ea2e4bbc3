import type { ProtectedGroup } from "./group.ts";

/** The host itself, and what gives the whole machine away. One glob a line. */
export const MACHINE_FILES: readonly ProtectedGroup[] = [
  {
    class: "D",
    category: "host",
    reason: "sets this program up",
    globs: "~/.config/assent/**",
  },
  {
    class: "D",
    category: "host",
    reason: "holds this program's database, keys and policy",
    globs: `
      ~/.local/share/assent/**
      ~/{Library/Application Support,AppData/Roaming,AppData/Local}/assent/**
    `,
  },
  {
    class: "D",
    category: "host",
    reason: "holds the administrator's policy",
    globs: "/etc/assent/**",
  },
  {
    class: "D",
    category: "machine",
    reason: "gives root on the machine",
    globs: `
      /{var/run,run}/{docker.sock,docker/**,docker-*.sock,containerd/**,crio/**,podman/**,buildkit/**,k3s/**}
      /{var/run,run}/cri-dockerd.sock
      **/{docker.sock,podman.sock,containerd.sock,docker-engine.sock}
      ~/.docker/{run,desktop}/**
    `,
  },
  {
    class: "D",
    category: "machine",
    reason: "speaks for the user to other programs",
    globs: "/run/user/*/{docker.sock,podman/**,bus,gnupg/**,keyring/**,systemd/**}",
  },
  {
    class: "D",
    category: "machine",
    reason: "speaks for the user to the system",
    globs: `
      /{var/run,run}/{dbus,systemd/private,libvirt,snapd.socket,tailscale}/**
      /var/lib/{lxd,incus}/unix.socket
    `,
  },
  {
    class: "D",
    category: "machine",
    reason: "is the kernel's own",
    globs: "/sys/**",
  },
  {
    class: "D",
    category: "machine",
    reason: "shows and changes running programs, their environment among it",
    globs: "/proc/**",
  },
  {
    class: "D",
    category: "machine",
    reason: "is a device",
    globs: "/dev/**",
    except: "/dev/{shm,mqueue,null,stdin,stdout,stderr,tty}/**",
  },
];
