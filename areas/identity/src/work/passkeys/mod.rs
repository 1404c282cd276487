//! Use cases of passkeys: registered and removed by their person, asked for at the login and to confirm (ONL-04).
//!
//! A challenge is taken before its answer is looked at, so that none works twice.

pub mod ask;
pub mod log_in;
pub mod register;
