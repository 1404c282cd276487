//! Requests that come again with their key, on both engines (OPS-04).

#![cfg(test)]

mod bank;

use idempotency::{CLAIM_S, KEPT_S, KEYS_PER_CALLER_MAX, SEALED_BEHIND};
use kernel::Clock as _;
use store::{StoreError, Tx, params};
use testkit::{Bench, TestCaller, on_both_engines};

use crate::bank::{Bank, KEY_PLANT, KEYS_COUNT, SEALED, ivanova};

/// Requests that are sent at once.
const AT_ONCE: usize = 16;

/// Gives ivanova so many keys for a minute.
async fn fill(bank: &Bank, count: i64) {
    let until = bank.bench.clock.now().plus_seconds(60);
    let fill = move |tx: &mut Tx| {
        for number in 0..count {
            let key = format!("planted-{number}");
            tx.execute_one(&KEY_PLANT, params![key.as_str(), key.as_str(), vec![0_u8; 32], until])?;
        }
        Ok::<_, StoreError>(())
    };
    bank.bench.store.write("fill", fill).await.unwrap();
}

on_both_engines! {
    async fn ops_04_the_same_request_with_the_same_key_is_carried_out_once(bench: Bench) {
        let bank = Bank::open(bench).await;
        let first = bank.made(&ivanova(), "/things", "k-1", "one").await;
        for _ in 0..3 {
            assert_eq!(bank.made(&ivanova(), "/things", "k-1", "one").await, first);
        }
        // In quotes it is the same key.
        assert_eq!(bank.made(&ivanova(), "/things", "\"k-1\"", "one").await, first);
        assert_eq!(bank.things().await, 1);
        assert_ne!(bank.made(&ivanova(), "/things", "k-2", "one").await, first);
        // Without a key each request is another.
        let plain = bank.client.post("/things").tokens(&bank.bench.tokens.pair(&ivanova()));
        let plain = plain.json(&serde_json::json!({ "name": "one" })).send().await;
        assert_eq!((plain.status.as_u16(), bank.things().await), (201, 3));
    }

    async fn ops_04_a_key_with_another_request_is_refused(bench: Bench) {
        let bank = Bank::open(bench).await;
        let first = bank.made(&ivanova(), "/things", "k", "one").await;
        let other = bank.send(&ivanova(), "/things", "k", "two").await;
        assert_eq!(other.status, 422, "{}", other.text());
        // Of the things in paths too.
        bank.made(&ivanova(), "/things/1/touch", "k", "").await;
        let other = bank.send(&ivanova(), "/things/2/touch", "k", "").await;
        assert_eq!(other.status, 422, "{}", other.text());
        assert_eq!(bank.made(&ivanova(), "/things", "k", "one").await, first, "the first stays what it was");
        assert_eq!(bank.things().await, 2);
    }

    async fn ops_04_a_key_belongs_to_the_caller_and_the_operation(bench: Bench) {
        let bank = Bank::open(bench).await;
        let mut seen = vec![bank.made(&ivanova(), "/things", "k", "one").await];
        for caller in [
            ivanova().with_client("kolos-erp"),
            TestCaller::new("U00001", "C00002"),
            TestCaller::new("U00002", "C00001"),
        ] {
            let own = bank.made(&caller, "/things", "k", "one").await;
            assert!(!seen.contains(&own), "{caller:?} was told what is another's: {own}");
            // Not even that somebody else has used it.
            assert_eq!(bank.send(&caller, "/others", "k", "two").await.status, 201);
            seen.push(own);
        }
        assert_eq!(bank.send(&ivanova(), "/others", "k", "two").await.status, 201, "another operation");
        assert_eq!(bank.things().await, 8);
    }

    async fn ops_04_a_refusal_keeps_nothing(bench: Bench) {
        let bank = Bank::open(bench).await;
        assert_eq!(bank.send(&ivanova(), "/things", "k", "refused").await.status, 403);
        assert_eq!(bank.counted(&KEYS_COUNT).await, 0);
        bank.made(&ivanova(), "/things", "k", "one").await;
        let tokenless = bank.client.post("/things").header("idempotency-key", "k").send().await;
        assert_eq!(tokenless.status, 401, "who has no tokens is told nothing of keys");
        for wrong in ["", "two words", "\"", "ключ"] {
            let answer = bank.client.post("/things").tokens(&bank.bench.tokens.pair(&ivanova()));
            let Ok(value) = http::HeaderValue::from_bytes(wrong.as_bytes()) else { continue };
            let Ok(text) = value.to_str() else { continue };
            let answer = answer.header("idempotency-key", text).json(&serde_json::json!({ "name": "x" })).send().await;
            assert_eq!(answer.status, 400, "{wrong:?}: {}", answer.text());
        }
        assert_eq!(bank.things().await, 1);
    }

    async fn ops_04_one_of_many_at_once_is_carried_out(bench: Bench) {
        let bank = Bank::open(bench).await;
        let pair = bank.bench.tokens.pair(&ivanova());
        let sent: Vec<_> = (0..AT_ONCE)
            .map(|_| {
                let request = bank.client.post("/things").tokens(&pair).header("idempotency-key", "k");
                tokio::spawn(request.json(&serde_json::json!({ "name": "one" })).send())
            })
            .collect();
        let mut told = Vec::new();
        for one in sent {
            let answer = one.await.unwrap();
            match answer.status.as_u16() {
                201 => told.push(answer.json()),
                409 => assert_eq!(answer.header("retry-after"), Some("1")),
                other => panic!("{other}: {}", answer.text()),
            }
        }
        told.dedup();
        assert_eq!((told.len(), bank.things().await), (1, 1), "{told:?}");
        assert_eq!(bank.made(&ivanova(), "/things", "k", "one").await, told[0]);
    }

    async fn ops_04_whoever_was_taken_for_dead_commits_nothing(bench: Bench) {
        let bank = Bank::open(bench).await;
        let request = bank.client.post("/things").tokens(&bank.bench.tokens.pair(&ivanova()));
        let request = request.header("idempotency-key", "k").json(&serde_json::json!({ "name": "slow" }));
        let late = tokio::spawn(request.send());
        bank.gate.entered.acquire().await.unwrap().forget();
        let meanwhile = bank.send(&ivanova(), "/things", "k", "slow").await;
        assert_eq!((meanwhile.status.as_u16(), meanwhile.header("retry-after")), (409, Some("1")));
        assert_eq!(bank.send(&ivanova(), "/things", "k", "other").await.status, 422);
        bank.bench.clock.advance_seconds(CLAIM_S - 1);
        assert_eq!(bank.send(&ivanova(), "/things", "k", "slow").await.status, 409);
        bank.bench.clock.advance_seconds(1);
        let successor = bank.made(&ivanova(), "/things", "k", "slow").await;
        bank.gate.opened.add_permits(1);
        let late = late.await.unwrap();
        assert_eq!(late.status, 503, "{}", late.text());
        assert_eq!(bank.things().await, 1, "what the late one made is not there");
        assert_eq!(bank.made(&ivanova(), "/things", "k", "slow").await, successor);
    }

    async fn ops_04_answers_are_kept_for_a_day_and_then_forgotten(bench: Bench) {
        let bank = Bank::open(bench).await;
        let first = bank.made(&ivanova(), "/things", "k", "one").await;
        bank.bench.clock.advance_seconds(KEPT_S - 1);
        assert_eq!(bank.made(&ivanova(), "/things", "k", "one").await, first);
        bank.idempotency.tidy_up().await.unwrap();
        assert_eq!(bank.counted(&KEYS_COUNT).await, 1);
        bank.bench.clock.advance_seconds(1);
        // Before it is forgotten, its time is over.
        assert_ne!(bank.made(&ivanova(), "/things", "k", "another").await, first);
        bank.bench.clock.advance_seconds(KEPT_S);
        bank.idempotency.tidy_up().await.unwrap();
        assert_eq!(bank.counted(&KEYS_COUNT).await, 0);
    }

    async fn ops_04_a_key_whose_day_is_over_is_claimed_for_its_next_request_alone(bench: Bench) {
        let bank = Bank::open(bench).await;
        for key in ["k-1", "k-2"] {
            bank.made(&ivanova(), "/things", key, "one").await;
        }
        bank.bench.clock.advance_seconds(KEPT_S);
        let next = bank.made(&ivanova(), "/things", "k-2", "two").await;
        assert_eq!(bank.made(&ivanova(), "/things", "k-2", "two").await, next);
        assert_eq!(bank.send(&ivanova(), "/things", "k-2", "one").await.status, 422, "that of another day");
        // Whoever works at the other one has it for as long as at a new key.
        let request = bank.client.post("/things").tokens(&bank.bench.tokens.pair(&ivanova()));
        let request = request.header("idempotency-key", "k-1").json(&serde_json::json!({ "name": "slow" }));
        let slow = tokio::spawn(request.send());
        bank.gate.entered.acquire().await.unwrap().forget();
        bank.bench.clock.advance_seconds(CLAIM_S - 1);
        assert_eq!(bank.send(&ivanova(), "/things", "k-1", "slow").await.status, 409);
        bank.gate.opened.add_permits(1);
        assert_eq!(slow.await.unwrap().status, 201);
        assert_eq!(bank.things().await, 4);
    }

    async fn lif_09_kept_answers_are_read_one_after_another_for_another_master_key(bench: Bench) {
        let bank = Bank::open(bench).await;
        for key in ["k-1", "k-2", "k-3"] {
            bank.made(&ivanova(), "/things", key, key).await;
        }
        let until = bank.bench.clock.now().plus_seconds(60);
        let plant = move |tx: &mut Tx| tx.execute_one(&KEY_PLANT, params!["zz", "at-work", vec![0_u8; 32], until]);
        bank.bench.store.write::<_, StoreError>("plant", plant).await.unwrap();
        let (mut last, mut seen) = (String::new(), 0);
        for _ in 0..10 {
            let values = params![last.as_str(), 1];
            let Some(row) = bank.bench.store.query_optional(&SEALED_BEHIND, values).await.unwrap() else { break };
            assert!(row.text("owner").unwrap() > last.as_str() && !row.bytes("sealed").unwrap().is_empty());
            row.text("owner").unwrap().clone_into(&mut last);
            seen += 1;
        }
        assert_eq!(seen, 3, "each once, and no claim without an answer");
    }

    async fn ops_04_a_key_whose_time_is_over_is_another_one_of_those_that_may_be(bench: Bench) {
        let bank = Bank::open(bench).await;
        let first = bank.made(&ivanova(), "/things", "old", "one").await;
        bank.bench.clock.advance_seconds(KEPT_S);
        fill(&bank, KEYS_PER_CALLER_MAX).await;
        let full = bank.send(&ivanova(), "/things", "old", "one").await;
        assert_eq!((full.status.as_u16(), full.header("retry-after")), (429, Some("61")), "{}", full.text());
        bank.bench.clock.advance_seconds(60);
        assert_ne!(bank.made(&ivanova(), "/things", "old", "one").await, first);
    }

    async fn ops_04_keys_are_bounded_and_kept_answers_are_sealed(bench: Bench) {
        let bank = Bank::open(bench).await;
        bank.made(&ivanova(), "/things", "secret-keeper", "very-secret-name").await;
        let row = bank.bench.store.query_optional(&SEALED, params![]).await.unwrap().unwrap();
        let sealed = row.bytes("sealed").unwrap();
        assert!(!String::from_utf8_lossy(sealed).contains("very-secret"), "the answer can be read in the table");
        fill(&bank, KEYS_PER_CALLER_MAX - 1).await;
        let full = bank.send(&ivanova(), "/things", "one-more", "one").await;
        assert_eq!((full.status.as_u16(), full.header("retry-after")), (429, Some("61")), "{}", full.text());
        assert!(full.text().contains("has 1000 keys with this software"), "{}", full.text());
        // Known keys and other callers are not concerned.
        bank.made(&ivanova(), "/things", "secret-keeper", "very-secret-name").await;
        bank.made(&TestCaller::new("U00002", "C00001"), "/things", "one-more", "one").await;
        bank.bench.clock.advance_seconds(60);
        bank.made(&ivanova(), "/things", "one-more", "one").await;
    }
}
