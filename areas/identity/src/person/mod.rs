//! The domain of what a person proves who they are with: passwords, second factors, passkeys, recovery codes.

pub mod credential;
pub(crate) mod hash_memory;
pub mod one_time_password;
pub mod origin;
pub mod passkey;
pub mod passkey_answer;
pub mod password_rule;
pub mod recovery_code;
pub mod second_factor;
