//! OpenID Connect for the users of the bank: login, tokens, sessions, keys (spec sections 2.1, 4.1 and 5).
//!
//! A browser brings a person to `GET /authorize`; the pages ask for password, second factor and company; the client's
//! server exchanges the authorization code at `POST /token` and keeps the login alive with refresh tokens. One login
//! through one client is a [`token::session`]: every token carries its identifier (`sid`), and to revoke is to end
//! sessions. Other processes learn of that, and of new signing keys, by polling a [`Feed`].
//!
//! The domain is in [`login`], [`token`], [`keys`] and [`person`]: rules that name neither HTTP nor SQL. [`work`] holds
//! the use cases, [`store`] the tables, [`api`] the operations for software, [`pages`] those for people. What a
//! company's administrator decides is an area of its own, `company`.
//!
//! To add an operation: a file in `api/` with its handler and its `utoipa::path`, a line in `api::OPERATIONS`, and its
//! use case in `work/`. To add a reason for the end of a session: a variant of [`token::session::EndReason`] and a
//! migration that widens the check of the column.

pub mod addresses;
pub mod api;
pub mod import;
pub mod keys;
pub mod login;
pub mod pages;
pub mod person;
pub mod state;
pub mod store;
pub mod token;
pub mod work;

use std::sync::Arc;

use ::import::TableImporter;
use ::pages::Section;
use area::{Area, Listener, Opened};
use sandbox::Sandbox;

pub use ::sealing;
use person::credential::PasswordSettings;

use sealing::MasterKey;

pub use api::OPERATIONS;
pub use keys::key_ring::KeyRing;
pub use pages::OnlineBankPages;
pub use pages::online_bank::pages as online_bank_pages;
pub use state::IdentityState;
pub use store::MIGRATIONS;
pub use work::open::OpenError;
pub use work::poll_feed::Feed;
pub use work::settings::IdentitySettings;
pub use work::suspend::Endings;

/// The area as the program lists it. It answers every path of its listener that no other does; [`importers`] need what
/// protects passwords.
pub static AREA: Area = Area {
    listener: Listener::Identity,
    prefixes: &["/"],
    sections: &[Section::Security],
    queries: store::QUERIES,
    sealed: store::sealed::PLACES,
    ..Area::new("identity", &MIGRATIONS, || OPERATIONS.openapi())
};

/// Opens the area: the operations of a state that is open already, because the frame of the pages needs it, and the
/// pages of the online bank's login.
pub fn open(identity: IdentityState, sandbox: Option<Sandbox>) -> Opened {
    let of_sandbox = identity.clone();
    let opened = Opened::of(OPERATIONS.routes(identity.clone()));
    let opened = match sandbox {
        Some(sandbox) => opened.with_sandbox(Some(&sandbox.clone()), api::SANDBOX_PREFIXES, || {
            api::sandbox_routes(of_sandbox, sandbox)
        }),
        None => opened,
    };
    opened.with_pages(|site| online_bank_pages(OnlineBankPages { site, area: identity }))
}

/// The signing keys, for the `keys` command.
pub mod keys_command {
    pub use crate::store::signing_keys::{list, oldest_active};
    pub use crate::work::mint_keys::{KeysError, Mint, mint_first};
    pub use crate::work::reseal::{Resealed, reseal};
    pub use crate::work::rotate_keys::{Rotation, rotate};
}

/// Returns what the bank imports into identity: the passwords and second factors of its users. Passwords are hashed and
/// second factors sealed on the way in.
pub fn importers(passwords: PasswordSettings, master_key: MasterKey) -> Vec<Arc<dyn TableImporter>> {
    vec![Arc::new(import::CredentialImporter::new(passwords, master_key))]
}
