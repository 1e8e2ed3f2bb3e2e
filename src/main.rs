//! The doorbell: everything happens in the library.

use std::process::ExitCode;

// a call of runok is made of many small pieces of memory that do not live long
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: rustix_dlmalloc::GlobalDlmalloc = rustix_dlmalloc::GlobalDlmalloc;

fn main() -> ExitCode {
    runok::app::run(std::env::args_os())
}
