//! The domain of tokens: sessions, codes and refresh tokens, their claims, and their end.

pub mod authorization_code;
pub mod client_authentication;
pub mod freshness;
pub mod grant;
pub mod online_bank;
pub mod people;
pub mod refresh;
pub mod session;
pub mod token_claims;
