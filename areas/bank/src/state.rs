//! The state of the area.

use std::sync::Arc;

use area::Given;
use idempotency::Idempotency;
use iso20022::Reader;
use kernel::{BankZone, Clock, Randomness};
use orders::Desk;
use store::Store;

use crate::system::System;
use crate::work::actions::action::Administration;
use crate::work::directory::Directory;

/// Everything that its operations share.
#[derive(Clone, Debug)]
pub struct BankState {
    pub store: Store,
    pub clock: Arc<dyn Clock>,
    /// The clock of the machine, by which systems prove who they are: a sandbox moves the other one.
    pub machine: Arc<dyn Clock>,
    pub randomness: Arc<dyn Randomness>,
    pub desk: Desk,
    /// Reads and checks messages of ISO 20022.
    pub messages: Arc<Reader>,
    /// The zone in which the bank counts its days.
    pub zone: BankZone,
    /// The address by which systems reach this API, without a slash at the end.
    pub address: Arc<str>,
    /// The directory by which people log in, where the bank has named one.
    pub directory: Option<Directory>,
    /// The key that signs the log of the trail. Every server has one; commands that exchange files need none.
    pub trail_key: Option<Arc<tlog::SigningKey>>,
    /// Answers calls of people that come again.
    pub idempotency: Idempotency,
    pub administration: Arc<Administration>,
}

/// Whoever is served, a system or a person of the bank, and all that they are served with.
#[derive(Clone, Debug)]
pub(crate) struct Call<By = System> {
    pub(crate) state: BankState,
    pub(crate) by: By,
}

impl BankState {
    /// Makes the state out of what each area is given.
    pub fn new(
        given: &Given,
        address: String,
        messages: Reader,
        zone: BankZone,
        administration: Administration,
    ) -> Self {
        let Given { store, clock, randomness, desk, sandbox, idempotency, .. } = given.clone();
        let machine = sandbox.map_or_else(|| Arc::clone(&clock), |sandbox| sandbox.machine_clock());
        let (messages, address) = (Arc::new(messages), address.into());
        let administration = Arc::new(administration);
        Self {
            store,
            clock,
            machine,
            randomness,
            desk,
            messages,
            zone,
            address,
            directory: None,
            trail_key: None,
            idempotency,
            administration,
        }
    }
}
