//! Revocations in their table, the list from which other processes learn of them.

use kernel::{IdentifierError, Instant};
use store::{Result, Selected as _, Store, Tx, params};

use crate::token::session::{Subject, SubjectKind};

store::selected! {
    PublishedRevocation as "r" |row| (kind: "subject_kind", id: "subject_id") {
        sequence, revoked_at: "revoked_at_us";
        subject: subject(kind, id).map_err(|error| row.inconsistency("subject_id", error))?,
    }
}

store::queries! {
    /// Takes the numbers of the next revocations, and returns the last one. The row stays locked until the unit of work
    /// is committed, so that numbers become visible in their order.
    pub REVOCATION_NUMBERS = "update revocation_counter set sequence = sequence + cast($1 as bigint) where singleton
        returning sequence";

    pub REVOCATION_INSERT = "insert into revocations (sequence, subject_kind, subject_id, revoked_at_us)
        values ($1, $2, $3, $4)";

    pub REVOCATIONS_AFTER = store::text!("select ", PublishedRevocation::LIST, " from revocations
        where sequence > $1 order by sequence limit $2");

    /// Forgets revocations of tokens that have all expired.
    pub REVOCATIONS_PRUNE = "delete from revocations where sequence in (
            select sequence from revocations where revoked_at_us < $1 order by revoked_at_us limit $2)";
}

/// Tells every process of revocations.
pub fn publish(tx: &mut Tx, subjects: &[Subject], now: Instant) -> Result<()> {
    if subjects.is_empty() {
        return Ok(());
    }
    let count = i64::try_from(subjects.len()).unwrap_or(i64::MAX);
    let last = tx.select_one::<i64>(&REVOCATION_NUMBERS, params![count])?;
    let numbered = subjects.iter().zip(last.saturating_sub(count).saturating_add(1)..);
    let row =
        |(subject, number): (&Subject, i64)| params![number, subject.kind().as_str(), subject.id(), now];
    tx.insert_many(&REVOCATION_INSERT, numbered.map(row).collect()).map(drop)
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublishedRevocation {
    pub sequence: i64,
    /// The session, user or client whose tokens are refused.
    pub subject: Subject,
    /// The moment until which their tokens are refused.
    pub revoked_at: Instant,
}

/// Returns the revocations after the number `sequence`, in their order, at most `rows_max`.
pub async fn after(store: &Store, sequence: i64, rows_max: usize) -> Result<Vec<PublishedRevocation>> {
    let limit = i64::try_from(rows_max).unwrap_or(i64::MAX);
    store.select(&REVOCATIONS_AFTER, params![sequence, limit]).await
}

fn subject(kind: SubjectKind, id: &str) -> Result<Subject, IdentifierError> {
    Ok(match kind {
        SubjectKind::Session => Subject::Session(id.parse()?),
        SubjectKind::User => Subject::User(id.parse()?),
        SubjectKind::Client => Subject::Client(id.parse()?),
    })
}
