//! The crate from outside: documents in, documents or violations out.

#![expect(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod attacks;
mod bookings;
mod comparison;
mod corpus;
mod encodings;
mod envelopes;
mod messages;
mod notifications;
mod profiles;
mod random;
mod status_reports;
mod violations;
mod xmllint;
