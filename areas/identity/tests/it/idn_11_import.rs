//! IDN-11: what an import stops ends when it is applied. Minutes lie behind its beginning, or hours, in which tokens
//! are given out.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use import::{
    ChunkSizes, Chunks, ImportContext, ImportError, ImportFile, ImportRow, Pace, Progress, RowError,
    RowOutcome, RowResult, Stage, TableImporter, columns,
};
use kernel::{Clock, Instant, MovableClock};
use store::Tx;
use testkit::{Bench, on_both_engines};

use crate::house::{Tokens, poll, tokens};
use crate::idn_11_ending::fed;
use crate::town::{Town, exchange};

/// Longer than a process may give no sign of life.
const LEASE_S: i64 = 11;

/// Everything that ends tokens: another password, another second factor, a lock, a client that is switched off.
const STOPS: [(&str, &str); 4] = [
    ("credentials.csv", "login,password\npetrov,another password\n"),
    ("credentials.csv", "login,password,totp_secret\npetrov,demo-petrov,GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ\n"),
    ("users.csv", "user_id,login,full_name,status\nU00002,petrov,Пётр Петров,LOCKED\n"),
    (
        "oauth_clients.csv",
        "client_id,name,profile,redirect_uris,cnums,status\n\
         demo-erp,ERP,SPECIFICATION,http://127.0.0.1:9090/callback,C00001 C00002,DISABLED\n",
    ),
];

const SLOW: (&str, &str) = ("slow.csv", "code\na\nb\n");

/// Takes `slow`, whose rows may be applied in chunks, and lets time pass while one is prepared.
struct Slow {
    clock: Arc<MovableClock>,
    prepare_s: i64,
}

impl TableImporter for Slow {
    fn file(&self) -> ImportFile {
        ImportFile {
            columns: columns! { code },
            chunks: Some(Chunks::new("slow", "code")),
            ..ImportFile::new("slow", "slow", &["code"])
        }
    }

    fn prepare(&self, _: &mut ImportRow, _: &ImportContext<'_>) -> Result<(), RowError> {
        self.clock.advance_seconds(self.prepare_s);
        Ok(())
    }

    fn apply(&self, _: &mut Tx, _: &ImportRow, _: &ImportContext<'_>) -> RowResult {
        Ok(RowOutcome::Unchanged)
    }
}

fn slow(town: &Town, prepare_s: i64) -> Vec<Arc<dyn TableImporter>> {
    vec![Arc::new(Slow { clock: Arc::clone(&town.clock), prepare_s })]
}

/// Logs petrov in at a moment.
async fn logged_in(bench: &Bench, town: &Town, at: Instant) -> Tokens {
    town.clock.set(at);
    let page = town.log_in(&mut town.browser(), "petrov", "demo-petrov").await;
    tokens(&exchange(bench, town, &page).await)
}

/// By the staging table, a row a chunk.
fn chunked(heard: impl Fn(Progress) -> ControlFlow<()> + Send + Sync + 'static) -> Pace {
    Pace {
        chunked_from_bytes: 0,
        chunks: ChunkSizes::fixed(1),
        pause: Duration::ZERO,
        listener: Arc::new(heard),
        ..Pace::default()
    }
}

on_both_engines! {
    async fn idn_11_tokens_from_while_an_import_was_read_end_with_it(bench: Bench) {
        let town = Town::build(&bench).await;
        let (verifier, mut feed) = fed(&town).await;
        for stop in STOPS {
            town.clock.advance_seconds(3_600);
            let began = town.clock.now();
            let own = logged_in(&bench, &town, began.plus_seconds(30)).await;
            poll(&verifier, &mut feed).await;
            verifier.verify_access(&own.access).unwrap();
            // The import began before that, and its two rows take a minute to be prepared.
            town.clock.set(began);
            town.import_at(&Pace::default(), &[SLOW, stop], slow(&town, 30)).await.unwrap();
            poll(&verifier, &mut feed).await;
            assert!(verifier.verify_access(&own.access).is_err(), "{stop:?}");
            town.reset().await;
        }
    }

    async fn idn_11_tokens_from_before_the_parts_of_an_import_end_with_them(bench: Bench) {
        let town = Town::build(&bench).await;
        let (verifier, mut feed) = fed(&town).await;
        for stop in STOPS {
            town.clock.advance_seconds(3_600);
            let began = town.clock.now();
            let pace = chunked(|progress| {
                let is_begun = progress.stage == Stage::Applying && progress.done == 1;
                if is_begun { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            let broken_off = town.import_at(&pace, &[SLOW, stop], slow(&town, 0)).await;
            assert!(matches!(broken_off, Err(ImportError::Interrupted)), "{broken_off:?}");
            // Half an hour later what the import stops counts still. Then the next process goes on, for another minute.
            let own = logged_in(&bench, &town, began.plus_seconds(1_800)).await;
            poll(&verifier, &mut feed).await;
            verifier.verify_access(&own.access).unwrap();
            town.clock.set(began.plus_seconds(LEASE_S));
            let clock = Arc::clone(&town.clock);
            let pace = chunked(move |progress| {
                if progress.stage == Stage::Applying {
                    clock.set(began.plus_seconds(1_860));
                }
                ControlFlow::Continue(())
            });
            town.import_at(&pace, &[SLOW, stop], slow(&town, 0)).await.unwrap();
            poll(&verifier, &mut feed).await;
            assert!(verifier.verify_access(&own.access).is_err(), "{stop:?}");
            town.reset().await;
        }
    }
}
