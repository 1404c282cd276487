//! Requests about which the bank's registry decides (BNK-01).

use std::time::Duration;

use audit::Actor;
use kernel::Translated;
use orders::{Answer, Answered, By, Order, OrderState, Outcome, Refusal, Role, Verdict, Wanted};
use serde_json::{Value, json};
use testkit::{Bench, on_both_engines};

use crate::bank::{Bank, IVANOVA, Person, ivanova, petrov};
use crate::requesting::request_of;

const ASKED: &str = "signing_certificate.decide=bank";

async fn handed_out(bank: &Bank) -> Vec<Order> {
    let wanted = Wanted { role: Role::Registry, after: 0, kind: String::new(), limit: 100 };
    bank.desk.hand_out(|_| Ok(true), wanted, "registry", Duration::ZERO).await.unwrap()
}

async fn answer(bank: &Bank, order: &Order, outcome: Outcome, details: Value) -> Verdict {
    let by = By::outside_of_requests(Actor::BankSystem("registry".to_owned()));
    let reason =
        Translated { russian: "Паспорт просрочен".to_owned(), english: "Expired".to_owned() };
    let reason = (outcome == Outcome::Refused).then_some(reason);
    let details = details.as_object().unwrap().clone();
    let answer = Answer { outcome, reference: None, reason, details };
    let answers = vec![Answered { id: order.id.clone(), answer, by }];
    bank.desk.answer(Some(Role::Registry), answers).await.unwrap().pop().unwrap()
}

on_both_engines! {
    async fn bnk_01_the_registry_issues_the_certificate_that_a_person_asks_for(bench: Bench) {
        let bank = Bank::asking(bench, ASKED).await;
        let key = bank.person(IVANOVA).key;
        let pem = request_of(&key, IVANOVA);
        assert_eq!(bank.ask(&ivanova(), "FIRST", &pem).await.location(), Some("/bank/signature?done=requested"));
        let orders = handed_out(&bank).await;
        let payload: Value = serde_json::from_str(&orders[0].payload).unwrap();
        assert_eq!((&payload["login"], &payload["request"]), (&json!("ivanova"), &json!(pem)));
        let other = bank.person(IVANOVA).certificate.to_pem();
        for details in [json!({}), json!({ "certificate": "none" }), json!({ "certificate": other })] {
            let verdict = answer(&bank, &orders[0], Outcome::Done, details).await;
            assert!(matches!(verdict, Verdict::Refused(Refusal::Impossible(_))), "{verdict:?}");
        }
        let certificate = bank.issue(&pem, IVANOVA);
        let details = json!({ "certificate": certificate.to_pem() });
        for expected in [Verdict::Taken(OrderState::Answered), Verdict::Same] {
            assert_eq!(answer(&bank, &orders[0], Outcome::Done, details.clone()).await, expected);
        }
        let refused = answer(&bank, &orders[0], Outcome::Refused, json!({})).await;
        assert_eq!(refused, Verdict::Refused(Refusal::Contradicts));
        let room = bank.room(&ivanova()).await;
        assert!(room.contains(">Issued</span>") && room.contains(">Valid</span>"), "{room}");
        assert_eq!(bank.counts_signature("C00001", &Person { key, certificate }).await, Ok(()));
        let told = ["bank_orders.answered", "certificate_request.issued", "certificate_request.made"];
        assert_eq!(bank.trail().await, told);
    }

    async fn bnk_01_the_registry_refuses_with_a_reason_that_the_person_reads(bench: Bench) {
        let bank = Bank::asking(bench, ASKED).await;
        bank.ask(&ivanova(), "FIRST", &request_of(&bank.person(IVANOVA).key, IVANOVA)).await;
        let orders = handed_out(&bank).await;
        let verdict = answer(&bank, &orders[0], Outcome::Refused, json!({})).await;
        assert_eq!(verdict, Verdict::Taken(OrderState::Answered));
        assert!(bank.room(&ivanova()).await.contains("Паспорт просрочен"));
    }

    async fn bnk_01_each_request_is_decided_alone(bench: Bench) {
        const PETROV: &str = "Петров Пётр Ильич";
        let bank = Bank::asking(bench, ASKED).await;
        let (own, other) =
            (request_of(&bank.person(IVANOVA).key, IVANOVA), request_of(&bank.person(PETROV).key, PETROV));
        for (caller, kind, pem) in [(ivanova(), "FIRST", &own), (petrov(), "SECOND", &other)] {
            assert_eq!(bank.ask(&caller, kind, pem).await.location(), Some("/bank/signature?done=requested"));
        }
        let orders = handed_out(&bank).await;
        assert_eq!(orders.len(), 2);
        let order_of = |login: &str| {
            let login = format!("\"{login}\"");
            orders.iter().find(|order| order.payload.contains(&login)).unwrap()
        };
        let issued = |pem: &str, name: &str| json!({ "certificate": bank.issue(pem, name).to_pem() });
        for (login, details) in [("ivanova", issued(&other, PETROV)), ("petrov", issued(&own, IVANOVA))] {
            let verdict = answer(&bank, order_of(login), Outcome::Done, details).await;
            assert!(matches!(verdict, Verdict::Refused(Refusal::Impossible(_))), "{login}: {verdict:?}");
        }
        for (login, outcome, details) in
            [("ivanova", Outcome::Refused, json!({})), ("petrov", Outcome::Done, issued(&other, PETROV))]
        {
            let verdict = answer(&bank, order_of(login), outcome, details).await;
            assert_eq!(verdict, Verdict::Taken(OrderState::Answered), "{login}");
        }
        let room = bank.room(&petrov()).await;
        assert!(room.contains(">Issued</span>") && !room.contains("Паспорт просрочен"), "{room}");
    }

    async fn bnk_01_a_request_that_ended_otherwise_is_not_answered(bench: Bench) {
        let bank = Bank::asking(bench, ASKED).await;
        let pem = request_of(&bank.person(IVANOVA).key, IVANOVA);
        bank.ask(&ivanova(), "FIRST", &pem).await;
        let order = handed_out(&bank).await.remove(0);
        let path = "/bank/signature/request/withdraw";
        assert_eq!(bank.post(&ivanova(), path, &[("request", &order.object_id)]).await.status, 303);
        let found = bank.desk.find(None, &order.id).await.unwrap().unwrap();
        assert_eq!(found.state, OrderState::Withdrawn, "before anybody answers");
        let details = json!({ "certificate": bank.issue(&pem, IVANOVA).to_pem() });
        let verdict = answer(&bank, &order, Outcome::Done, details.clone()).await;
        assert_eq!(verdict, Verdict::Refused(Refusal::Withdrawn));
        // A file of the bank is another way to answer; what the registry says afterwards finds the order over.
        bank.ask(&ivanova(), "FIRST", &pem).await;
        let order = handed_out(&bank).await.into_iter().find(|order| order.state == OrderState::Taken).unwrap();
        bank.bank_registers("ivanova", "C00001", "FIRST", &bank.issue(&pem, IVANOVA)).await.unwrap();
        assert_eq!(answer(&bank, &order, Outcome::Done, details).await, Verdict::Refused(Refusal::Withdrawn));
        let found = bank.desk.find(None, &order.id).await.unwrap().unwrap();
        assert_eq!(found.state, OrderState::Withdrawn);
    }
}
