//! The API of the bank's own systems (BNK-03): they are handed orders and answer them.
//!
//! It has an address of its own and callers of its own: [`system`]s that an operator has added, each with a key and a
//! role. No customer and no token of a customer is known here, and a system learns nothing of orders that are not for
//! its role. People of the bank call it too, with the keys by which they approve each other ([`work::actions`]).

mod api;
mod state;
mod store;
pub mod system;
pub mod work;
mod worker;

pub use api::{DESCRIPTION_PATH, OPERATIONS, description, files};
pub use state::BankState;
pub use store::{ListedSystem, MIGRATIONS};

use std::sync::Arc;

use area::{Area, Given, Listener, Opened};
use iso20022::Reader;
use kernel::BankZone;
use tlog::SigningKey;

use work::actions::action::Administration;
use work::directory::Directory;
use work::push::Sender;

pub static AREA: Area = Area {
    listener: Listener::Bank,
    prefixes: api::PREFIXES,
    queries: &[store::QUERIES, store::kept::QUERIES, store::pushes::QUERIES],
    job_kinds: &[work::push::PUSH],
    sealed: store::pushes::SEALED,
    kept: &[&work::archive_orders::ORDERS],
    ..Area::new("bank", &MIGRATIONS, || OPERATIONS.openapi())
};

/// Opens the area. The address is that by which the systems reach it: the audience of their assertions.
pub fn open(
    given: &Given,
    address: String,
    messages: Reader,
    zone: BankZone,
    administration: Administration,
    (sender, directory, trail_key): (Sender, Option<Directory>, Option<SigningKey>),
) -> Opened {
    let trail_key = trail_key.map(Arc::new);
    let state =
        BankState { directory, trail_key, ..BankState::new(given, address, messages, zone, administration) };
    Opened::of(api::routes(state.clone())).with_workers(worker::workers(state, sender))
}
