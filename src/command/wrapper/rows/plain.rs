//! The launchers that take options and then the words of what they start, by another user or elsewhere.
//!
//! Owns their names alone. Refuses those of which more is to be said (`rows` lists them).

/// Sorted.
#[rustfmt::skip] // one a line would be a hundred lines that say nothing
pub(in crate::command::wrapper) const NAMES: &[&str] = &[
    "aa-exec", "arch", "austin", "bear", "box64", "box86", "bsub", "bunx", "bwrap", "c8", "cage", "ccache",
    "cgexec", "chpst", "compiledb", "cronic", "daemon", "daemonize", "dbus-launch", "distcc", "distrobox-host-exec",
    "dockerize", "dtruss", "empty", "env-cmd", "envconsul", "esy", "fakechroot", "fakeroot-sysv", "fakeroot-tcp",
    "fghack", "firejail", "fixuid", "gamemoderun", "gamescope", "gnome-session-inhibit", "gotty", "heaptrack",
    "horovodrun", "host-spawn", "icecc", "intercept-build", "ld-linux-aarch64.so.1", "ld-linux-x86-64.so.2",
    "ld-linux.so.2", "ld-musl-aarch64.so.1", "ld-musl-x86_64.so.1", "ld.so", "libtool", "lldb", "lockrun",
    "mangohud", "minijail0", "multitime", "noti", "npx", "nsenter", "nsjail", "nyc", "openvt", "optirun", "pasta",
    "pgrphack", "pkexec", "pkgx", "please", "pnpx", "prime-run", "primusrun", "proot", "ptyxis", "qemu-aarch64",
    "qemu-aarch64-static", "qemu-arm", "qemu-arm-static", "qemu-i386", "qemu-x86_64", "qemu-x86_64-static", "qsub",
    "retry", "rlfe", "rootlesskit", "run-one", "run-this-one", "run0", "s6-softlimit", "salloc", "sandbox-exec",
    "scan-build", "sccache", "schedtool", "schroot", "screen", "setpriv", "shifter", "solo", "srun", "sshpass",
    "startx", "steam-run", "summon", "switch_root", "systemd-cat", "systemd-run", "taskpolicy", "termux-chroot",
    "trickle", "tsp", "ttyd", "unshare", "uvx", "vault-env", "vglrun", "websocketd", "wine", "wine64", "winpty",
    "with-contenv", "xdg-terminal-exec", "xe", "xinit", "zrun",
];
