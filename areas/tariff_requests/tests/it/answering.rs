//! Letters that the bank's systems answer (BNK-01).

use std::sync::Arc;
use std::time::Duration;

use audit::Actor;
use jobs::{Handler, JobError, Lease, Next, Runner, RunnerSettings};
use kernel::{Clock as _, Translated};
use orders::{Answer, Answered, By, Order, OrderState, Outcome, Refusal, Role, Verdict, Wanted};
use serde_json::{Value, json};
use store::{StoreError, Tx, params};
use tariff_requests::worker::{CARRY_OUT, TAKE_EFFECT};
use testkit::Bench;
use tokio::sync::watch;
use tokio::time::timeout;

use crate::bank::{Bank, ivanova, ivanova_of_vasilek, sidorov};
use crate::working::{changes, plan};
use crate::writing::{begun, key, send, unread};

store::queries! {
    /// The client has written the last message that a letter takes.
    FILL = "insert into letter_messages (letter_id, number, sender, author_user_id, author_name, body, sent_at_us)
        values ($1, 200, 'CLIENT', 'U00001', 'Иванова Анна', 'И ещё вопрос', $2)";

    REFUSED = "select count(*) as refused from bank_answers_refused where order_id = $1";
}

pub(crate) async fn handed_out(bank: &Bank) -> Vec<Order> {
    handed_out_to(bank, Role::Letters).await
}

pub(crate) async fn handed_out_to(bank: &Bank, role: Role) -> Vec<Order> {
    let wanted = Wanted { role, after: 0, kind: String::new(), limit: 100 };
    bank.state.desk.hand_out(|_| Ok(true), wanted, "letters", Duration::ZERO).await.unwrap()
}

/// Signs the cancellation of a change of C00002 to PRO on the day before its own, and returns the request.
pub(crate) async fn cancellation(bank: &Bank) -> i64 {
    let soon = "future_change_id,cnum,plan_code,effective_from\n1,C00002,PRO,2026-11-21\n";
    bank.add("future_tariff_changes.csv", soon).await.unwrap();
    assert_eq!(bank.correspond(&ivanova(), "C00002", "1").await.status, 200);
    let id = bank.list(&ivanova(), "C00002", "").await["content"][0]["id"].as_i64().unwrap();
    assert_eq!(bank.sign(&ivanova_of_vasilek(), id).await.status, 303);
    id
}

/// A change whose cancellation was signed on the day before its own, on that day: the bank has not answered, and the
/// change waits.
async fn held(bench: Bench) -> (Bank, Order) {
    let bank = Bank::asking(bench, "tariff_request.decide=bank").await;
    cancellation(&bank).await;
    bank.work().await;
    let order = handed_out_to(&bank, Role::Tariffs).await.remove(0);
    bank.wait_until("2026-11-21T00:00:00+03:00");
    bank.work().await;
    assert_eq!(changes(&bank, "C00002").await, ["PRO 2026-11-21 PLANNED"]);
    (bank, order)
}

async fn decided(bank: &Bank, order: &Order, outcome: Outcome, details: Value) {
    let by = By::outside_of_requests(Actor::BankSystem("tariffs".to_owned()));
    let reason = Translated { russian: "Поздно".to_owned(), english: "Too late".to_owned() };
    let reason = (outcome == Outcome::Refused).then_some(reason);
    let answer = Answer { outcome, reference: None, reason, details: details.as_object().unwrap().clone() };
    let answers = vec![Answered { id: order.id.clone(), answer, by }];
    let verdicts = bank.state.desk.answer(Some(Role::Tariffs), answers).await.unwrap();
    assert_eq!(verdicts, [Verdict::Taken(OrderState::Answered)]);
}

pub(crate) async fn answer(bank: &Bank, order: &Order, outcome: Outcome, details: Value) -> Verdict {
    let by = By::outside_of_requests(Actor::BankSystem("letters".to_owned()));
    let details = details.as_object().unwrap().clone();
    let answer = Answer { outcome, reference: None, reason: None, details };
    let answers = vec![Answered { id: order.id.clone(), answer, by }];
    bank.state.desk.answer(Some(Role::Letters), answers).await.unwrap().pop().unwrap()
}

/// A worker that is woken wakes sooner.
const WOKEN_MAX: Duration = Duration::from_mins(2);

/// Counts the looks at changes, each of which waits on.
struct Looks(watch::Sender<u32>);

impl Handler for Looks {
    async fn run(&self, lease: Lease) -> Result<Next, JobError> {
        self.0.send_modify(|looks| *looks += 1);
        Ok(Next::Again(lease.due_at().plus_seconds(30 * 86_400)))
    }
}

testkit::on_both_engines! {
    async fn bnk_01_a_letter_is_an_order_whose_answer_is_the_banks_message(bench: Bench) {
        let bank = Bank::asking(bench, "letter.answer=bank").await;
        let path = begun(&send(&bank, &ivanova(), &key(&bank), &[("contract.pdf", b"%PDF-1.7 x")]).await);
        let orders = handed_out(&bank).await;
        assert_eq!(orders.len(), 1);
        let payload: Value = serde_json::from_str(&orders[0].payload).unwrap();
        assert_eq!((&payload["subject"], &payload["message"]), (&json!("Лимит по карте"), &json!(1)));
        assert_eq!(payload["files"], json!([{ "name": "contract.pdf", "bytes": 10 }]));
        // The bytes of a file come when they are wanted.
        let documents = async |wanted| {
            let told = bank.state.desk.documents(Role::Letters, &orders[0].id, wanted).await.unwrap().unwrap();
            told.into_iter().map(|one| (one.name, one.media_type, one.content.map(|bytes| bytes.to_vec())))
                .collect::<Vec<_>>()
        };
        let named = |content| vec![("contract.pdf".to_owned(), "application/pdf".to_owned(), content)];
        assert_eq!(documents(None).await, named(None));
        assert_eq!(documents(Some(0)).await, named(Some(b"%PDF-1.7 x".to_vec())));
        let too_long = "x".repeat(4_001);
        for (outcome, details) in [
            (Outcome::Done, json!({})),
            (Outcome::Done, json!({ "text": "" })),
            (Outcome::Done, json!({ "text": "a\u{0}b" })),
            (Outcome::Done, json!({ "text": too_long })),
            (Outcome::Refused, json!({ "text": "Нет" })),
        ] {
            let verdict = answer(&bank, &orders[0], outcome, details).await;
            assert!(matches!(verdict, Verdict::Refused(Refusal::Impossible(_))), "{verdict:?}");
        }
        let text = json!({ "text": "Лимит увеличен." });
        for expected in [Verdict::Taken(OrderState::Answered), Verdict::Same] {
            assert_eq!(answer(&bank, &orders[0], Outcome::Done, text.clone()).await, expected);
        }
        let page = bank.page(&ivanova(), &path).await;
        assert_eq!(page.text().matches("Лимит увеличен.").count(), 1, "{}", page.text());
        // What the client writes then is an order too.
        let sent = bank.write(&ivanova(), &format!("{path}/answer"), &[("body", "Спасибо")]).await;
        assert_eq!(sent.status, 303, "{}", sent.text());
        let payload: Value = serde_json::from_str(&handed_out(&bank).await.last().unwrap().payload).unwrap();
        assert_eq!(payload["message"], 3, "{payload}");
    }

    async fn bnk_01_no_more_than_a_hundred_refused_answers_to_an_order_are_kept(bench: Bench) {
        let bank = Bank::asking(bench, "letter.answer=bank").await;
        begun(&send(&bank, &ivanova(), &key(&bank), &[]).await);
        let order = handed_out(&bank).await.remove(0);
        for _ in 0..102 {
            let verdict = answer(&bank, &order, Outcome::Refused, json!({})).await;
            assert!(matches!(verdict, Verdict::Refused(Refusal::Impossible(_))), "{verdict:?}");
        }
        let id = order.id.to_string();
        let count = move |tx: &mut Tx| tx.select_one::<i64>(&REFUSED, params![id.as_str()]);
        assert_eq!(bank.bench.store.read::<_, StoreError>("test.refused", count).await.unwrap(), 100);
        let taken = answer(&bank, &order, Outcome::Done, json!({ "text": "Лимит увеличен." })).await;
        assert_eq!(taken, Verdict::Taken(OrderState::Answered), "it waits for its answer all the same");
    }

    async fn tar_03_a_change_that_was_cancelled_in_time_waits_for_the_bank(bench: Bench) {
        let (bank, order) = held(bench).await;
        decided(&bank, &order, Outcome::Done, json!({})).await;
        bank.bench.clock.advance_seconds(600);
        bank.work().await;
        assert_eq!(changes(&bank, "C00002").await, ["PRO 2026-11-21 CANCELLED"]);
        assert_eq!(plan(&bank, "C00002").await, "GROWTH 2025-09-01");
    }

    async fn bnk_08_a_person_who_answers_is_in_the_trail_with_the_reason(bench: Bench) {
        let (bank, order) = held(bench).await;
        let reason = Some("their system is away".to_owned());
        let by = By { reason, ..By::outside_of_requests(Actor::Operator("petrova".to_owned())) };
        let answer =
            Answer { outcome: Outcome::Done, reference: None, reason: None, details: serde_json::Map::new() };
        let answers = vec![Answered { id: order.id.clone(), answer, by }];
        let verdicts = bank.state.desk.answer(None, answers).await.unwrap();
        assert_eq!(verdicts, [Verdict::Taken(OrderState::Answered)]);
        let filter = audit::Filter { object_id: Some(order.id.to_string()), ..audit::Filter::default() };
        let entries = audit::list(&bank.bench.store, &filter, 10).await.unwrap();
        let [entry] = entries.as_slice() else { panic!("{entries:?}") };
        let told = (entry.action.as_str(), entry.object_kind.as_str(), entry.actor_id.as_deref());
        assert_eq!(told, ("bank_orders.answered_by_hand", "bank_order", Some("petrova")));
        assert!(entry.detail.contains("their system is away"), "{}", entry.detail);
    }

    async fn tar_03_a_change_whose_cancellation_the_bank_refuses_begins_with_the_refusal(bench: Bench) {
        let (bank, order) = held(bench).await;
        decided(&bank, &order, Outcome::Refused, json!({})).await;
        bank.work().await;
        assert_eq!(changes(&bank, "C00002").await, ["PRO 2026-11-21 EFFECTIVE"]);
        assert_eq!(plan(&bank, "C00002").await, "PRO 2026-11-21");
    }

    async fn tar_03_a_change_that_a_refusal_at_the_beginning_lets_begin_is_woken(bench: Bench) {
        let bank = Bank::asking(bench, "tariff_request.decide=bank").await;
        cancellation(&bank).await;
        bank.set_rights("ivanova", "C00002", "ACT").await;
        bank.wait_until("2026-11-21T00:00:00+03:00");
        let runner = || {
            let state = &bank.state;
            let (clock, randomness) = (Arc::clone(&state.clock), Arc::clone(&state.randomness));
            let settings = RunnerSettings { poll: Duration::from_hours(1), ..RunnerSettings::default() };
            Runner::new(state.store.clone(), clock, randomness, state.wake.clone(), settings)
        };
        let (looks, mut looked) = watch::channel(0);
        let (stop, stopped) = watch::channel(false);
        let running = tokio::spawn(runner().with(TAKE_EFFECT, 1, Looks(looks)).run(stopped));
        looked.wait_for(|looks| *looks == 1).await.unwrap();
        let mut workers = tariff_requests::workers(&bank.state);
        workers.retain(|worker| worker.kind() == CARRY_OUT);
        assert_eq!(runner().with_workers(workers).drain().await, Ok(1));
        timeout(WOKEN_MAX, looked.wait_for(|looks| *looks == 2)).await.unwrap().unwrap();
        drop(stop);
        running.await.unwrap();
    }

    async fn bnk_01_a_plan_may_begin_on_the_day_of_the_banks_answer(bench: Bench) {
        let bank = Bank::asking(bench, "tariff_request.decide=bank").await;
        let id = bank.create(&sidorov(), "C00003", "PRO").await;
        assert_eq!(bank.sign(&sidorov(), id).await.status, 303);
        bank.work().await;
        let order = handed_out_to(&bank, Role::Tariffs).await.remove(0);
        let payload: Value = serde_json::from_str(&order.payload).unwrap();
        assert_eq!(payload["clientIsOpen"], true, "{payload}");
        decided(&bank, &order, Outcome::Done, json!({ "effectiveFrom": "2026-11-20" })).await;
        bank.work().await;
        assert_eq!(changes(&bank, "C00003").await, ["PRO 2026-11-20 EFFECTIVE"]);
        assert_eq!(plan(&bank, "C00003").await, "PRO 2026-11-20");
    }

    async fn bnk_01_a_right_that_is_lost_while_the_bank_decides_changes_nothing(bench: Bench) {
        let bank = Bank::asking(bench, "tariff_request.decide=bank").await;
        let id = bank.create(&sidorov(), "C00003", "PRO").await;
        assert_eq!(bank.sign(&sidorov(), id).await.status, 303);
        bank.work().await;
        let order = handed_out_to(&bank, Role::Tariffs).await.remove(0);
        bank.set_rights("sidorov", "C00003", "ACT").await;
        decided(&bank, &order, Outcome::Done, json!({ "effectiveFrom": "2026-12-01" })).await;
        assert_eq!(bank.state(&sidorov(), "C00003", id).await, "DONE");
        assert_eq!(changes(&bank, "C00003").await, ["PRO 2026-12-01 PLANNED"]);
    }

    async fn bnk_01_the_answer_to_a_full_letter_begins_another(bench: Bench) {
        let bank = Bank::asking(bench, "letter.answer=bank").await;
        let path = begun(&send(&bank, &ivanova(), &key(&bank), &[]).await);
        let order = handed_out(&bank).await.remove(0);
        let letter: uuid::Uuid = path.rsplit('/').next().unwrap().parse().unwrap();
        let now = bank.bench.clock.now();
        let fill = move |tx: &mut Tx| tx.execute_one(&FILL, params![letter, now]);
        bank.bench.store.write::<_, StoreError>("fill", fill).await.unwrap();
        let text = json!({ "text": "Лимит увеличен." });
        for expected in [Verdict::Taken(OrderState::Answered), Verdict::Same] {
            assert_eq!(answer(&bank, &order, Outcome::Done, text.clone()).await, expected);
        }
        let list = bank.page(&ivanova(), "/bank/letters").await;
        assert_eq!(list.text().matches("Лимит по карте").count(), 2, "{}", list.text());
        let links = list.text().split("href=\"/bank/letters/").skip(1);
        let ids = links.filter_map(|rest| rest.split('"').next()?.parse::<uuid::Uuid>().ok());
        let others: Vec<uuid::Uuid> = ids.filter(|id| *id != letter).collect();
        let page = bank.page(&ivanova(), &format!("/bank/letters/{}", others[0])).await;
        assert!(page.text().contains("Лимит увеличен."), "{}", page.text());
    }

    async fn bnk_01_a_file_that_answers_a_full_letter_begins_another_like_an_order(bench: Bench) {
        let bank = Bank::asking(bench, "letter.answer=bank").await;
        let path = begun(&send(&bank, &ivanova(), &key(&bank), &[]).await);
        let order = handed_out(&bank).await.remove(0);
        let letter: uuid::Uuid = path.rsplit('/').next().unwrap().parse().unwrap();
        let now = bank.bench.clock.now();
        let fill = move |tx: &mut Tx| tx.execute_one(&FILL, params![letter, now]);
        bank.bench.store.write::<_, StoreError>("fill", fill).await.unwrap();
        // The typed text is not lost: a new letter takes it.
        let typed = bank.write(&ivanova(), &format!("{path}/answer"), &[("body", "Ещё одно.")]).await;
        assert_eq!(typed.status, 409, "{}", typed.text());
        for text in ["уже 200", "Ещё одно.</textarea>", "value=\"Лимит по карте\"", "action=\"/bank/letters/new\""] {
            assert!(typed.text().contains(text), "{text}:\n{}", typed.text());
        }
        let file = format!("answer_id,letter_id,body\nA1,{letter},Лимит увеличен.\n");
        assert_eq!(bank.add("letter_answers.csv", &file).await.unwrap().tables[0].created, 1);
        assert_eq!(bank.add("letter_answers.csv", &file).await.unwrap().tables[0].unchanged, 1);
        let list = bank.page(&ivanova(), "/bank/letters?show=unread").await;
        assert_eq!(list.text().matches("Лимит по карте").count(), 1, "{}", list.text());
        let verdict = answer(&bank, &order, Outcome::Done, json!({ "text": "Другой ответ" })).await;
        assert_eq!(verdict, Verdict::Refused(Refusal::Withdrawn));
    }

    async fn onl_02_an_answer_that_a_full_letter_does_not_take_marks_nothing_as_read(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let path = begun(&send(&bank, &ivanova(), &key(&bank), &[]).await);
        let letter: uuid::Uuid = path.rsplit('/').next().unwrap().parse().unwrap();
        let file = format!("answer_id,letter_id,body\nA1,{letter},Лимит увеличен.\n");
        bank.add("letter_answers.csv", &file).await.unwrap();
        let now = bank.bench.clock.now();
        let fill = move |tx: &mut Tx| tx.execute_one(&FILL, params![letter, now]);
        bank.bench.store.write::<_, StoreError>("fill", fill).await.unwrap();
        let typed = bank.write(&ivanova(), &format!("{path}/answer"), &[("body", "Ещё одно.")]).await;
        assert_eq!((typed.status.as_u16(), unread(&bank, &ivanova()).await), (409, 1), "{}", typed.text());
    }

    async fn bnk_01_who_waits_for_orders_of_one_kind_is_not_woken_by_another(bench: Bench) {
        let bank = Bank::asking(bench, "letter.answer=bank").await;
        begun(&send(&bank, &ivanova(), &key(&bank), &[]).await);
        assert_eq!(handed_out(&bank).await.len(), 1);
        for (kind, may_be_some) in [("", true), ("letter.answer", true), ("letter.forward", false)] {
            let wanted = Wanted { role: Role::Letters, after: 0, kind: kind.to_owned(), limit: 100 };
            assert_eq!(bank.state.desk.may_be_some(&wanted).await.unwrap(), may_be_some, "{kind}");
        }
    }

    async fn bnk_01_an_answer_by_a_file_withdraws_the_order(bench: Bench) {
        let bank = Bank::asking(bench, "letter.answer=bank").await;
        let path = begun(&send(&bank, &ivanova(), &key(&bank), &[]).await);
        let orders = handed_out(&bank).await;
        let letter = path.rsplit('/').next().unwrap();
        let file = format!("answer_id,letter_id,body\nA1,{letter},Ответ\n");
        bank.add("letter_answers.csv", &file).await.unwrap();
        let verdict = answer(&bank, &orders[0], Outcome::Done, json!({ "text": "Другой ответ" })).await;
        assert_eq!(verdict, Verdict::Refused(Refusal::Withdrawn));
    }
}
