//! The domain of a login: what the client asks for, the steps of the person, and what makes guessing slow.

pub mod authorize_request;
pub mod candidate;
pub mod interaction;
pub mod lockout;
pub mod login_attempt;
pub mod login_history;
pub mod parameters;
pub mod redirection;
pub mod wrong_secrets;
