//! An archive that is killed, and one that is damaged.

use std::fs;

use retention::RetentionError;
use testkit::{Bench, on_both_engines};

use super::keeper::{Keeper, killed_at, unwatched};

/// More steps than an archive of the tests has.
const STEPS_MAX: usize = 1_000;

on_both_engines! {
    async fn lif_03_an_archive_that_is_killed_at_any_step_loses_and_doubles_nothing(bench: Bench) {
        let keeper = Keeper::new(bench).await;
        let (before, balances, planned) = (keeper.left().await, keeper.balances().await, keeper.planned().await);
        let mut kills = 0;
        // Each attempt dies a step later than the one before, so that every step is the last one of an attempt.
        loop {
            let killed = keeper.archive(killed_at(kills)).await;
            let (entries, postings, operations, _) = keeper.left().await;
            let inspection = keeper.inspection();
            let archived = |table: &str| inspection.rows.get(table).copied().unwrap_or(0);
            // Whatever left the database is in the archive, and the money is still proved. A unit that was written
            // and not deleted is in both, until the next attempt takes it back.
            assert!(entries + archived("journal_entries") >= before.0, "kill {kills}");
            assert!(postings + archived("postings") >= before.1, "kill {kills}");
            assert!(operations + archived("operations") >= before.2, "kill {kills}");
            assert_eq!(inspection.findings, Vec::<String>::new(), "kill {kills}");
            keeper.bank.assert_sound().await;
            match killed {
                Ok(_) => break,
                Err(RetentionError::Stopped(_)) => kills += 1,
                Err(error) => panic!("kill {kills}: {error}"),
            }
            assert!(kills < STEPS_MAX);
        }
        assert!(kills > 7, "every step of at least one unit: {kills}");
        let after = keeper.left().await;
        assert_eq!(after.0 + keeper.archived("journal_entries"), before.0);
        assert_eq!(after.1 + keeper.archived("postings"), before.1);
        assert_eq!(after.2 + keeper.archived("operations"), before.2);
        assert_eq!(keeper.archived("postings"), planned);
        assert_eq!(keeper.balances().await, balances);
    }

    async fn lif_03_a_line_that_a_kill_tore_is_no_damage(bench: Bench) {
        let keeper = Keeper::new(bench).await;
        keeper.archive(unwatched()).await.unwrap();
        let manifest = keeper.path().join("manifest.jsonl");
        let whole = fs::read_to_string(&manifest).unwrap();
        fs::write(&manifest, format!("{whole}{{\"unit\":99,\"ki")).unwrap();
        let inspection = keeper.inspection();
        assert!(inspection.is_torn && inspection.findings.is_empty(), "{inspection:?}");
        keeper.next_day().await;
        keeper.archive(unwatched()).await.unwrap();
        let inspection = keeper.inspection();
        assert!(!inspection.is_torn && inspection.findings.is_empty(), "{inspection:?}");
    }

    async fn lif_03_damage_of_an_archive_is_found(bench: Bench) {
        let keeper = Keeper::new(bench).await;
        keeper.archive(unwatched()).await.unwrap();
        let (file, manifest) = (keeper.path().join("postings/00000002.jsonl.gz"), keeper.path().join("manifest.jsonl"));
        let (bytes, lines) = (fs::read(&file).unwrap(), fs::read_to_string(&manifest).unwrap());
        // Every byte counts.
        for place in [0, bytes.len() / 2, bytes.len() - 1] {
            let mut wrong = bytes.clone();
            wrong[place] ^= 1;
            fs::write(&file, wrong).unwrap();
            let findings = keeper.inspection().findings;
            assert!(findings.len() == 1 && findings[0].contains("00000002"), "{place}: {findings:?}");
        }
        fs::write(&file, &bytes[..bytes.len() - 1]).unwrap();
        assert_eq!(keeper.inspection().findings.len(), 1);
        fs::remove_file(&file).unwrap();
        assert_eq!(keeper.inspection().findings.len(), 1);
        // A file in the place of another.
        fs::copy(keeper.path().join("postings/00000001.jsonl.gz"), &file).unwrap();
        assert_eq!(keeper.inspection().findings.len(), 1);
        fs::write(&file, &bytes).unwrap();
        assert_eq!(keeper.inspection().findings, Vec::<String>::new());
        // A line that is missing or another.
        let others = lines.lines().enumerate().filter(|(number, _)| *number != 2);
        let without: Vec<&str> = others.map(|(_, line)| line).collect();
        for wrong in [without.join("\n") + "\n", lines.replace("\"postings\":", "\"postings\": ")] {
            fs::write(&manifest, wrong).unwrap();
            assert!(retention::inspect(&keeper.path(), super::kinds()).is_err());
        }
        // The end of a manifest is known to the database.
        let cut: Vec<&str> = lines.lines().collect();
        fs::write(&manifest, cut[..cut.len() - 1].join("\n") + "\n").unwrap();
        keeper.next_day().await;
        let refused = keeper.archive(unwatched()).await.unwrap_err();
        assert!(matches!(refused, RetentionError::Damaged(_)), "{refused}");
    }

    async fn lif_03_an_archive_of_another_database_is_refused(bench: Bench) {
        let keeper = Keeper::new(bench).await;
        keeper.archive(unwatched()).await.unwrap();
        let folder = keeper.path();
        let manifest = fs::read_to_string(folder.join("manifest.jsonl")).unwrap();
        // One unit, as a first attempt that was killed leaves it, but of an archive that this database never began.
        let first = retention_lines(&manifest);
        fs::write(folder.join("manifest.jsonl"), first).unwrap();
        keeper.next_day().await;
        let refused = keeper.archive(unwatched()).await.unwrap_err();
        assert!(matches!(refused, RetentionError::Damaged(_)), "{refused}");
        assert!(folder.join("postings/00000001.jsonl.gz").is_file());
    }
}

/// The first unit of a manifest under the name of another archive.
fn retention_lines(manifest: &str) -> String {
    use sha2::{Digest, Sha256};
    let digest = |line: &str| kernel::hexadecimal(&Sha256::digest(line.as_bytes()));
    let mut lines = manifest.lines();
    let (head, unit) = (lines.next().unwrap(), lines.next().unwrap());
    let other = head.replace("the-archive", "another-archive");
    let unit = unit.replace(&digest(head), &digest(&other));
    format!("{other}\n{unit}\n")
}
