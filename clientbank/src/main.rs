//! The program; its parts are in the library.

use std::process::ExitCode;

/// Requests allocate small things on many threads, and a statement of 10,000 transfers a lot at once that is free a
/// moment later. This allocator keeps little of what was freed, of SQLite's memory too; `.cargo/config.toml` tells it
/// how little.
#[cfg(feature = "jemalloc")]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    clientbank::commands::run(std::env::args_os())
}
