//! System calls, and the errors that they can have on a machine that is short of something.

/// Calls that cannot fail, or whose failure has no meaning.
const INFALLIBLE: [&str; 22] = [
    "exit",
    "exit_group",
    "rt_sigreturn",
    "rt_sigaction",
    "rt_sigprocmask",
    "sigaltstack",
    "getpid",
    "getppid",
    "gettid",
    "getuid",
    "geteuid",
    "getgid",
    "getegid",
    "getpgrp",
    "alarm",
    "arch_prctl",
    "set_tid_address",
    "set_robust_list",
    "rseq",
    "futex",
    "munmap",
    "umask",
];

/// The errors of a call.
pub(crate) fn errors(call: &str) -> &'static [&'static str] {
    match call {
        name if INFALLIBLE.contains(&name) => &[],
        "open" | "openat" => &["EMFILE", "EIO", "ENOMEM", "EACCES"],
        "read" | "pread64" => &["EIO", "EINTR"],
        "write" => &["ENOSPC", "EIO", "EINTR", "EPIPE"],
        "stat" | "lstat" | "fstat" | "newfstatat" | "statx" | "access" | "faccessat2" => &["EIO", "ENOMEM", "EACCES"],
        "mmap" | "brk" | "mremap" | "mprotect" | "madvise" => &["ENOMEM"],
        "clone" | "clone3" | "fork" | "vfork" => &["EAGAIN", "ENOMEM"],
        "pipe" | "pipe2" | "socketpair" | "dup" | "dup2" | "dup3" => &["EMFILE", "ENFILE"],
        "poll" | "ppoll" => &["ENOMEM", "EINTR"],
        "wait4" | "waitid" => &["EINTR", "ECHILD"],
        "mkdir" | "mkdirat" | "rename" | "renameat" | "renameat2" | "unlink" | "unlinkat" | "fchmod" | "fsync" => {
            &["ENOSPC", "EROFS", "EIO"]
        }
        "execve" => &["EACCES", "ENOMEM", "ENOENT"],
        "getrandom" => &["ENOSYS", "EIO"],
        "pidfd_open" => &["ENOSYS", "EMFILE", "EPERM"],
        _ => &["EIO", "ENOMEM"],
    }
}
