//! Tallies of the trail: how many entries it had of a time, so that a check finds those that were taken away.
//!
//! They are written a little after the entries and by themselves: a number that each change raised would be one row
//! that all changes of a fleet wait for. A unit of work that commits later than the tally looks is not in it, so a
//! check asks whether entries are missing and never whether there are too many.

use kernel::Instant;
use retention::Kind;
use store::{Result, Row, Store, Tx, params};

use crate::kept::TRAIL;

/// Seconds after which entries are counted: the units of work of their time have ended.
pub const TALLIED_AFTER_S: i64 = 30;
/// Seconds of entries that one row counts.
const TALLY_S: i64 = 3_600;
const ENTRIES_AT_ONCE: i64 = 10_000;
const FINDINGS_MAX: i64 = 100;

store::queries! {
    TALLY_LAST = "select from_us, before_us from audit_tallies order by from_us desc limit 1";

    TALLY_OLDEST = "select at_us from audit_entries where at_us >= $1 order by at_us limit 1";

    /// The entry after those that are counted at once.
    TALLY_END = "select at_us from audit_entries where at_us > $1 and at_us < $2 order by at_us limit 1 offset $3";

    TALLY_COUNT = "select count(1) as entries from audit_entries where at_us >= $1 and at_us < $2";

    /// Begins a tally, unless another process has.
    TALLY_BEGIN = "insert into audit_tallies (from_us, before_us, entries) select $1, $2, $3
        where not exists (select 1 from audit_tallies where from_us = $1)";

    /// Goes on with a tally, unless another process has.
    TALLY_GROW = "update audit_tallies set before_us = $1, entries = entries + $2
        where from_us = $3 and before_us = $4";

    /// Tallies of which nothing has left, and the entries that are missing.
    CHECK_TALLIES = "select x.from_us, x.before_us, x.entries, x.present, cast(0 as bigint) as archived from (
            select t.from_us, t.before_us, t.entries, (select count(1) from audit_entries e
                where e.at_us >= t.from_us and e.at_us < t.before_us) as present
            from audit_tallies t, audit_archived a where t.from_us >= a.before_us) x
        where x.present < x.entries order by x.from_us limit $1";

    /// Tallies of which entries may have left: what they counted, what is present of it, and what left since the first.
    CHECK_TALLIES_ARCHIVED = "select coalesce(min(t.from_us), 0) as from_us, coalesce(max(t.before_us), 0) as before_us,
            cast(coalesce(sum(t.entries), 0) as bigint) as entries,
            (select count(1) from audit_entries e where e.at_us < (select max(u.before_us) from audit_tallies u,
                audit_archived b where u.from_us < b.before_us)) as present,
            (select cast(coalesce(sum(r.rows_count), 0) as bigint) from retention_units r where r.kind = $1
                and r.through_us >= (select min(from_us) from audit_tallies)) as archived
        from audit_tallies t, audit_archived a where t.from_us < a.before_us";

    CHECK_TRAIL = "select count(1) as entries from audit_entries";
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrailProof {
    pub entries: i64,
    /// Times of which entries are missing, in words.
    pub findings: Vec<String>,
}

/// Counts the entries that are older than [`TALLIED_AFTER_S`] and not counted yet.
pub async fn tally(store: &Store, now: Instant) -> Result<()> {
    let end = now.plus_seconds(-TALLIED_AFTER_S);
    while let Some(counted) = tally_some(store, end).await? {
        if counted == end {
            break;
        }
    }
    Ok(())
}

/// Counts some entries and returns the moment up to which they are counted now.
async fn tally_some(store: &Store, end: Instant) -> Result<Option<Instant>> {
    let last: Option<(Instant, Instant)> = store.select_optional(&TALLY_LAST, params![]).await?;
    let from = match last {
        Some((_, before)) => Some(before),
        None => store.select_optional(&TALLY_OLDEST, params![0]).await?,
    };
    let Some(from) = from.filter(|from| *from < end) else { return Ok(None) };
    let more = store.select_optional(&TALLY_END, params![from, end, ENTRIES_AT_ONCE]).await?;
    let before = more.unwrap_or(end);
    let entries: i64 = store.select_optional(&TALLY_COUNT, params![from, before]).await?.unwrap_or(0);
    if entries == 0 {
        return Ok(None);
    }
    let write = move |tx: &mut Tx| -> Result<()> {
        match last {
            Some((begun, _)) if before <= begun.plus_seconds(TALLY_S) => {
                tx.execute(&TALLY_GROW, params![before, entries, begun, from])?;
            }
            _ => {
                tx.execute(&TALLY_BEGIN, params![from, before, entries])?;
            }
        }
        Ok(())
    };
    store.write("audit.tally", write).await?;
    Ok(Some(before))
}

/// Compares the trail with its tallies and with what left for an archive.
pub async fn check(store: &Store) -> Result<TrailProof> {
    let look = |tx: &mut Tx| -> Result<TrailProof> {
        let entries = tx.select_one(&CHECK_TRAIL, params![])?;
        let Kind { name, .. } = TRAIL;
        let archived = tx.query_optional(&CHECK_TALLIES_ARCHIVED, params![name])?;
        let short = tx.query(&CHECK_TALLIES, params![FINDINGS_MAX])?;
        let mut findings = Vec::new();
        for row in archived.iter().chain(&short) {
            findings.extend(missing(row)?);
        }
        Ok(TrailProof { entries, findings })
    };
    store.read("audit.check", look).await
}

fn missing(row: &Row) -> Result<Option<String>> {
    let ((from, before), tallied, (present, archived)): ((Instant, Instant), i64, (i64, i64)) = row.read()?;
    let gone = tallied.saturating_sub(present).saturating_sub(archived);
    let (from, before) = (from.to_timestamp(), before.to_timestamp());
    Ok((gone > 0)
        .then(|| format!("the trail: {gone} of {tallied} entries from {from} to {before} are missing")))
}
