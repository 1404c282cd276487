//! The way out of the trail, and the check of the rest.

use audit::log::{ExportError, cover_past, export, verify};
use audit::{Actor, TALLIED_AFTER_S, check, tally};
use kernel::{Clock, Instant, SystemClock, hexadecimal};
use retention::{Kind, inspect};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use store::{Migration, MigrationTree, Query, StoreError, params};
use testkit::archivist::{Archivist, KEPT_DAYS, unwatched};
use testkit::{Bench, Engine};
use tlog::folder::Folder;

use super::log::{cover_all, exported, fill, key};
use super::{entry, write};

const DAY_S: i64 = 86_400;
/// The days for which entries stay.
const LEAST_DAYS: i64 = 1_827;

/// The mark of a database, as the crate of sandboxes keeps it.
static KIND: MigrationTree = MigrationTree {
    area: "kind",
    migrations: &[Migration::new(
        1,
        "the kind",
        "create table database_kind (kind text not null primary key)",
    )],
};

static KINDS: &[&Kind] = &[&audit::TRAIL];

store::queries! {
    /// Makes the database a sandbox.
    SANDBOX = "insert into database_kind (kind) values ('SANDBOX')";
    /// Lets everything go, as a stray statement would.
    FIRST = "insert into audit_archived (alone, before_us) values (1, $1)";
    /// The same, over what is there.
    OVER = "insert or replace into audit_archived (alone, before_us) values (1, $1)";
    /// The same, on PostgreSQL.
    UPSERT = "insert into audit_archived (alone, before_us) values (1, $1)
        on conflict (alone) do update set before_us = excluded.before_us";
    MOVE = "update audit_archived set before_us = $1";
    REMOVE = "delete from audit_archived where before_us < $1";
    /// Removes the note on PostgreSQL.
    TRUNCATE = "truncate audit_archived, audit_tallies, retention_units";
    /// Notes a unit of the trail.
    NOTED = "insert into retention_units (archive_id, number, kind, rows_count, file_sha256, line_sha256, through_us,
            archived_at_us) values ($1, $2, $3, 1, $4, $4, $5, 0)";
    /// Changes what was noted.
    RENOTED = "update retention_units set through_us = $1";
    /// Forgets what was noted.
    UNNOTED = "delete from retention_units where through_us > $1";
    /// Forgets tallies.
    UNTALLIED = "delete from audit_tallies where from_us <= $1";
    /// Lowers tallies.
    LOWERED = "update audit_tallies set entries = 1 where from_us <= $1";
    TALLIES = "select count(1) as tallies, cast(coalesce(sum(entries), 0) as bigint) as entries from audit_tallies";
    EMPTY = "delete from audit_entries where at_us < $1";
    /// Removes one.
    ONE = "delete from audit_entries where object_id = $1";
    /// Looks away, on SQLite.
    UNGUARDED = "drop trigger audit_entries_refuse_delete";
    /// Looks away, on PostgreSQL.
    DISABLED = "alter table audit_entries disable trigger user";
}

async fn migrate(bench: &Bench) {
    let trees = [&retention::MIGRATIONS, &KIND, &audit::MIGRATIONS, &audit::ARCHIVE_MIGRATIONS];
    bench.migrate(&trees).await;
}

async fn run(bench: &Bench, query: &'static Query, value: i64) -> Result<u64, StoreError> {
    bench.store.write("test", move |tx| tx.execute(query, params![value])).await
}

#[track_caller]
fn assert_refused(outcome: &Result<u64, StoreError>, what: &str) {
    assert!(matches!(outcome, Err(StoreError::Constraint { .. })), "{what}: {outcome:?}");
}

/// Notes a unit of `kind` through a moment, as an archive does.
async fn note(bench: &Bench, number: i64, kind: &'static str, through: Instant) {
    let values = params!["A", number, kind, vec![0_u8; 32], through];
    bench.store.write("note", move |tx| tx.execute(&NOTED, values.clone())).await.unwrap();
}

fn days_ago(days: i64) -> Instant {
    SystemClock.now().plus_seconds(-days * DAY_S)
}

async fn write_at(bench: &Bench, object: &str, at: Instant) {
    let wait = at.microseconds() - bench.clock.now().microseconds();
    bench.clock.advance_seconds(wait.div_euclid(1_000_000));
    write(bench, entry(bench, Actor::System, "thing.changed", object)).await.unwrap();
}

async fn entries(bench: &Bench) -> i64 {
    check(&bench.store).await.unwrap().entries
}

async fn look_away(bench: &Bench) {
    let query = if bench.engine == Engine::Sqlite { &UNGUARDED } else { &DISABLED };
    bench.store.write("look away", move |tx| tx.execute(query, params![])).await.unwrap();
}

testkit::on_both_engines! {
    async fn security_02_ordinary_statements_do_not_empty_the_trail(bench: Bench) {
        migrate(&bench).await;
        write_at(&bench, "old", days_ago(4_000)).await;
        write_at(&bench, "young", days_ago(1)).await;
        let upsert = if bench.engine == Engine::Sqlite { &OVER } else { &UPSERT };
        for moment in [i64::MIN, -1, 0, 1, days_ago(3_000).microseconds(), i64::MAX] {
            assert_refused(&run(&bench, &FIRST, moment).await, "a first note");
            assert_refused(&run(&bench, upsert, moment).await, "a note over the note");
            if moment != 0 {
                let moved = run(&bench, &MOVE, moment).await;
                assert!(moved.is_err(), "{moment}: {moved:?}");
            }
        }
        assert_refused(&run(&bench, &REMOVE, i64::MAX).await, "no note");
        if bench.engine == Engine::Postgres {
            let truncated = bench.store.write("truncate", |tx| tx.execute(&TRUNCATE, params![])).await;
            assert_refused(&truncated, "truncate");
        }
        assert_refused(&run(&bench, &EMPTY, i64::MAX).await, "everything");
        assert_eq!(entries(&bench).await, 2);
    }

    async fn security_02_entries_leave_with_a_noted_unit_after_five_years_alone(bench: Bench) {
        migrate(&bench).await;
        write_at(&bench, "old", days_ago(LEAST_DAYS + 2)).await;
        write_at(&bench, "young", days_ago(LEAST_DAYS - 1)).await;
        // A unit of something else, and one that does not go far enough.
        note(&bench, 1, "letters", days_ago(0)).await;
        note(&bench, 2, "trail", days_ago(LEAST_DAYS + 3)).await;
        let old = days_ago(LEAST_DAYS + 1).microseconds();
        assert_refused(&run(&bench, &MOVE, old).await, "further than the unit");
        // A unit that claims to be of today.
        note(&bench, 3, "trail", Instant::from_microseconds(i64::MAX - 1)).await;
        for moment in [days_ago(LEAST_DAYS - 1).microseconds(), i64::MAX] {
            assert_refused(&run(&bench, &MOVE, moment).await, "younger than five years");
        }
        assert_eq!(run(&bench, &MOVE, old).await.unwrap(), 1);
        assert_refused(&run(&bench, &EMPTY, i64::MAX).await, "the young one too");
        assert_eq!(run(&bench, &EMPTY, old).await.unwrap(), 1);
        assert_refused(&run(&bench, &MOVE, old - 1).await, "back");
        for query in [&RENOTED, &UNNOTED] {
            assert_refused(&run(&bench, query, 0).await, query.name());
        }
        assert_eq!(entries(&bench).await, 1);
    }

    async fn security_02_a_check_misses_entries_that_were_taken_in_spite_of_all(bench: Bench) {
        migrate(&bench).await;
        for object in ["1", "2", "3", "4"] {
            write_at(&bench, object, bench.clock.now().plus_seconds(3_000)).await;
        }
        tally(&bench.store, bench.clock.now()).await.unwrap();
        bench.clock.advance_seconds(TALLIED_AFTER_S + 1);
        for _ in 0..2 {
            tally(&bench.store, bench.clock.now()).await.unwrap();
        }
        // What was rolled back was never there, and what commits late is no alarm.
        let lost = entry(&bench, Actor::System, "thing.lost", "T1");
        let outcome: Result<(), StoreError> = bench.store.write("fails", move |tx| {
            audit::record(tx, lost.clone())?;
            Err(StoreError::Busy("planned".to_owned()))
        }).await;
        assert!(outcome.is_err());
        write_at(&bench, "late", bench.clock.now().plus_seconds(-12_500)).await;
        bench.clock.advance_seconds(12_500 + TALLIED_AFTER_S);
        tally(&bench.store, bench.clock.now()).await.unwrap();
        let proof = check(&bench.store).await.unwrap();
        assert_eq!((proof.entries, proof.findings), (5, Vec::new()));
        for query in [&UNTALLIED, &LOWERED] {
            assert_refused(&run(&bench, query, i64::MAX).await, query.name());
        }

        look_away(&bench).await;
        bench.store.write("take", |tx| tx.execute(&ONE, params!["3"])).await.unwrap();
        let proof = check(&bench.store).await.unwrap();
        assert_eq!(proof.entries, 4);
        assert!(matches!(proof.findings.as_slice(), [one] if one.contains("1 of ")), "{:?}", proof.findings);
    }

    async fn security_02_entries_of_an_hour_are_one_tally_that_grows(bench: Bench) {
        migrate(&bench).await;
        for object in ["1", "2", "3"] {
            write_at(&bench, object, bench.clock.now().plus_seconds(600)).await;
            bench.clock.advance_seconds(TALLIED_AFTER_S + 1);
            for _ in 0..2 {
                tally(&bench.store, bench.clock.now()).await.unwrap();
            }
        }
        let row = bench.store.query_optional(&TALLIES, params![]).await.unwrap().unwrap();
        assert_eq!(["tallies", "entries"].map(|name| row.integer(name).unwrap()), [1, 3]);
        let proof = check(&bench.store).await.unwrap();
        assert_eq!((proof.entries, proof.findings), (3, Vec::new()));
        look_away(&bench).await;
        bench.store.write("take", |tx| tx.execute(&ONE, params!["2"])).await.unwrap();
        let findings = check(&bench.store).await.unwrap().findings;
        assert!(matches!(findings.as_slice(), [one] if one.contains("1 of 3 entries")), "{findings:?}");
    }

    async fn security_02_a_tally_that_grows_leaves_the_one_before_as_it_is(bench: Bench) {
        migrate(&bench).await;
        // The first hour has two entries; the second one begins with the third.
        for (object, later_s) in [("1", 600), ("2", 3_300), ("3", 600), ("4", 600)] {
            write_at(&bench, object, bench.clock.now().plus_seconds(later_s)).await;
            bench.clock.advance_seconds(TALLIED_AFTER_S + 1);
            tally(&bench.store, bench.clock.now()).await.unwrap();
        }
        let row = bench.store.query_optional(&TALLIES, params![]).await.unwrap().unwrap();
        assert_eq!(["tallies", "entries"].map(|name| row.integer(name).unwrap()), [2, 4]);
    }

    async fn security_02_what_left_for_an_archive_is_not_missed(bench: Bench) {
        migrate(&bench).await;
        bench.store.write("kind", |tx| tx.execute(&SANDBOX, params![])).await.unwrap();
        let archivist = Archivist::new(&bench, KINDS, 2).await;
        for object in ["1", "2", "3", "4", "5"] {
            write_at(&bench, object, bench.clock.now().plus_seconds(3 * DAY_S)).await;
            bench.clock.advance_seconds(TALLIED_AFTER_S + 1);
            tally(&bench.store, bench.clock.now()).await.unwrap();
        }
        // The moments of a sandbox are years ahead of the machine's.
        bench.clock.advance_seconds(i64::from(KEPT_DAYS + 1) * DAY_S);
        write_at(&bench, "6", bench.clock.now()).await;
        let units = archivist.archive(&bench, unwatched()).await.unwrap();
        assert_eq!(units.iter().map(|unit| unit.rows).sum::<i64>(), 5);
        let proof = check(&bench.store).await.unwrap();
        assert_eq!((proof.entries, proof.findings), (1, Vec::new()));

        bench.clock.advance_seconds(TALLIED_AFTER_S + 1);
        tally(&bench.store, bench.clock.now()).await.unwrap();
        look_away(&bench).await;
        bench.store.write("take", |tx| tx.execute(&ONE, params!["6"])).await.unwrap();
        let findings = check(&bench.store).await.unwrap().findings;
        assert_eq!(findings.len(), 1, "{findings:?}");
    }

    async fn lif_03_whatever_is_changed_in_an_archive_is_found(bench: Bench) {
        migrate(&bench).await;
        bench.store.write("kind", |tx| tx.execute(&SANDBOX, params![])).await.unwrap();
        let archivist = Archivist::new(&bench, KINDS, 2).await;
        for object in ["1", "2", "3"] {
            write_at(&bench, object, bench.clock.now().plus_seconds(DAY_S)).await;
        }
        bench.clock.advance_seconds(i64::from(KEPT_DAYS + 2) * DAY_S);
        archivist.archive(&bench, unwatched()).await.unwrap();
        let place = archivist.path().join("manifest.jsonl");
        let right = std::fs::read_to_string(&place).unwrap();
        let last = right.lines().last().unwrap();
        let unit: Value = serde_json::from_str(last).unwrap();
        assert_eq!((&unit["unit"], &unit["rows"]), (&json!(2), &json!({ "audit_entries": 1 })));
        let with = |name: &str, value: Value| {
            let mut other = unit.clone();
            other[name] = value;
            right.replacen(last, &other.to_string(), 1)
        };
        let and = |mut line: Value| {
            line["previous"] = json!(hexadecimal(&Sha256::digest(last)));
            format!("{right}{line}\n")
        };
        let mut again = unit.clone();
        again["unit"] = json!(3);
        for (manifest, words) in [
            (right.clone(), ""),
            (with("rows", json!({ "audit_entries": 2 })), "1 rows of audit_entries instead of 2"),
            (with("content_sha256", json!("00")), "the digest of its content is not that of the manifest"),
            (with("file_sha256", json!("00")), "its digest is not that of the manifest"),
            (with("kind", json!("nothing")), "this version knows no kind nothing"),
            (with("unit", json!(7)), "is of unit 7 after unit 1"),
            (with("previous", json!("00")), "does not follow the line before"),
            (right.replacen("\"format\":1", "\"format\":2", 1), "another form than this version writes"),
            (and(json!({ "abandoned": 1 })), "takes back unit 1, which is not the last"),
            (and(again), "a row of audit_entries is archived twice"),
        ] {
            std::fs::write(&place, manifest).unwrap();
            let found = match inspect(&archivist.path(), KINDS) {
                Ok(inspection) => inspection.findings.join("\n"),
                Err(error) => error.to_string(),
            };
            assert!(found.contains(words) && found.is_empty() == words.is_empty(), "{words}: {found}");
        }
    }

    async fn lif_08_a_folder_is_begun_when_entries_have_left_for_an_archive(bench: Bench) {
        migrate(&bench).await;
        bench.store.write("kind", |tx| tx.execute(&SANDBOX, params![])).await.unwrap();
        let archivist = Archivist::new(&bench, KINDS, 200).await;
        fill(&bench, 300).await;
        cover_all(&bench).await;
        bench.clock.advance_seconds(i64::from(KEPT_DAYS + 1) * DAY_S);
        archivist.archive(&bench, unwatched()).await.unwrap();
        assert_eq!(entries(&bench).await, 0);
        let proof = verify(&bench.store).await.unwrap();
        assert_eq!((proof.size, proof.archived, proof.findings), (300, 300, Vec::new()));
        let folder = tempfile::tempdir().unwrap();
        for (more, absent) in [(0, 300), (100, 400), (400, 512)] {
            fill(&bench, more).await;
            cover_all(&bench).await;
            assert_eq!(exported(&bench, folder.path()).await, Vec::<String>::new());
            let verified = Folder::verify(folder.path(), key().verifying(), None).unwrap();
            assert_eq!(verified.absent, absent, "{more}");
        }
        // Of what it has begun with, nothing may be absent.
        let late = tempfile::tempdir().unwrap();
        assert_eq!(exported(&bench, late.path()).await, Vec::<String>::new());
        fill(&bench, 100).await;
        cover_all(&bench).await;
        bench.clock.advance_seconds(i64::from(KEPT_DAYS + 1) * DAY_S);
        archivist.archive(&bench, unwatched()).await.unwrap();
        let refused = export(&bench.store, late.path(), &key()).await;
        assert!(matches!(refused, Err(ExportError::Archived(_))), "{refused:?}");
    }

    async fn lif_08_a_folder_begins_after_an_entry_of_a_wrong_clock_that_has_left(bench: Bench) {
        migrate(&bench).await;
        bench.store.write("kind", |tx| tx.execute(&SANDBOX, params![])).await.unwrap();
        let archivist = Archivist::new(&bench, KINDS, 200).await;
        fill(&bench, 10).await;
        cover_all(&bench).await;
        let now = bench.clock.now();
        bench.clock.set(now.plus_seconds(-i64::from(KEPT_DAYS + 2) * DAY_S));
        fill(&bench, 1).await;
        bench.clock.set(now);
        cover_past(&bench.store, now, Instant::from_microseconds(i64::MIN)).await.unwrap();
        fill(&bench, 4).await;
        cover_all(&bench).await;
        archivist.archive(&bench, unwatched()).await.unwrap();
        let proof = verify(&bench.store).await.unwrap();
        assert_eq!((proof.size, proof.archived, proof.findings), (15, 1, Vec::new()));
        let folder = tempfile::tempdir().unwrap();
        for (more, absent) in [(0, 15), (300, 256)] {
            fill(&bench, more).await;
            cover_all(&bench).await;
            assert_eq!(exported(&bench, folder.path()).await, Vec::<String>::new());
            let verified = Folder::verify(folder.path(), key().verifying(), None).unwrap();
            assert_eq!(verified.absent, absent, "{more}");
        }
    }
}
