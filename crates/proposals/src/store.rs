//! The tables of operators and proposals.

use store::{Joined, Result, Selected as _, Store, Tx, params};

use crate::operator::{NewOperator, Operator, OperatorKey, OperatorName, OperatorRole};
use crate::proposal::{Draft, LIFETIME_S, Proposal, ProposalState};
use kernel::{Instant, Money, UnknownText};

store::migrations! {
    "proposals": 1 "operators with keys, and what one proposes and another approves" "../migrations/0001_baseline.sql"
}

/// The most proposals of one list.
pub const LISTED_MAX: i64 = 1_000;
/// Operators that are read at once.
const OPERATORS_PART: i64 = 1_000;

store::text_columns! { OperatorName OperatorRole ProposalState }

/// A person with the moment of a decision, and its signature.
type Decided = Joined<(String, Instant, Vec<u8>)>;

store::selected! {
    Operator as "o" {
        name: "operator_name",
        roles via |roles: &str| roles.split(',').map(str::parse).collect::<Result<_, UnknownText>>(),
        key: "public_key" via |point| OperatorKey::from_point(point).ok_or("is no key"), directory_subject,
        added_at: "added_at_us", closed_at: "closed_at_us",
    }
    Proposal as "p" (carried_out_by, carried_out_at: "carried_out_at_us", decided: "decided_by, decided_at_us,
            decided_signature": Decided) {
        number, role, content, sha256, difference, reason, made_by, made_at: "made_at_us", made_signature,
        ends_at: "ends_at_us", state;
        decided: decided.0, carried_out: Option::zip(carried_out_by, carried_out_at),
    }
}

store::queries! {
    OPERATOR_INSERT = "insert into operators
            (operator_name, roles, public_key, directory_subject, added_at_us, added_by)
        values ($1, $2, $3, $4, $5, $6) on conflict do nothing";

    OPERATOR_CLOSE = "update operators set closed_at_us = $2, closed_by = $3
        where operator_name = $1 and closed_at_us is null";

    OPERATORS_AFTER = store::text!("select ", Operator::LIST, " from operators
        where operator_name > $1 order by operator_name limit $2");

    /// The roles of the open operators after a name.
    ROLES_AFTER = "select operator_name, roles from operators
        where closed_at_us is null and operator_name > $1 order by operator_name limit $2";

    /// An operator, open or closed.
    OPERATOR = store::text!("select ", Operator::LIST, " from operators where operator_name = $1");

    OPERATOR_OF_SUBJECT = store::text!("select ", Operator::LIST, " from operators
        where directory_subject = $1 and closed_at_us is null");

    /// Makes a proposal with the next number.
    PROPOSAL_INSERT = "insert into proposals (number, role, content, sha256, difference, reason, made_by, made_at_us,
            made_signature, ends_at_us, state, carried_out_by, carried_out_at_us)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)";

    PROPOSAL_LAST = "select coalesce(max(number), 0) as last from proposals";

    PROPOSAL = store::text!("select ", Proposal::LIST, " from proposals where number = $1");

    /// The newest proposals after which others come, from the last to the first.
    PROPOSALS_BEFORE = store::text!("select ", Proposal::LIST, " from proposals
        where number < $1 order by number desc limit $2");

    /// The newest proposals in a state, from the last to the first. Without a bound of the number, PostgreSQL goes
    /// through the whole table.
    PROPOSALS_IN_STATE = store::text!("select ", Proposal::LIST, " from proposals
        where state = $1 and number < $2 order by number desc limit $3");

    /// Decides a proposal that is in the state $2.
    PROPOSAL_DECIDE = "update proposals set state = $3, decided_by = $4, decided_at_us = $5, decided_signature = $6
        where number = $1 and state = $2";

    PROPOSAL_CARRY_OUT = "update proposals set state = 'CARRIED_OUT', carried_out_by = $2, carried_out_at_us = $3
        where number = $1 and state = 'APPROVED'";

    /// Notes an amount that a person moves alone.
    MOVED_ALONE = "insert into moved_alone (operator_name, action, moved_at_us, amount_minor) values ($1, $2, $3, $4)
        on conflict (operator_name, action, moved_at_us)
            do update set amount_minor = moved_alone.amount_minor + excluded.amount_minor";

    /// Forgets what counts no more.
    MOVED_ALONE_BEFORE = "delete from moved_alone where operator_name = $1 and action = $2 and moved_at_us <= $3";

    MOVED_ALONE_SUM = "select cast(coalesce(sum(amount_minor), 0) as bigint) as total from moved_alone
        where operator_name = $1 and action = $2";

    PROPOSALS_UNREVIEWED = "select count(1) as proposals, min(made_at_us) as oldest_us from proposals
        where state = 'BROKEN_GLASS'";
}

pub(crate) fn insert_operator(
    tx: &mut Tx,
    NewOperator { name, roles, key, directory_subject }: NewOperator<'_>,
    by: &str,
    now: Instant,
) -> Result<bool> {
    let roles = roles.iter().map(|role| role.as_str()).collect::<Vec<_>>().join(",");
    let values = params![name.as_str(), roles, key.point(), directory_subject, now, by];
    Ok(tx.execute(&OPERATOR_INSERT, values)? == 1)
}

pub(crate) fn close_operator(tx: &mut Tx, name: &OperatorName, by: &str, now: Instant) -> Result<bool> {
    Ok(tx.execute(&OPERATOR_CLOSE, params![name.as_str(), now, by])? == 1)
}

/// Returns all operators, open and closed, by name.
pub(crate) fn operators(tx: &mut Tx) -> Result<Vec<Operator>> {
    let mut all: Vec<Operator> = Vec::new();
    loop {
        let last = all.last().map_or("", |one| one.name.as_str());
        let some: Vec<Operator> = tx.select(&OPERATORS_AFTER, params![last, OPERATORS_PART])?;
        if some.is_empty() {
            return Ok(all);
        }
        all.extend(some);
    }
}

/// Counts the open operators who have a role.
pub(crate) fn count_open(tx: &mut Tx, role: OperatorRole) -> Result<usize> {
    let (mut last, mut count) = (String::new(), 0);
    loop {
        let some: Vec<(String, String)> = tx.select(&ROLES_AFTER, params![last, OPERATORS_PART])?;
        count += some.iter().filter(|(_, roles)| roles.split(',').any(|one| one == role.as_str())).count();
        let Some((name, _)) = some.into_iter().next_back() else { return Ok(count) };
        last = name;
    }
}

/// Reads an operator, open or closed; none of a text that is no name.
pub(crate) fn operator(tx: &mut Tx, name: &str) -> Result<Option<Operator>> {
    let Ok(name) = name.parse::<OperatorName>() else { return Ok(None) };
    tx.select_optional(&OPERATOR, params![name.as_str()])
}

/// Returns the open operator whom the bank's directory knows by a subject.
pub async fn operator_of_subject(store: &Store, subject: &str) -> Result<Option<Operator>> {
    store.select_optional(&OPERATOR_OF_SUBJECT, params![subject]).await
}

pub(crate) fn next_number(tx: &mut Tx) -> Result<i64> {
    Ok(tx.select_one::<i64>(&PROPOSAL_LAST, params![])?.saturating_add(1))
}

/// Writes a proposal; one for which the glass is broken is carried out at once.
pub(crate) fn insert(
    tx: &mut Tx,
    number: i64,
    (draft, sha256): (&Draft, &[u8; 32]),
    (by, signature): (&str, Vec<u8>),
    state: ProposalState,
    now: Instant,
) -> Result<()> {
    let alone = state == ProposalState::BrokenGlass;
    let Draft { role, content, difference, reason } = draft;
    let ends_at = now.plus_seconds(LIFETIME_S);
    let (who, when) = (alone.then_some(by), alone.then_some(now));
    let (role, state) = (role.as_str(), state.as_str());
    let values = params![
        number, role, content, sha256, difference, reason, by, now, signature, ends_at, state, who, when
    ];
    tx.execute_one(&PROPOSAL_INSERT, values)
}

pub(crate) fn find(tx: &mut Tx, number: i64) -> Result<Option<Proposal>> {
    tx.select_optional(&PROPOSAL, params![number])
}

pub(crate) fn before(tx: &mut Tx, number: i64) -> Result<Vec<Proposal>> {
    tx.select(&PROPOSALS_BEFORE, params![number, LISTED_MAX])
}

/// Returns the newest proposals in a state.
pub(crate) fn in_state(tx: &mut Tx, state: ProposalState) -> Result<Vec<Proposal>> {
    tx.select(&PROPOSALS_IN_STATE, params![state.as_str(), i64::MAX, LISTED_MAX])
}

pub(crate) fn decide(
    tx: &mut Tx,
    number: i64,
    [from, to]: [ProposalState; 2],
    (by, signature): (&str, Vec<u8>),
    now: Instant,
) -> Result<()> {
    let values = params![number, from.as_str(), to.as_str(), by, now, signature];
    tx.execute_one(&PROPOSAL_DECIDE, values)
}

pub(crate) fn carry_out(tx: &mut Tx, number: i64, by: &str, now: Instant) -> Result<()> {
    tx.execute_one(&PROPOSAL_CARRY_OUT, params![number, by, now])
}

/// Adds an amount to those that a person has moved alone since a moment, and returns their sum.
pub(crate) fn moved_alone(
    tx: &mut Tx,
    (name, action): (&str, &str),
    amount: Money,
    [since, now]: [Instant; 2],
) -> Result<Money> {
    tx.execute(&MOVED_ALONE_BEFORE, params![name, action, since])?;
    tx.execute_one(&MOVED_ALONE, params![name, action, now, amount.minor()])?;
    tx.select_one(&MOVED_ALONE_SUM, params![name, action])
}

/// Counts what one person alone has done and nobody has looked at, with the moment of the oldest.
pub async fn unreviewed(store: &Store) -> Result<(i64, Option<Instant>)> {
    Ok(store.select_optional(&PROPOSALS_UNREVIEWED, params![]).await?.unwrap_or((0, None)))
}
