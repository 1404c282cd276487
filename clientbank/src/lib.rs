//! One program that is a bank's client channel: identity provider, business API, and the work beside them.
//!
//! The library holds everything but `main`, so that tests build and serve the program as it is.

mod actions;
pub mod application;
mod backups;
pub mod collection;
pub mod commands;
pub mod configuration;
#[cfg(feature = "demo")]
pub mod demo;
pub mod descriptors;
mod imports;
#[cfg(feature = "demo")]
mod private_file;
#[cfg(feature = "demo")]
pub mod sandboxes;
pub mod server;
mod shared_settings;
mod stop;
pub mod telemetry;
pub mod terminal;
