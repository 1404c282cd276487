//! Sends orders to systems that need not ask for them.
//!
//! | Step | Unit of work | After a crash |
//! |---|---|---|
//! | load | none, nothing is changed | done again |
//! | hand out | numbers and states, as for a system that asks | handed out again |
//! | send | none | sent again, the same orders by their names |
//! | note | the number through which orders have arrived, and the trail | all of it or nothing |
//!
//! Orders arrive in their order, and at least once. What has ended meanwhile is left out. Of a receiver that takes
//! nothing the trail tells once, and again when orders arrive.

use std::time::Duration;

use bytes::Bytes;
use jobs::{JobError, JobKind, Lease, Next};
use kernel::{Instant, Randomness};
use orders::{Order, OrderError, Wanted};
use outgoing::address::{Address, AddressError, Reach};
use outgoing::attempt::{Attempt, Outcome};
use outgoing::secret::Secret;
use outgoing::transport::{Message, Transport};
use sealing::{MasterKey, Purpose};
use store::{Result, Tx, params};

use super::hand_out::{DeskError, entry, take};
use crate::state::{BankState, Call};
use crate::store::SYSTEMS_MAX;
use crate::store::pushes::{self, PUSHES_AT_REST, Pushed};
use crate::system::{System, SystemName};

/// Sends orders to a system, for as long as it wants that.
pub const PUSH: JobKind =
    JobKind::new("bank.push", "system", "Sends orders to a system of the bank").of_many();

/// The most orders of one message.
const ORDERS_AT_ONCE: i64 = 100;
/// Messages of one attempt at the job.
const ROUNDS_MAX: usize = 100;
/// Seconds before a message that was not taken is sent again: they double from the first to the last.
const PAUSES_S: (i64, i64) = (1, 60);

/// Sends messages to the systems of the bank.
#[derive(Clone, Debug)]
pub struct Sender {
    /// Opens the secrets by which messages are signed.
    pub master_key: MasterKey,
    /// Sends them, into the networks of the bank too.
    pub transport: Transport,
}

/// Everything that one process sends orders with.
#[derive(Clone, Debug)]
pub(crate) struct Pusher {
    pub(crate) state: BankState,
    pub(crate) sender: Sender,
    /// Makes the text of a message out of orders and the number of the last.
    pub(crate) body: fn(Vec<Order>, i64) -> Result<String, String>,
}

/// A new address for the orders of a system, with the secrets that sign what is sent there.
#[derive(Clone, Debug)]
pub struct NewPush {
    address: Address,
    secret: Secret,
    sealed: Vec<u8>,
}

impl NewPush {
    /// Reads the address, and mints the secrets.
    ///
    /// # Errors
    /// It is no address of `https://`, or of the machine itself; or the secrets cannot be sealed.
    pub fn of(
        name: &SystemName,
        address: &str,
        master_key: &MasterKey,
        randomness: &dyn Randomness,
    ) -> Result<Self, String> {
        let told = |error: AddressError| error.to_string();
        let address = Address::parse(address, Reach::BankNetwork).map_err(told)?;
        let secret = Secret::mint(randomness);
        let sealed = master_key.seal(Purpose::BankPushes, name.as_str(), secret.bytes(), randomness);
        Ok(Self { address, secret, sealed: sealed.map_err(|error| error.to_string())? })
    }

    /// The address without its query, as the trail and people see it.
    pub fn shown(&self) -> String {
        self.address.shown_in_trail()
    }

    /// The shared secret and the public key, as libraries of Standard Webhooks take them.
    pub fn shared(&self) -> Result<[String; 2], String> {
        let public = self.secret.public_text().map_err(|error| error.to_string())?;
        Ok([self.secret.shared_text(), public])
    }
}

/// Has orders sent to a system from now on, or none any more; tells whether it loses them by that.
pub(super) fn set(tx: &mut Tx, name: &SystemName, push: Option<&NewPush>, now: Instant) -> Result<bool> {
    let Some(NewPush { address, sealed, .. }) = push else {
        jobs::cancel(tx, PUSH, name.as_str())?;
        return pushes::delete(tx, name);
    };
    pushes::put(tx, name, address.as_str(), sealed.clone())?;
    jobs::enqueue(tx, PUSH, name.as_str(), now)?;
    Ok(false)
}

/// Enqueues the job of each system that may have orders to take: nobody who places an order knows of these.
pub(crate) async fn look(state: &BankState) -> Result<()> {
    let systems: Vec<(System, i64)> = state.store.select(&PUSHES_AT_REST, params![SYSTEMS_MAX]).await?;
    if systems.is_empty() || jobs::stands_still_since(&state.store).await?.is_some() {
        return Ok(());
    }
    for (system, after) in systems {
        if state.desk.may_be_some(&wanted(&system, after)).await? {
            let (name, now) = (system.name.to_string(), state.clock.now());
            let unit = move |tx: &mut Tx| jobs::enqueue(tx, PUSH, &name, now);
            state.store.write("bank.push_call", unit).await?;
        }
    }
    Ok(())
}

fn wanted(system: &System, after: i64) -> Wanted {
    Wanted { role: system.role, after, kind: String::new(), limit: ORDERS_AT_ONCE }
}

/// Sends what there is, and ends the job.
pub(crate) async fn push(sending: &Pusher, lease: &Lease) -> Result<Next, JobError> {
    let state = &sending.state;
    for _ in 0..ROUNDS_MAX {
        let Some(pushed) = load(state, lease).await? else { break };
        let wanted = wanted(&pushed.system, pushed.arrived_through);
        let call = Call { state: state.clone(), by: pushed.system.clone() };
        let orders = match take(&call, wanted, Duration::ZERO).await {
            Ok(orders) => orders,
            // It goes on at once when the database does.
            Err(DeskError(OrderError::StandsStill)) => break,
            Err(DeskError(OrderError::Store(error))) => return Err(error.into()),
            Err(error) => return Err(JobError::Failed(error.to_string())),
        };
        let Some(last) = orders.last().and_then(|order| order.seq) else { break };
        if !arrives(sending, lease, (&pushed, &call), (orders, last)).await? {
            let doubled = PAUSES_S.0 << pushed.failures.clamp(0, 16);
            return Ok(Next::Again(state.clock.now().plus_seconds(doubled.min(PAUSES_S.1))));
        }
    }
    end(state, lease).await
}

async fn load(state: &BankState, lease: &Lease) -> Result<Option<Pushed>, JobError> {
    let lease = lease.clone();
    state.store.read("bank.push_load", move |tx| Ok(pushes::find(tx, lease.key())?)).await
}

/// Sends orders that have not ended, and notes what became of them; tells whether they have arrived.
async fn arrives(
    sending: &Pusher,
    lease: &Lease,
    (pushed, call): (&Pushed, &Call),
    (orders, last): (Vec<Order>, i64),
) -> Result<bool, JobError> {
    let state = &sending.state;
    let open: Vec<Order> = orders.into_iter().filter(Order::is_open).collect();
    let has_arrived = open.is_empty() || is_taken(sending, lease, pushed, (&open, last)).await?;
    let is_told = has_arrived || pushed.failures == 0;
    let entry = entry(call, &open, Some(has_arrived)).filter(|_| is_told);
    let (lease, pushed, now) = (lease.clone(), pushed.clone(), state.clock.now());
    let unit = move |tx: &mut Tx| {
        lease.note(tx, now)?;
        if let Some(entry) = entry.clone() {
            audit::record(tx, entry)?;
        }
        Ok::<_, JobError>(pushes::note(tx, &pushed, has_arrived.then_some(last), now)?)
    };
    state.store.write("bank.push_note", unit).await?;
    Ok(has_arrived)
}

/// Sends orders; tells whether the receiver took them.
async fn is_taken(
    sending: &Pusher,
    lease: &Lease,
    pushed: &Pushed,
    (orders, last): (&[Order], i64),
) -> Result<bool, JobError> {
    let state = &sending.state;
    let first = orders.first().and_then(|order| order.seq).unwrap_or(last);
    let made = message(sending, pushed, (first, last), orders.to_vec());
    let (address, message) = made.map_err(JobError::Failed)?;
    let sent = sending.sender.transport.send(&address, &message, &*state.clock, || None);
    let attempt = lease.keep(&state.store, &*state.clock, sent).await?;
    tell(pushed, &attempt);
    Ok(attempt.outcome == Outcome::Delivered)
}

fn message(
    Pusher { state, sender, body, .. }: &Pusher,
    pushed: &Pushed,
    (first, last): (i64, i64),
    orders: Vec<Order>,
) -> Result<(Address, Message), String> {
    let address = Address::parse(&pushed.address, Reach::BankNetwork).map_err(|error| error.to_string())?;
    let name = pushed.system.name.as_str();
    let secret = sender.master_key.open(Purpose::BankPushes, name, &pushed.secret);
    let secret =
        Secret::from_bytes(&secret.map_err(|error| error.to_string())?).map_err(|error| error.to_string())?;
    let (id, unix_s, body) =
        (format!("{name}-{first}-{last}"), state.machine.now().unix_seconds(), body(orders, last)?);
    let signature = secret.sign(&id, unix_s, &body).map_err(|error| error.to_string())?;
    Ok((address, Message { id, unix_s, signature, body: Bytes::from(body) }))
}

fn tell(pushed: &Pushed, attempt: &Attempt) {
    let (system, outcome) = (&pushed.system.name, attempt.outcome.as_str());
    metrics::counter!("clientbank_orders_pushes_total", "outcome" => outcome).increment(1);
    if attempt.outcome != Outcome::Delivered {
        let status = attempt.status.unwrap_or_default();
        tracing::warn!(system.name = %system, "orders have not arrived at {system}: {outcome} {status}");
    }
}

/// Ends the job: whoever looks for more enqueues it again.
async fn end(state: &BankState, lease: &Lease) -> Result<Next, JobError> {
    let (now, lease) = (state.clock.now(), lease.clone());
    let unit = move |tx: &mut Tx| {
        lease.check(tx, now)?;
        lease.complete(tx)?;
        Ok::<_, JobError>(Next::Completed)
    };
    state.store.write("bank.push_end", unit).await
}
