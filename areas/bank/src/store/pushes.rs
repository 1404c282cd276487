//! Systems to which orders are sent.

use area::SealedPlace;
use kernel::Instant;
use sealing::Purpose;
use store::{Result, Selected as _, Tx, params};

use crate::system::{System, SystemName};

store::selected! {
    Pushed {
        system: System, address: "p.address", secret: "p.secret", arrived_through: "p.arrived_through",
        failures: "p.failures",
    }
}

store::queries! {
    /// Has orders sent to a system, from the first open one on.
    PUSH_PUT = "insert into bank_pushes (system_name, address, secret) values ($1, $2, $3)
        on conflict (system_name) do update set address = excluded.address, secret = excluded.secret,
            arrived_through = 0, failures = 0, failing_since_us = null";

    PUSH_DELETE = "delete from bank_pushes where system_name = $1";

    /// An open system to which orders are sent.
    PUSH = store::text!("select ", Pushed::LIST, "
        from bank_pushes p join bank_systems s on s.system_name = p.system_name
        where p.system_name = $1 and s.closed_at_us is null");

    /// Orders through a number have arrived.
    PUSH_ARRIVED = "update bank_pushes set arrived_through = $2, failures = 0, failing_since_us = null
        where system_name = $1 and secret = $3";

    PUSH_FAILED = "update bank_pushes set failures = failures + 1,
            failing_since_us = coalesce(failing_since_us, $2)
        where system_name = $1 and secret = $3";

    /// The open systems to which orders are sent and for which no job works, each with the number through which orders
    /// have arrived. One that took none is among them when all that it was sent was held back meanwhile.
    pub(crate) PUSHES_AT_REST = store::text!("select ", System::ALIASED, ", p.arrived_through from bank_pushes p
        join bank_systems s on s.system_name = p.system_name
        where s.closed_at_us is null
            and not exists (select 1 from jobs j where j.kind = 'bank.push' and j.job_key = p.system_name)
        order by s.system_name limit $1");

    SEALED_SECRETS = "select system_name as owner, secret as sealed from bank_pushes
        where system_name > $1 order by system_name limit $2";

    /// Seals a secret anew, unless somebody did or it is another one.
    SEALED_SECRET_REPLACE = "update bank_pushes set secret = $3 where system_name = $1 and secret = $2";
}

/// The column with secrets that the master key seals.
pub(crate) const SEALED: &[SealedPlace] = &[SealedPlace {
    name: "bank_pushes",
    purpose: Purpose::BankPushes,
    behind: &SEALED_SECRETS,
    replace: &SEALED_SECRET_REPLACE,
}];

/// A system to which orders are sent.
#[derive(Clone, Debug)]
pub(crate) struct Pushed {
    pub(crate) system: System,
    /// The address, as an operator gave it.
    pub(crate) address: String,
    pub(crate) secret: Vec<u8>,
    /// The number through which orders have arrived.
    pub(crate) arrived_through: i64,
    /// Tries in a row that were not taken.
    pub(crate) failures: i64,
}

pub(crate) fn put(tx: &mut Tx, name: &SystemName, address: &str, secret: Vec<u8>) -> Result<()> {
    tx.execute_one(&PUSH_PUT, params![name.as_str(), address, secret])
}

/// Has none sent to it; `false` when none were.
pub(crate) fn delete(tx: &mut Tx, name: &SystemName) -> Result<bool> {
    Ok(tx.execute(&PUSH_DELETE, params![name.as_str()])? == 1)
}

/// Returns the system of this name, while it is open and orders are sent to it.
pub(crate) fn find(tx: &mut Tx, name: &str) -> Result<Option<Pushed>> {
    tx.select_optional(&PUSH, params![name])
}

/// Notes that orders have arrived through a number, or `None` that a try was not taken; nothing when the system has
/// another secret by now, because its orders begin anew then.
pub(crate) fn note(tx: &mut Tx, pushed: &Pushed, arrived_through: Option<i64>, now: Instant) -> Result<()> {
    let (name, secret) = (pushed.system.name.as_str(), pushed.secret.clone());
    match arrived_through {
        Some(number) => tx.execute(&PUSH_ARRIVED, params![name, number, secret]),
        None => tx.execute(&PUSH_FAILED, params![name, now, secret]),
    }
    .map(drop)
}
