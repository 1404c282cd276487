//! The outbox on both engines (EVT-01).

#![cfg(test)]

use std::sync::Arc;
use std::sync::mpsc;
use std::time::Duration;

use events::{Data, Event, EventType, LetterData, NewEvent, Topic, WebinarData, example};
use kernel::{Clock, Cnum, Instant};
use store::{StoreError, StoreLimits, Tx, params};
use testkit::{Bench, Engine, on_both_engines};

store::queries! {
    /// The number of rows in the outbox.
    WAITING = "select count(*) as events from event_outbox";

    /// An event under a number that another has.
    DOUBLE = "insert into events (seq, event_id, audience, event_type, version, at_us, numbered_at_us, object_kind,
            object_id, data)
        select seq, event_id, 'C9', event_type, version, at_us, numbered_at_us, object_kind, object_id, data
        from events";

    /// The counter of a copy that was made at this number.
    LOSE_NUMBERS = "update event_counter set last_seq = $1 where counter_id = 1";
    /// The events of a copy that was made at this number.
    LOSE_EVENTS = "delete from events where seq > $1";
    /// The epochs of a copy that was made before there was one.
    LOSE_EPOCHS = "delete from event_epochs";
}

fn company(text: &str) -> Cnum {
    text.parse().unwrap()
}

/// An event of C00001 about a letter; the message tells it from others.
fn letter(at: Instant, letter: &str, message: i64) -> NewEvent {
    letter_of("C00001", at, letter, message)
}

fn letter_of(cnum: &str, at: Instant, letter: &str, message: i64) -> NewEvent {
    let data = Data::Letter(LetterData { letter_id: letter.to_owned(), message });
    NewEvent::of_company(at, EventType::LetterReceived, &company(cnum), data)
}

fn webinar(at: Instant, id: &str) -> NewEvent {
    let data = Data::Webinar(WebinarData { webinar_id: id.to_owned() });
    NewEvent::of_everybody(at, EventType::WebinarPublished, data)
}

async fn record(bench: &Bench, event: NewEvent) {
    bench.store.write::<_, StoreError>("record", move |tx| events::record(tx, &event)).await.unwrap();
}

async fn number(bench: &Bench) -> Vec<Event> {
    let (now, randomness) = (bench.clock.now(), Arc::clone(&bench.randomness));
    let work = move |tx: &mut Tx| events::number(tx, now, &*randomness);
    bench.store.write_guarded::<_, StoreError>("number", work).await.unwrap()
}

async fn read(bench: &Bench, cnum: &str, after: i64) -> Vec<Event> {
    events::list(&bench.store, &company(cnum), after, 1_000).await.unwrap().events
}

fn facts(events: &[Event]) -> Vec<&str> {
    events.iter().map(|event| event.data.as_str()).collect()
}

fn fact(letter: &str, message: i64) -> String {
    format!("{{\"letterId\":\"{letter}\",\"message\":{message}}}")
}

on_both_engines! {
    async fn evt_01_an_event_is_kept_with_its_change_or_not_at_all(bench: Bench) {
        bench.migrate(&[&events::MIGRATIONS]).await;
        let now = bench.clock.now();
        let undone = move |tx: &mut Tx| {
            events::record(tx, &letter(now, "a", 1))?;
            Err::<(), _>(StoreError::RowsChanged { query: "TEST", changed: 0 })
        };
        bench.store.write("undone", undone).await.unwrap_err();
        assert!(!events::is_waiting(&bench.store, now).await.unwrap());
        record(&bench, letter(now, "a", 2)).await;
        assert!(events::is_waiting(&bench.store, now).await.unwrap());
        assert!(read(&bench, "C00001", 0).await.is_empty(), "it has no number yet");
        let numbered = number(&bench).await;
        assert_eq!(numbered, read(&bench, "C00001", 0).await);
        assert_eq!(facts(&numbered), [fact("a", 2)]);
        assert!(number(&bench).await.is_empty(), "an event is numbered once");
        assert_eq!(bench.store.query(&WAITING, params![]).await.unwrap()[0].integer("events").unwrap(), 0);
    }

    async fn evt_01_a_reader_misses_no_event_of_a_unit_that_commits_late(bench: Bench) {
        bench.migrate(&[&events::MIGRATIONS]).await;
        let now = bench.clock.now();
        // SQLite has one writer, so that its units cannot be interleaved.
        if bench.engine == Engine::Sqlite {
            record(&bench, letter(now, "late", 1)).await;
            record(&bench, letter(now, "early", 1)).await;
            assert_eq!(facts(&number(&bench).await), [fact("late", 1), fact("early", 1)]);
            return;
        }
        let (written, is_written) = mpsc::channel();
        let (go_on, may_go_on) = mpsc::channel::<()>();
        let store = bench.store.clone();
        let late = tokio::spawn(async move {
            let work = move |tx: &mut Tx| {
                events::record(tx, &letter(now, "late", 1))?;
                written.send(()).unwrap();
                may_go_on.recv().unwrap();
                Ok::<_, StoreError>(())
            };
            store.write("late", work).await
        });
        tokio::task::spawn_blocking(move || is_written.recv().unwrap()).await.unwrap();
        record(&bench, letter(now, "early", 1)).await;
        let seen = number(&bench).await;
        assert_eq!(facts(&seen), [fact("early", 1)], "what is not committed has no number");
        let last = read(&bench, "C00001", 0).await.last().unwrap().seq;
        go_on.send(()).unwrap();
        late.await.unwrap().unwrap();
        number(&bench).await;
        let next = read(&bench, "C00001", last).await;
        assert_eq!(facts(&next), [fact("late", 1)], "it stands behind what the reader has seen");
    }

    async fn evt_01_units_that_number_at_once_number_each_event_once_and_in_order(bench: Bench) {
        bench.migrate(&[&events::MIGRATIONS]).await;
        let now = bench.clock.now();
        let mut work = Vec::new();
        for writer in 0..4 {
            let store = bench.store.clone();
            work.push(tokio::spawn(async move {
                for message in 1..=50 {
                    let event = letter(now, &format!("w{writer}"), message);
                    store.write::<_, StoreError>("record", move |tx| events::record(tx, &event)).await.unwrap();
                }
            }));
        }
        for _ in 0..3 {
            let (store, randomness) = (bench.store.clone(), Arc::clone(&bench.randomness));
            work.push(tokio::spawn(async move {
                for _ in 0..40 {
                    let randomness = Arc::clone(&randomness);
                    let unit = move |tx: &mut Tx| events::number(tx, now, &*randomness);
                    store.write_guarded::<_, StoreError>("number", unit).await.unwrap();
                }
            }));
        }
        for done in work {
            done.await.unwrap();
        }
        number(&bench).await;
        let all = read(&bench, "C00001", 0).await;
        assert_eq!(all.len(), 200);
        assert!(all.windows(2).all(|pair| pair[0].seq < pair[1].seq));
        for writer in 0..4 {
            let own: Vec<&Event> = all.iter().filter(|event| event.object_id == format!("w{writer}")).collect();
            let expected: Vec<String> = (1..=50).map(|message| fact(&format!("w{writer}"), message)).collect();
            assert_eq!(own.iter().map(|event| event.data.clone()).collect::<Vec<_>>(), expected);
        }
    }

    async fn evt_01_a_company_reads_its_own_events_and_those_of_everybody(bench: Bench) {
        bench.migrate(&[&events::MIGRATIONS]).await;
        let now = bench.clock.now();
        for event in [
            letter_of("C00001", now, "one", 1),
            letter_of("C00002", now, "two", 1),
            webinar(now, "w"),
            letter_of("C00001", now, "one", 2),
        ] {
            record(&bench, event).await;
        }
        number(&bench).await;
        let one = read(&bench, "C00001", 0).await;
        // Events that were to come follow those that have happened.
        assert_eq!(facts(&one), [fact("one", 1), fact("one", 2), "{\"webinarId\":\"w\"}".to_owned()]);
        assert_eq!(facts(&read(&bench, "C00002", 0).await).len(), 2);
        assert_eq!(facts(&read(&bench, "C00003", 0).await).len(), 1);
        let page = events::list(&bench.store, &company("C00001"), one[0].seq, 1).await.unwrap().events;
        assert_eq!(page, one[1..2], "a page goes on behind a number");
    }

    async fn evt_01_what_is_to_come_waits_for_its_moment_and_can_be_taken_back(bench: Bench) {
        bench.migrate(&[&events::MIGRATIONS]).await;
        let now = bench.clock.now();
        record(&bench, webinar(now.plus_seconds(60), "kept")).await;
        record(&bench, webinar(now.plus_seconds(60), "gone")).await;
        record(&bench, webinar(now, "now")).await;
        let back = move |tx: &mut Tx| events::take_back(tx, ("webinar", "gone"), now);
        assert_eq!(bench.store.write::<_, StoreError>("back", back).await.unwrap(), 1);
        assert_eq!(number(&bench).await.len(), 1);
        assert!(!events::is_waiting(&bench.store, bench.clock.now()).await.unwrap());
        bench.clock.advance_seconds(59);
        assert!(number(&bench).await.is_empty());
        bench.clock.advance_seconds(1);
        assert_eq!(facts(&number(&bench).await), ["{\"webinarId\":\"kept\"}"]);
        let late = move |tx: &mut Tx| events::take_back(tx, ("webinar", "now"), now);
        assert_eq!(bench.store.write::<_, StoreError>("late", late).await.unwrap(), 0);
    }

    async fn evt_01_old_events_go_and_their_numbers_never_come_again(bench: Bench) {
        const KEPT_DAYS: u32 = 11;
        bench.migrate(&[&events::MIGRATIONS]).await;
        record(&bench, letter(bench.clock.now(), "old", 1)).await;
        let old = number(&bench).await;
        bench.clock.advance_seconds(i64::from(KEPT_DAYS) * 86_400);
        let forget = |now| move |tx: &mut Tx| events::forget(tx, now, KEPT_DAYS);
        let now = bench.clock.now();
        assert_eq!(bench.store.write::<_, StoreError>("forget", forget(now)).await.unwrap(), 0, "to the day");
        bench.clock.advance_seconds(1);
        let now = bench.clock.now();
        assert_eq!(bench.store.write::<_, StoreError>("forget", forget(now)).await.unwrap(), 1);
        let page = events::list(&bench.store, &company("C00001"), 0, 10).await.unwrap();
        assert_eq!((page.events.len(), page.forgotten_through), (0, old[0].seq));
        record(&bench, letter(now, "new", 1)).await;
        assert_eq!(number(&bench).await[0].seq, old[0].seq + 1);
    }

    async fn evt_01_the_database_refuses_a_number_that_is_taken(bench: Bench) {
        bench.migrate(&[&events::MIGRATIONS]).await;
        record(&bench, letter(bench.clock.now(), "a", 1)).await;
        number(&bench).await;
        let double = |tx: &mut Tx| tx.execute(&DOUBLE, params![]);
        let refused = bench.store.write::<_, StoreError>("double", double).await.unwrap_err();
        assert!(matches!(refused, StoreError::Unique { .. }), "{refused}");
    }

    async fn evt_01_an_event_is_small(bench: Bench) {
        bench.migrate(&[&events::MIGRATIONS]).await;
        let large = webinar(bench.clock.now(), &"w".repeat(events::DATA_BYTES_MAX));
        let work = move |tx: &mut Tx| events::record(tx, &large);
        let refused = bench.store.write::<_, StoreError>("large", work).await.unwrap_err();
        assert!(matches!(refused, StoreError::Parameter { .. }), "{refused}");
    }

    async fn evt_01_every_text_of_the_outbox_is_understood(bench: Bench) {
        bench.migrate(&[&events::MIGRATIONS]).await;
        bench.store.prepare_all(&events::queries()).await.unwrap();
    }
}

#[test]
fn evt_01_every_type_has_an_example_whose_form_never_changes() {
    for event_type in EventType::ALL {
        let event = example(event_type).unwrap();
        let body = event.body().unwrap();
        assert_eq!(body, event.body().unwrap());
        let value: serde_json::Value = serde_json::from_str(&body).unwrap();
        assert_eq!(value["type"], event_type.as_str());
        assert_eq!(value["id"], event.id.to_string());
        assert_eq!(value["timestamp"], "2026-11-20T09:00:00Z");
        assert_eq!(event.id.to_string().parse::<events::EventId>().unwrap(), event.id);
    }
}

/// The part is told by the first word: a word that is misspelt, or forgotten where a new part comes, shows here.
#[test]
fn evt_01_every_type_but_those_of_payroll_is_of_a_part_that_is_named() {
    for event_type in EventType::ALL {
        let is_of_payroll = event_type.as_str().starts_with("payroll.");
        assert_eq!(event_type.topic() == Topic::Payroll, is_of_payroll, "{}", event_type.as_str());
    }
}

/// Puts the copy back that was made when `seq` was the last number.
async fn restore(bench: &Bench, seq: i64) {
    let lose = move |tx: &mut Tx| {
        tx.execute(&LOSE_EPOCHS, params![])?;
        tx.execute(&LOSE_EVENTS, params![seq])?;
        tx.execute_one(&LOSE_NUMBERS, params![seq])
    };
    bench.store.write::<_, StoreError>("lose", lose).await.unwrap();
}

async fn begin_epoch(bench: &Bench, now: Instant) -> events::Epoch {
    bench.store.write::<_, StoreError>("epoch", move |tx| events::begin_epoch(tx, now)).await.unwrap()
}

async fn restored_through(bench: &Bench, after: i64) -> Option<i64> {
    events::list(&bench.store, &company("C00001"), after, 1_000).await.unwrap().restored_through
}

on_both_engines! {
    async fn money_h04_each_life_of_a_copy_gives_numbers_that_no_other_gave(bench: Bench) {
        bench.migrate(&[&events::MIGRATIONS]).await;
        let told = async |message| {
            record(&bench, letter(bench.clock.now(), "a", message)).await;
            number(&bench).await[0].seq
        };
        let copied = told(1).await;
        let mut lost = vec![told(2).await, told(3).await];
        for _ in 0..3 {
            restore(&bench, copied).await;
            for seq in &lost {
                assert_eq!(restored_through(&bench, *seq).await, Some(copied), "nobody said yet that it goes on");
            }
            bench.clock.advance_seconds(1);
            let epoch = begin_epoch(&bench, bench.clock.now()).await;
            assert_eq!(epoch.through, copied);
            let given = events::given(&bench.store).await.unwrap();
            for seq in &lost {
                assert!(*seq < epoch.first && given.is_gone(*seq), "{seq}, {epoch:?}");
                assert_eq!(restored_through(&bench, *seq).await, Some(copied));
            }
            assert!(!given.is_gone(copied));
            assert_eq!(restored_through(&bench, copied).await, None);
            assert_eq!(restored_through(&bench, 0).await, None);
            let next = told(4).await;
            assert_eq!(next, epoch.first);
            assert_eq!(restored_through(&bench, next).await, None);
            assert_eq!(facts(&read(&bench, "C00001", copied).await), [fact("a", 4)], "no gap for the reader");
            // Numbers fit the whole numbers of JSON until 2156.
            assert!(next < 1 << 53);
            lost.push(next);
        }
    }

    async fn money_h04_a_clock_that_is_wrong_by_years_takes_no_number_twice(bench: Bench) {
        bench.migrate(&[&events::MIGRATIONS]).await;
        let ahead = begin_epoch(&bench, bench.clock.now()).await;
        record(&bench, letter(bench.clock.now(), "a", 1)).await;
        assert_eq!(number(&bench).await[0].seq, ahead.first);
        let behind = begin_epoch(&bench, Instant::from_microseconds(0)).await;
        assert!(ahead.first == behind.through && behind.through < behind.first, "{ahead:?} {behind:?}");
    }

    async fn money_m05_a_process_that_is_frozen_in_a_unit_keeps_others_no_longer_than_they_wait(bench: Bench) {
        bench.migrate(&[&events::MIGRATIONS]).await;
        // SQLite has one process.
        if bench.engine == Engine::Sqlite {
            return;
        }
        let (wait, statement) = (Duration::from_secs(1), Duration::from_mins(5));
        let limits = StoreLimits { lock_max: wait, statement_max: statement, ..Bench::limits() };
        let (frozen, other) = (bench.open_again(limits.clone()).await, bench.open_again(limits).await);
        record(&bench, letter(bench.clock.now(), "a", 1)).await;
        let (held, is_held) = mpsc::channel();
        let (go_on, may_go_on) = mpsc::channel::<()>();
        let (now, randomness) = (bench.clock.now(), Arc::clone(&bench.randomness));
        let unit = tokio::spawn(async move {
            let work = move |tx: &mut Tx| {
                let numbered = events::number(tx, now, &*randomness)?;
                held.send(()).unwrap();
                // An attempt that is run again must not wait for a word that was said.
                let _ = may_go_on.recv();
                Ok::<_, StoreError>(numbered)
            };
            frozen.write_guarded("frozen", work).await
        });
        tokio::task::spawn_blocking(move || is_held.recv().unwrap()).await.unwrap();
        let since = std::time::Instant::now();
        let numbered = loop {
            let randomness = Arc::clone(&bench.randomness);
            let work = move |tx: &mut Tx| events::number(tx, now, &*randomness);
            match other.write_guarded::<_, StoreError>("other", work).await {
                Ok(numbered) => break numbered,
                Err(error) => assert!(error.is_temporary() && since.elapsed() < statement / 2, "{error:?}"),
            }
        };
        assert_eq!(facts(&numbered), [fact("a", 1)]);
        drop(go_on);
        assert!(unit.await.unwrap().is_err(), "it wakes up and has changed nothing");
        assert_eq!(read(&bench, "C00001", 0).await, numbered);
    }
}
