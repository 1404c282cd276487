//! Requests and letters that are over their time leave for an archive (LIF-03); what goes on stays.

use std::sync::{Arc, Mutex};

use kernel::{Clock as _, Randomness as _};
use orders::{OrderState, Outcome, Verdict};
use retention::{Step, Watch};
use serde_json::{Value, json};
use store::{Query, StoreError, Tx, Value as Parameter, params};
use testkit::archivist::{Archivist, DAY_S, unwatched};
use testkit::{Answer, Bench, TestCaller};
use tokio::runtime::Handle;

use crate::answering::{answer as answered, handed_out};
use crate::bank::{Bank, Part, code, ivanova, ivanova_of_vasilek, sidorov};

store::queries! {
    LEFT_REQUESTS = "select client_document_number from tariff_requests where cnum = $1 \
        order by client_document_number";
    LEFT_LETTERS = "select letter_id from letters where cnum = $1";
    /// The moment of the end of a request, put where a test wants it.
    ENDED = "update tariff_requests set updated_at_us = $3 where cnum = $1 and client_document_number = $2";
    /// The moment of a letter's last message, put where a test wants it.
    WRITTEN = "update letters set updated_at_us = $2 where letter_id = $1";
    /// Somebody writes, as far as the letter shows it.
    TOUCHED = "update letters set updated_at_us = $1";
}

/// Rows of a unit: a letter with a piece of a file fills it.
const UNIT_ROWS: u32 = 40;

async fn archivist(bank: &Bank) -> Archivist {
    Archivist::new(&bank.bench, tariff_requests::AREA.kept, UNIT_ROWS).await
}

async fn change(bank: &Bank, query: &'static Query, values: Vec<Parameter>) {
    let work = move |tx: &mut Tx| tx.execute_one(query, values.clone());
    bank.bench.store.write::<_, StoreError>("test.change", work).await.unwrap();
}

/// The numbers of a client's requests.
async fn numbers(bank: &Bank, cnum: &str) -> Vec<i64> {
    let rows = bank.bench.store.query(&LEFT_REQUESTS, params![cnum]).await.unwrap();
    rows.iter().map(|row| row.integer("client_document_number").unwrap()).collect()
}

async fn letters(bank: &Bank, cnum: &str) -> Vec<String> {
    let rows = bank.bench.store.query(&LEFT_LETTERS, params![cnum]).await.unwrap();
    let mut letters: Vec<String> = rows.iter().map(|row| row.text("letter_id").unwrap().to_owned()).collect();
    letters.sort();
    letters
}

/// A request of C00003 that was made and deleted.
async fn deleted(bank: &Bank) -> i64 {
    let id = bank.create(&sidorov(), "C00003", "PRO").await;
    assert!(bank.delete(&sidorov(), "C00003", id).await.status.is_success());
    id
}

/// A letter of somebody with a file; its identifier.
async fn letter(bank: &Bank, caller: &TestCaller, file: &[u8]) -> String {
    let form = bank.bench.randomness.uuid(bank.bench.clock.now()).to_string();
    let mut parts: Vec<Part<'_>> =
        vec![("form", None, form.as_bytes()), ("subject", None, b"Question"), ("body", None, b"Text")];
    if !file.is_empty() {
        parts.push(("file", Some("a.txt"), file));
    }
    let answer: Answer = bank.send_parts(caller, "/bank/letters/new", &parts).await;
    let path = answer.location().unwrap_or_else(|| panic!("{}", answer.text())).to_owned();
    path.trim_start_matches("/bank/letters/").trim_end_matches("?done=sent").to_owned()
}

async fn answer(bank: &Bank, letter: &str) {
    let file = format!("answer_id,letter_id,body\nA-{letter},{letter},Answer\n");
    bank.add("letter_answers.csv", &file).await.unwrap();
}

async fn open(bank: &Bank, caller: &TestCaller, letter: &str) {
    assert_eq!(bank.page(caller, &format!("/bank/letters/{letter}")).await.status, 200);
}

fn advance(bank: &Bank, days: i64) {
    bank.bench.clock.advance_seconds(days * DAY_S);
}

testkit::on_both_engines! {
    async fn lif_03_requests_leave_when_nothing_goes_on_from_them(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let archivist = archivist(&bank).await;
        let first = deleted(&bank).await;
        let second = bank.create(&sidorov(), "C00003", "PRO").await;
        assert_eq!(bank.sign(&sidorov(), second).await.status, 303);
        bank.work().await;
        // Its plan waits for its day.
        bank.wait_until("2026-12-01T00:00:00+03:00");
        assert_eq!(archivist.planned(&bank.bench, "tariff_requests").await, 1);
        archivist.archive(&bank.bench, unwatched()).await.unwrap();
        assert_eq!(numbers(&bank, "C00003").await, [2]);
        // Whoever asks for one that left is told that there is none.
        let path = format!("/v1/ctcm/request/{first}/client/C00003/body");
        assert_eq!(code(&bank.get(&sidorov(), &path).await), "REQUEST_NOT_FOUND");
        assert_eq!(bank.state(&sidorov(), "C00003", second).await, "DONE");
        // It is the plan of the client; and the third one is open, however old.
        bank.work().await;
        let third = bank.create(&sidorov(), "C00003", "START").await;
        advance(&bank, 20);
        assert!(archivist.archive(&bank.bench, unwatched()).await.unwrap().is_empty());
        assert_eq!(numbers(&bank, "C00003").await, [2, 3]);
        // Another plan takes the place of the second; the third is the last, and in force.
        assert_eq!(bank.sign(&sidorov(), third).await.status, 303);
        bank.work().await;
        bank.wait_until("2027-02-01T00:00:00+03:00");
        bank.work().await;
        assert_eq!(archivist.planned(&bank.bench, "tariff_requests").await, 1);
        archivist.archive(&bank.bench, unwatched()).await.unwrap();
        assert_eq!(numbers(&bank, "C00003").await, [3]);
        assert_eq!(archivist.inspection().findings, Vec::<String>::new());
    }

    async fn lif_03_requests_are_numbered_behind_those_that_left(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let archivist = archivist(&bank).await;
        for _ in 0..3 {
            deleted(&bank).await;
        }
        advance(&bank, 20);
        archivist.archive(&bank.bench, unwatched()).await.unwrap();
        assert_eq!(numbers(&bank, "C00003").await, [3]);
        deleted(&bank).await;
        assert_eq!(numbers(&bank, "C00003").await, [3, 4]);
    }

    async fn lif_03_requests_and_letters_of_the_first_kept_day_stay(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let archivist = archivist(&bank).await;
        for _ in 0..4 {
            deleted(&bank).await;
        }
        let mut written = Vec::new();
        for _ in 0..3 {
            let letter = letter(&bank, &ivanova(), b"").await;
            answer(&bank, &letter).await;
            open(&bank, &ivanova(), &letter).await;
            written.push(letter);
        }
        advance(&bank, 30);
        let kept_from = archivist.kept_from(&bank.bench);
        for (place, shift) in [(0, -1), (1, 0), (2, 1)] {
            let at = kernel::Instant::from_microseconds(kept_from.microseconds() + shift);
            change(&bank, &ENDED, params!["C00003", i64::try_from(place).unwrap() + 1, at]).await;
            change(&bank, &WRITTEN, params![written[place].as_str(), at]).await;
        }
        archivist.archive(&bank.bench, unwatched()).await.unwrap();
        assert_eq!(numbers(&bank, "C00003").await, [2, 3, 4]);
        let mut kept = written.split_off(1);
        kept.sort();
        assert_eq!(letters(&bank, "C00001").await, kept);
    }

    async fn lif_03_letters_leave_when_they_are_answered_and_read(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let archivist = archivist(&bank).await;
        let mut all = Vec::new();
        for _ in 0..3 {
            all.push(letter(&bank, &ivanova(), b"file").await);
        }
        // The first is at rest, the second was not opened, the third not answered.
        for letter in &all[..2] {
            answer(&bank, letter).await;
        }
        open(&bank, &ivanova(), &all[0]).await;
        advance(&bank, 20);
        assert_eq!(archivist.planned(&bank.bench, "letters").await, 1);
        archivist.archive(&bank.bench, unwatched()).await.unwrap();
        let mut kept = all[1..].to_vec();
        kept.sort();
        assert_eq!(letters(&bank, "C00001").await, kept);
        assert_eq!(bank.page(&ivanova(), &format!("/bank/letters/{}", all[0])).await.status, 404);
        // The bank's file does not bring it back.
        let again = format!("answer_id,letter_id,body\nA-{0},{0},Answer\n", all[0]);
        let refused = bank.add("letter_answers.csv", &again).await.unwrap_err().to_string();
        assert!(refused.contains("there is no letter"), "{refused}");
        let rows = archivist.inspection().rows;
        for (table, count) in [
            ("letters", 1), ("letter_messages", 2), ("letter_answers", 1), ("letter_attachments", 1),
            ("letter_attachment_pieces", 1),
        ] {
            assert_eq!(rows.get(table), Some(&count), "{table}");
        }
        // Whoever looks for the letter finds its file too, which has another name.
        let mut found = Vec::new();
        let sought = retention::Sought { names: vec![all[0].clone()], day: None };
        retention::find(&archivist.path(), tariff_requests::AREA.kept, &sought, |line| {
            let line: Value = serde_json::from_str(line).unwrap();
            found.push(line["table"].as_str().unwrap().to_owned());
        })
        .unwrap();
        let files = ["letter_attachment_pieces", "letter_attachments"];
        assert!(files.iter().all(|table| found.contains(&(*table).to_owned())), "{found:?}");
        assert_eq!(found.len(), 6, "{found:?}");
    }

    async fn lif_03_a_letter_waits_for_the_answers_that_the_banks_systems_owe(bench: Bench) {
        let bank = Bank::asking(bench, "letter.answer=bank").await;
        let archivist = archivist(&bank).await;
        let mail = letter(&bank, &ivanova(), b"").await;
        let path = format!("/bank/letters/{mail}");
        bank.write(&ivanova(), &format!("{path}/answer"), &[("body", "One thing more")]).await;
        // The second message is answered first.
        let orders = handed_out(&bank).await;
        for order in orders.iter().rev() {
            advance(&bank, 20);
            assert_eq!(archivist.planned(&bank.bench, "letters").await, 0);
            assert!(archivist.archive(&bank.bench, unwatched()).await.unwrap().is_empty());
            let verdict = answered(&bank, order, Outcome::Done, json!({ "text": "Answer" })).await;
            assert_eq!(verdict, Verdict::Taken(OrderState::Answered));
            open(&bank, &ivanova(), &mail).await;
        }
        assert_eq!(orders.len(), 2);
        advance(&bank, 20);
        assert_eq!(archivist.planned(&bank.bench, "letters").await, 1);
        archivist.archive(&bank.bench, unwatched()).await.unwrap();
        assert_eq!(letters(&bank, "C00001").await, Vec::<String>::new());
    }

    async fn lif_03_a_letter_waits_for_its_request_and_leaves_behind_it(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let archivist = archivist(&bank).await;
        let written: Value = bank.correspond(&ivanova(), "C00002", "1").await.json();
        let mail = written["mailId"].as_str().unwrap().to_owned();
        let request = bank.list(&ivanova(), "C00002", "").await["content"][0]["id"].as_i64().unwrap();
        answer(&bank, &mail).await;
        open(&bank, &ivanova_of_vasilek(), &mail).await;
        // The open request is not the last one, but it is open.
        let last = bank.create(&ivanova(), "C00002", "START").await;
        assert!(bank.delete(&ivanova(), "C00002", last).await.status.is_success());
        advance(&bank, 20);
        assert_eq!(archivist.planned(&bank.bench, "tariff_requests").await, 0);
        assert_eq!(archivist.planned(&bank.bench, "letters").await, 0);
        assert!(archivist.archive(&bank.bench, unwatched()).await.unwrap().is_empty());
        assert!(bank.delete(&ivanova(), "C00002", request).await.status.is_success());
        assert_eq!(bank.correspond(&ivanova(), "C00002", "1").await.status, 200);
        advance(&bank, 20);
        // The plan knows that the request leaves in front of its letter.
        assert_eq!(archivist.planned(&bank.bench, "tariff_requests").await, 2);
        assert_eq!(archivist.planned(&bank.bench, "letters").await, 1);
        archivist.archive(&bank.bench, unwatched()).await.unwrap();
        assert!(!letters(&bank, "C00002").await.contains(&mail));
        assert_eq!(archivist.archived("letters"), 1);
    }

    async fn lif_03_requests_survive_a_kill_at_any_step(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let requests = tariff_requests::AREA.kept.split_at(1).0;
        let archivist = Archivist::new(&bank.bench, requests, UNIT_ROWS).await;
        for _ in 0..4 {
            deleted(&bank).await;
        }
        advance(&bank, 20);
        let kills = archivist.survive(&bank.bench).await;
        assert!(kills >= 8, "every step of a unit with four tables: {kills}");
        assert_eq!(archivist.archived("tariff_requests"), 3);
        assert_eq!(numbers(&bank, "C00003").await, [4]);
    }

    async fn lif_03_letters_survive_a_kill_at_any_step(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let letters_alone = tariff_requests::AREA.kept.split_at(1).1;
        let archivist = Archivist::new(&bank.bench, letters_alone, UNIT_ROWS).await;
        // The second file has two pieces.
        for bytes in [1, 300_000, 2] {
            let letter = letter(&bank, &ivanova(), &vec![b'x'; bytes]).await;
            answer(&bank, &letter).await;
            open(&bank, &ivanova(), &letter).await;
        }
        letter(&bank, &ivanova(), b"stays").await;
        advance(&bank, 20);
        let kills = archivist.survive(&bank.bench).await;
        assert!(kills >= 9, "every step of a unit with five tables: {kills}");
        assert_eq!(archivist.archived("letters"), 3);
        assert_eq!(archivist.archived("letter_attachment_pieces"), 4);
        assert_eq!(letters(&bank, "C00001").await.len(), 1);
    }

    async fn lif_03_a_letter_that_is_written_in_meanwhile_stays(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let archivist = archivist(&bank).await;
        let mail = letter(&bank, &ivanova(), b"file").await;
        answer(&bank, &mail).await;
        open(&bank, &ivanova(), &mail).await;
        advance(&bank, 20);
        let (store, handle, now) = (bank.bench.store.clone(), Handle::current(), bank.bench.clock.now());
        let is_done = Mutex::new(false);
        let watch: Watch = Arc::new(move |step| {
            if step == Step::Noted && !std::mem::replace(&mut *is_done.lock().unwrap(), true) {
                let write = store.write::<_, StoreError>("test.touch", move |tx: &mut Tx| {
                    tx.execute(&TOUCHED, params![now])
                });
                tokio::task::block_in_place(|| handle.block_on(write)).unwrap();
            }
            Ok(())
        });
        assert!(archivist.archive(&bank.bench, watch).await.unwrap().is_empty());
        assert_eq!(letters(&bank, "C00001").await, [mail]);
        assert_eq!((archivist.archived("letters"), archivist.inspection().findings), (0, Vec::new()));
    }
}
