//! The base of all crates' tests: a [`Bench`] with a fresh database on either engine, a clock that is moved by hand,
//! tokens, and a client that calls a router without a socket.

#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::missing_panics_doc,
    reason = "test code: it fails as a test does, by panicking"
)]

pub mod archivist;
pub mod authenticator;
pub mod authority;
mod bench;
mod client;
mod disk;
pub mod documents;
mod online_bank;
pub mod person;
pub mod postgres;
mod processor;
mod scene;
mod schema;
pub mod script;
mod switch;
mod test_caller;
mod tokens;
mod unguarded;

pub use bench::{Bench, Engine, run, run_pooled};
pub use client::{Answer, OpenAnswer, TestClient, TestRequest};
pub use disk::{Disk, FoundBy};
pub use online_bank::{RIGHT_ANSWER, TEST_CSRF};
pub use processor::processor_time;
pub use scene::{BOOKS, DIRECTORY, Scene, demo_data, demo_files, ivanova, petrov, sidorov};
pub use switch::switch;
pub use test_caller::TestCaller;
pub use tokens::{
    BrokenToken, TEST_AUDIENCE, TEST_ISSUER, TEST_TOKEN_LIFETIME_S, TestTokens, TokenPair, TokenSide, at_hash,
};

pub use unguarded::UNGUARDED_LEDGER;

#[doc(hidden)]
pub use pastey;

/// Makes two tests of each `async fn name(bench: Bench)`: `name_sqlite` and `name_postgres`, each with a
/// runtime and a database of its own.
#[macro_export]
macro_rules! on_both_engines {
    ($($(#[$attribute:meta])* async fn $name:ident($bench:ident: $kind:ty) $body:block)+) => {
        $crate::pastey::paste! {$(
            async fn $name($bench: $kind) $body

            $(#[$attribute])* #[test]
            fn [<$name _sqlite>]() {
                $crate::run($crate::Engine::Sqlite, $name);
            }

            $(#[$attribute])* #[test]
            fn [<$name _postgres>]() {
                $crate::run($crate::Engine::Postgres, $name);
            }
        )+}
    };
}
