//! Tests of the client library that need no server.

#![expect(clippy::expect_used, reason = "a test stops at the first surprise")]

mod account;
mod login;
