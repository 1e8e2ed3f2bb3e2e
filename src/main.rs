//! The doorbell: everything happens in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    runok::app::run(std::env::args_os())
}
