//! Systems, their tokens and used assertions.

pub(crate) mod kept;
pub(crate) mod pushes;

use kernel::Instant;
use store::{Joined, Result, Selected as _, Store, Tx, params};

use crate::system::{System, SystemKey, SystemName};

store::migrations! { "bank": 1 "systems of the bank, their tokens and assertions" "../../migrations/0001_baseline.sql" }

store::text_columns! { SystemName }

store::selected! {
    System as "s" {
        name: "system_name", role via str::parse,
        key: "public_key" via |point| SystemKey::from_point(point).ok_or("is no key")
    }
    ListedSystem (address: "p.address", failing: "p.failing_since_us") {
        system: System, added_at: "s.added_at_us", closed_at: "s.closed_at_us";
        push: Option::map(address, |address| (address, failing)),
    }
}

store::queries! {
    /// Adds a system, or gives one another key or role; a closed one is open again.
    SYSTEM_PUT = "insert into bank_systems (system_name, role, public_key, added_at_us, added_by)
        values ($1, $2, $3, $4, $5)
        on conflict (system_name) do update set role = excluded.role, public_key = excluded.public_key,
            closed_at_us = null, closed_by = null";

    SYSTEM_CLOSE = "update bank_systems set closed_at_us = $2, closed_by = $3
        where system_name = $1 and closed_at_us is null";

    SYSTEM_TOKENS_END = "delete from bank_tokens where system_name = $1";

    /// An open system, with its key.
    SYSTEM_FIND = store::text!("select ", System::LIST, " from bank_systems
        where system_name = $1 and closed_at_us is null");

    SYSTEMS = store::text!("select ", ListedSystem::LIST, " from bank_systems s
        left join bank_pushes p on p.system_name = s.system_name order by s.system_name limit $1");

    /// The open system, or the person, of a token that has not expired.
    pub(crate) TOKEN_CALLER = store::text!("select ", System::ALIASED, ", t.operator_name from bank_tokens t
        left join bank_systems s on s.system_name = t.system_name and s.closed_at_us is null
        where t.token_hash = $1 and t.expires_at_us > $2");

    TOKEN_INSERT = "insert into bank_tokens (token_hash, system_name, operator_name, expires_at_us)
        values ($1, $2, $3, $4)";

    TOKENS_FORGET = "delete from bank_tokens where expires_at_us <= $1";

    /// Notes that an assertion was used; no row when it was used before.
    ASSERTION_INSERT = "insert into bank_assertions (issuer, assertion_id, expires_at_us) values ($1, $2, $3)
        on conflict (issuer, assertion_id) do nothing";

    ASSERTIONS_FORGET = "delete from bank_assertions where expires_at_us <= $1";
}

/// The most systems of one bank.
pub(crate) const SYSTEMS_MAX: i64 = 1_000;

/// A system as a list shows it.
#[derive(Clone, Debug)]
pub struct ListedSystem {
    pub system: System,
    pub added_at: Instant,
    pub closed_at: Option<Instant>,
    /// The address to which its orders are sent, and the moment since which it has taken none.
    pub push: Option<(String, Option<Instant>)>,
}

/// Adds a system, or gives one another key or role.
pub(crate) fn put(tx: &mut Tx, system: &System, operator: &str, now: Instant) -> Result<()> {
    let (name, role) = (system.name.as_str(), system.role.as_str());
    tx.execute(&SYSTEM_TOKENS_END, params![name])?;
    tx.execute_one(&SYSTEM_PUT, params![name, role, system.key.point(), now, operator])
}

/// Closes a system and ends its tokens; `false` when there is no open one of this name.
pub(crate) fn close(tx: &mut Tx, name: &SystemName, operator: &str, now: Instant) -> Result<bool> {
    tx.execute(&SYSTEM_TOKENS_END, params![name.as_str()])?;
    Ok(tx.execute(&SYSTEM_CLOSE, params![name.as_str(), now, operator])? == 1)
}

/// Returns the open system of this name.
pub(crate) async fn find(store: &Store, name: &SystemName) -> Result<Option<System>> {
    store.select_optional(&SYSTEM_FIND, params![name.as_str()]).await
}

/// Tells whether a system is open and has the role and the key that it had.
pub(crate) fn is_as_before(tx: &mut Tx, system: &System) -> Result<bool> {
    let found: Option<System> = tx.select_optional(&SYSTEM_FIND, params![system.name.as_str()])?;
    Ok(found.as_ref() == Some(system))
}

pub(crate) async fn list(store: &Store) -> Result<Vec<ListedSystem>> {
    store.select(&SYSTEMS, params![SYSTEMS_MAX]).await
}

/// Holder of a token.
#[derive(Debug)]
pub(crate) enum Holder {
    System(System),
    /// A person of the bank, by name.
    Operator(String),
}

pub(crate) async fn of_token(store: &Store, hash: [u8; 32], now: Instant) -> Result<Option<Holder>> {
    let found: Option<(Joined<System>, Option<String>)> =
        store.select_optional(&TOKEN_CALLER, params![hash.to_vec(), now]).await?;
    Ok(found.and_then(|(Joined(system), operator)| {
        operator.map(Holder::Operator).or_else(|| system.map(Holder::System))
    }))
}

/// Notes an assertion; `false` when it was used before.
pub(crate) fn use_assertion(
    tx: &mut Tx,
    issuer: &str,
    id: &str,
    expires_at: Instant,
    now: Instant,
) -> Result<bool> {
    tx.execute(&ASSERTIONS_FORGET, params![now])?;
    Ok(tx.execute(&ASSERTION_INSERT, params![issuer, id, expires_at])? == 1)
}

pub(crate) fn give_token(
    tx: &mut Tx,
    holder: &Holder,
    hash: [u8; 32],
    expires_at: Instant,
    now: Instant,
) -> Result<()> {
    tx.execute(&TOKENS_FORGET, params![now])?;
    let (system, operator) = match holder {
        Holder::System(system) => (Some(system.name.as_str()), None),
        Holder::Operator(name) => (None, Some(name.as_str())),
    };
    tx.execute_one(&TOKEN_INSERT, params![hash.to_vec(), system, operator, expires_at])
}
