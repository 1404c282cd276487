//! LIF-08: the trail as a log that proves itself.

use std::path::Path;

use audit::log::{ExportError, cover, cover_past, export, leaf_of, prove, verify};
use audit::{Actor, Filter};
use kernel::{Clock as _, Instant};
use store::{Migration, MigrationTree, Query, StoreError, Tx, Value, params};
use testkit::Bench;
use tlog::SigningKey;
use tlog::folder::{CHECKPOINT, Folder};

use crate::{entry, list, migrate, write};

pub(crate) fn key() -> SigningKey {
    SigningKey::of_seed("bank-044525999/trail", &[5; 32]).unwrap()
}

/// Writes entries at the same moment, ten of them with details.
pub(crate) async fn fill(bench: &Bench, count: usize) {
    for number in 0..count {
        let detail = serde_json::json!({ "number": number, "text": "Ёлка" });
        let object = format!("T{number}");
        write(bench, entry(bench, Actor::System, "thing.changed", &object).detail(detail)).await.unwrap();
    }
}

/// Writes entries at the same moment in one unit of work.
async fn fill_at_once(bench: &Bench, count: usize) {
    let object = |number| entry(bench, Actor::System, "thing.changed", &format!("T{number}"));
    let entries: Vec<audit::Entry> = (0..count).map(object).collect();
    let work = move |tx: &mut Tx| entries.iter().cloned().try_for_each(|entry| audit::record(tx, entry));
    bench.store.write::<_, StoreError>("test.fill", work).await.unwrap();
}

/// Covers everything that is there; how many entries got a place.
pub(crate) async fn cover_all(bench: &Bench) -> u64 {
    let mut added = 0;
    loop {
        let coverage = cover(&bench.store, bench.clock.now(), true).await.unwrap();
        added += coverage.added;
        if !coverage.is_full {
            return added;
        }
    }
}

pub(crate) async fn exported(bench: &Bench, folder: &Path) -> Vec<String> {
    while export(&bench.store, folder, &key()).await.unwrap().behind > 0 {}
    Folder::verify(folder, key().verifying(), None).unwrap().findings
}

/// Takes the triggers away, as somebody does who holds the database.
static UNGUARDED: MigrationTree = MigrationTree {
    area: "unguarded_trail",
    migrations: &[Migration {
        version: 1,
        note: "no triggers of the trail",
        sql: "--@ sqlite
            drop trigger audit_entries_refuse_update;
            drop trigger audit_entries_refuse_delete;
            --@ postgres
            drop trigger audit_entries_refuse_change on audit_entries;",
    }],
};

async fn tamper(bench: &Bench, query: &'static Query, parameters: Vec<Value>) {
    let changed = bench.store.write("tamper", move |tx| tx.execute(query, parameters.clone())).await;
    assert!(changed.unwrap() > 0);
}

store::queries! {
    /// The newest place.
    PLACES = "select count(1) as places, count(distinct entry_id) as entries, coalesce(max(leaf_index), -1) + 1 as size
        from audit_leaves";
    CHANGE_ENTRY = "update audit_entries set detail = '{}' where id = $1";
    REMOVE_ENTRY = "delete from audit_entries where id = $1";
    REMOVE_PLACE = "delete from audit_leaves where leaf_index = 100";
    /// Another tile of the roots of full tiles.
    CHANGE_TILE = "update audit_tiles set hashes = (select hashes from audit_tiles where level = 0 and tile_index = 0)
        where level = 1 and tile_index = 0";
    CUT_LEAVES = "delete from audit_leaves where leaf_index >= 256";
    CUT_TILES = "delete from audit_tiles where level = 0 and tile_index >= 1";
    CUT_LOG = "update audit_log set size = 256";
    LOOKED = "select looked_us from audit_log";
}

async fn places(bench: &Bench) -> (i64, i64, i64) {
    let row = bench.store.query(&PLACES, params![]).await.unwrap().remove(0);
    (row.integer("places").unwrap(), row.integer("entries").unwrap(), row.integer("size").unwrap())
}

testkit::on_both_engines! {
    async fn lif_08_every_entry_gets_one_place_whoever_covers(bench: Bench) {
        migrate(&bench).await;
        for round in 0..6 {
            let writers = (0..20).map(|number| {
                let object = format!("R{round}-{number}");
                let entry = entry(&bench, Actor::System, "thing.changed", &object);
                write(&bench, entry)
            });
            let writing = futures_util::future::join_all(writers);
            let now = bench.clock.now();
            let (written, one, other) =
                tokio::join!(writing, cover(&bench.store, now, false), cover(&bench.store, now, true));
            assert!(written.into_iter().all(|written| written.is_ok()));
            one.unwrap();
            other.unwrap();
            bench.clock.advance_seconds(1);
        }
        cover_all(&bench).await;
        assert_eq!(places(&bench).await, (120, 120, 120), "no place twice and none left out");
        let proof = verify(&bench.store).await.unwrap();
        assert_eq!((proof.size, proof.uncovered, proof.findings), (120, 0, Vec::new()));
        assert_eq!(cover(&bench.store, bench.clock.now(), true).await.unwrap().added, 0);
    }

    async fn lif_08_an_entry_that_commits_late_is_a_straggler_and_gets_its_place(bench: Bench) {
        migrate(&bench).await;
        let late = entry(&bench, Actor::System, "thing.changed", "late");
        bench.clock.advance_seconds(600);
        fill(&bench, 3).await;
        assert_eq!(cover(&bench.store, bench.clock.now(), false).await.unwrap().added, 3);
        write(&bench, late).await.unwrap();
        let each_second = cover(&bench.store, bench.clock.now(), false).await.unwrap();
        assert_eq!(each_second.added, 0, "too far back for each second");
        assert_eq!(verify(&bench.store).await.unwrap().uncovered, 1);
        assert_eq!(cover(&bench.store, bench.clock.now(), true).await.unwrap().added, 1);
        assert_eq!(verify(&bench.store).await.unwrap().findings, Vec::<String>::new());
    }

    async fn lif_08_entries_after_a_clock_that_was_put_back_get_their_places(bench: Bench) {
        migrate(&bench).await;
        // A server whose clock is an hour ahead, until it is put right.
        bench.clock.advance_seconds(3_600);
        fill(&bench, 2).await;
        assert_eq!(cover(&bench.store, bench.clock.now(), false).await.unwrap().added, 2);
        bench.clock.advance_seconds(-3_600);
        fill(&bench, 3).await;
        assert_eq!(cover(&bench.store, bench.clock.now(), false).await.unwrap().added, 3);
        bench.clock.advance_seconds(7_200);
        fill(&bench, 1).await;
        assert_eq!(cover_all(&bench).await, 1);
        let proof = verify(&bench.store).await.unwrap();
        assert_eq!((proof.size, proof.uncovered, proof.findings), (6, 0, Vec::new()));
    }

    async fn lif_08_nobody_has_to_look_in_the_minutes_after_a_clock_was_put_back(bench: Bench) {
        migrate(&bench).await;
        bench.clock.advance_seconds(86_400);
        fill(&bench, 2).await;
        assert_eq!(cover_all(&bench).await, 2);
        bench.clock.advance_seconds(-86_400);
        fill(&bench, 3).await;
        // Nobody looks for an hour.
        bench.clock.advance_seconds(3_600);
        fill(&bench, 1).await;
        assert_eq!(cover(&bench.store, bench.clock.now(), false).await.unwrap().added, 4);
        let proof = verify(&bench.store).await.unwrap();
        assert_eq!((proof.size, proof.uncovered, proof.findings), (6, 0, Vec::new()));
        // The clock counts from where it is now on: no further look goes through what lies ahead of it.
        bench.clock.advance_seconds(-7_200);
        assert_eq!(cover(&bench.store, bench.clock.now(), false).await.unwrap().added, 0);
        let looked: Option<Instant> = bench.store.select_optional(&LOOKED, params![]).await.unwrap();
        assert_eq!(looked, Some(bench.clock.now()));
    }

    async fn lif_08_many_entries_behind_a_clock_that_was_put_back_hide_none_that_lies_ahead(bench: Bench) {
        migrate(&bench).await;
        bench.clock.advance_seconds(7_200);
        fill(&bench, 1).await;
        assert_eq!(cover_all(&bench).await, 1);
        // Nobody looks again before the clock is put back.
        fill(&bench, 1).await;
        bench.clock.advance_seconds(-7_200);
        fill(&bench, 2_000).await;
        let first = cover(&bench.store, bench.clock.now(), false).await.unwrap();
        assert_eq!((first.added, first.is_full), (2_000, true));
        assert_eq!(cover_all(&bench).await, 1);
        let proof = verify(&bench.store).await.unwrap();
        assert_eq!((proof.size, proof.uncovered, proof.findings), (2_002, 0, Vec::new()));
        let looked: Option<Instant> = bench.store.select_optional(&LOOKED, params![]).await.unwrap();
        assert_eq!(looked, Some(bench.clock.now()));
    }

    async fn lif_08_an_entry_of_a_wrong_clock_gets_its_place_by_a_walk_through_the_past(bench: Bench) {
        migrate(&bench).await;
        let now = bench.clock.now();
        bench.clock.set(Instant::from_microseconds(-1));
        let of_wrong_clock = entry(&bench, Actor::System, "thing.changed", "late");
        bench.clock.set(now);
        // More at one moment than a piece has.
        fill_at_once(&bench, 5_001).await;
        assert_eq!(cover_all(&bench).await, 5_001);
        write(&bench, of_wrong_clock).await.unwrap();
        bench.clock.advance_seconds(60);
        fill(&bench, 1).await;
        assert_eq!(cover_all(&bench).await, 1, "no look goes back so far");
        assert_eq!(verify(&bench.store).await.unwrap().uncovered, 1);
        let looked: Option<Instant> = bench.store.select_optional(&LOOKED, params![]).await.unwrap();
        let (begin, mut from, mut pieces) = (Instant::from_microseconds(i64::MIN), None, 0);
        while from != Some(begin) {
            from = Some(cover_past(&bench.store, bench.clock.now(), from.unwrap_or(begin)).await.unwrap());
            pieces += 1;
        }
        assert_eq!(pieces, 3, "up to the crowd, the crowd, and what comes after it");
        let proof = verify(&bench.store).await.unwrap();
        assert_eq!((proof.size, proof.uncovered, proof.findings), (5_003, 0, Vec::new()));
        let still: Option<Instant> = bench.store.select_optional(&LOOKED, params![]).await.unwrap();
        assert_eq!(still, looked, "the other looks go on where they were");
    }

    async fn lif_08_a_proof_holds_without_the_database(bench: Bench) {
        migrate(&bench).await;
        fill(&bench, 300).await;
        cover_all(&bench).await;
        let all = list(&bench, &Filter::default()).await;
        let id = all[40].id.to_string();
        let proof = prove(&bench.store, &id, &key()).await.unwrap().unwrap();
        let alone = tlog::Proof { extra: Vec::new(), ..proof.clone() }.to_string();
        assert!(alone.len() <= 1_024, "{} beside the entry", alone.len());
        let entry = &all[40];
        let proof = tlog::Proof::parse(&proof.to_string()).unwrap();
        assert_eq!(proof.extra, leaf_of(entry));
        assert_eq!(proof.verify(&proof.extra, key().verifying()).map(|checkpoint| checkpoint.size), Ok(300));
        let mut other = entry.clone();
        other.detail.push(' ');
        assert!(proof.verify(&leaf_of(&other), key().verifying()).is_err());
        assert_eq!(prove(&bench.store, "unknown", &key()).await.unwrap(), None);
    }

    async fn lif_08_whoever_changes_the_trail_is_found(bench: Bench) {
        migrate(&bench).await;
        fill(&bench, 600).await;
        cover_all(&bench).await;
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(exported(&bench, folder.path()).await, Vec::<String>::new());
        fill(&bench, 100).await;
        cover_all(&bench).await;
        let before = std::fs::read_to_string(folder.path().join(CHECKPOINT)).unwrap();
        assert_eq!(exported(&bench, folder.path()).await, Vec::<String>::new(), "it has grown");
        let grown = Folder::verify(folder.path(), key().verifying(), Some(&before)).unwrap();
        assert_eq!((grown.findings, grown.checkpoint.unwrap().size), (Vec::new(), 700));
        let all = list(&bench, &Filter::default()).await;
        let (changed, removed) = (all[10].id, all[20].id);
        bench.migrate(&[&UNGUARDED]).await;
        tamper(&bench, &CHANGE_ENTRY, params![changed.to_string()]).await;
        tamper(&bench, &REMOVE_ENTRY, params![removed.to_string()]).await;
        let found = verify(&bench.store).await.unwrap().findings;
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found.iter().any(|found| found.contains(&changed.to_string()) && found.contains("is another than")));
        assert!(found.iter().any(|found| found.contains(&removed.to_string()) && found.contains("is missing")));
        // Somebody who rewrites the log too contradicts the folder, which is not written over: with as many entries,
        tamper(&bench, &CHANGE_TILE, params![]).await;
        let forked = export(&bench.store, folder.path(), &key()).await;
        assert!(matches!(forked, Err(ExportError::Forked)), "{forked:?}");
        // or with fewer.
        tamper(&bench, &REMOVE_PLACE, params![]).await;
        tamper(&bench, &CUT_LEAVES, params![]).await;
        tamper(&bench, &CUT_TILES, params![]).await;
        let found = verify(&bench.store).await.unwrap().findings;
        for words in [
            "tiles of the log are missing",
            "places 100 to 100 of the log are missing",
            "places 256 to 699 of the log are missing",
        ] {
            assert!(found.iter().any(|found| found == words), "{words}: {found:?}");
        }
        tamper(&bench, &CUT_LOG, params![]).await;
        let forked = export(&bench.store, folder.path(), &key()).await;
        assert!(matches!(forked, Err(ExportError::Forked)), "{forked:?}");
        let kept = Folder::verify(folder.path(), key().verifying(), Some(&before)).unwrap();
        assert_eq!(kept.findings, Vec::<String>::new());
    }

    async fn lif_08_partial_tiles_go_when_the_log_has_grown(bench: Bench) {
        migrate(&bench).await;
        let folder = tempfile::tempdir().unwrap();
        // Each step leaves partial tiles of a width of its own.
        for _ in 0..13 {
            fill(&bench, 110).await;
            cover_all(&bench).await;
            assert_eq!(exported(&bench, folder.path()).await, Vec::<String>::new());
        }
        for tiles in ["tile/entries", "tile/0"] {
            let has_partial = |index: u64| folder.path().join(format!("{tiles}/{index:03}.p")).exists();
            assert_eq!([0, 2, 5].map(has_partial), [false, true, true], "{tiles}");
        }
    }

    async fn lif_08_a_folder_of_another_key_is_not_written_over(bench: Bench) {
        migrate(&bench).await;
        fill(&bench, 5).await;
        cover_all(&bench).await;
        let folder = tempfile::tempdir().unwrap();
        exported(&bench, folder.path()).await;
        let other = SigningKey::of_seed("bank-044525999/trail", &[6; 32]).unwrap();
        let refused = export(&bench.store, folder.path(), &other).await;
        assert!(matches!(refused, Err(ExportError::Note(_))), "{refused:?}");
    }
}
