//! The program. What it does is in the library.

use std::process::ExitCode;

/// Requests allocate small things on many threads, which this allocator is made for.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    clientbank::commands::run(std::env::args_os())
}
