//! The demonstration: everything on this machine, with the same data every time, in a folder of its own.
//!
//! Nothing about it is special but where its data comes from: the files are written to the folder and imported like any
//! bank's, people work for a while ([`begin_life`]), and the server is the one that `serve` runs.

pub mod employees;

mod authority;
mod banner;
mod files;
mod folder;
mod keys;
mod life;
mod media;

pub use authority::DemoAuthority;
pub use banner::Banner;
pub use files::{demo_files, write_files};
pub use folder::{Folder, FolderError};
pub use keys::{DemoKeys, DemoKeysError, SIGNATURE_RIGHTS, demo_keys, write_keys};
pub use life::begin_life;
pub use media::picture;
