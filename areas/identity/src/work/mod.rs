//! Use cases of identity: one verb a file, or some that go together. Each takes domain values and the state, opens
//! the unit of work, asks [`crate::store`], decides by the domain, and writes the trail.
//!
//! No other folder opens a unit of work. A function that takes a transaction works inside the unit of its caller.
//!
//! Guessing is counted in units that are not serializable. All of them hold what they rely on in one order, so that
//! none waits for another in a circle: the counter of the address, then that of the login name or session, then the
//! access of the user.

pub mod authenticate_client;
pub mod change_password;
pub mod check_code;
pub mod check_password;
pub mod count_attempt;
pub mod end_access;
pub mod error;
pub mod evidence;
pub mod exchange_code;
pub mod finish_login;
pub mod introspect;
pub mod issue_tokens;
pub mod keep_house;
pub mod login_guards;
pub mod login_under_way;
pub mod mint_keys;
pub mod online_bank;
pub mod open;
pub mod passkeys;
pub mod poll_feed;
pub mod prove;
pub mod refresh;
pub mod replace_credential;
pub mod reseal;
pub mod rotate_keys;
pub mod second_factor;
pub mod settings;
pub mod simulate_login;
pub mod suspend;
pub mod trail;

pub use error::WorkError;
