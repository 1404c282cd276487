//! Payments that come back after they had settled, and money that no account takes any more.

use accounts::ledger::InternalAccount;
use kernel::{Money, Translated};
use orders::{Answer, Answered, Order, OrderState, Outcome, Refusal, Return, Role, Verdict};
use payroll::{PayrollPages, StatementId};
use serde_json::{Map, Value, json};
use store::params;
use testkit::{Bench, TestCaller, on_both_engines};

use super::house::*;
use super::stuck::OTHER_OF_KOLOS;

store::queries! {
    /// Returns that the software of companies is told of.
    TOLD = "select audience, object_id, data from event_outbox where event_type = 'payroll.transfer.returned'";
    /// Answers to an order that were refused and kept.
    KEPT = "select reason from bank_answers_refused where order_id = $1";
    /// A warning of the checks at the first transfer of a statement.
    WARN = "insert into payroll_findings (statement_id, line, position, code, severity, parameters)
        values ($1, 1, 9, 'T16', 'WARNING', '[]')";
    HIDE = "alter table event_outbox rename to hidden_outbox";
    SHOW = "alter table hidden_outbox rename to event_outbox";
}

async fn answer(house: &House, role: Role, order: &Order, outcome: Outcome, details: Value) -> Verdict {
    let details: Map<String, Value> = details.as_object().unwrap().clone();
    let answer = Answer { outcome, reference: None, reason: None, details };
    let answers = vec![Answered { id: order.id.clone(), answer, by: by() }];
    house.state.desk.answer(Some(role), answers).await.unwrap().remove(0)
}

async fn comes_back(house: &House, role: Role, order: &Order, part: Option<i64>, name: &str) -> Verdict {
    let reason = Translated { russian: "счёт закрыт".to_owned(), english: "closed".to_owned() };
    let (id, name) = (order.id.clone(), name.to_owned());
    let returned = Return { id, part, name, amount: None, reason, by: by() };
    house.state.desk.take_return(role, returned).await.unwrap()
}

/// The events about returns: company, statement and what they carry.
async fn told(house: &House) -> Vec<(String, String, Value)> {
    let rows = house.bench.store.query(&TOLD, params![]).await.unwrap();
    let text = |row: &store::Row, name| row.text(name).unwrap().to_owned();
    let event = |row| (text(row, "audience"), text(row, "object_id"), text(row, "data").parse().unwrap());
    rows.iter().map(event).collect()
}

/// The answer of the API, or a page of the online bank, in a language.
async fn read(house: &House, caller: &TestCaller, path: &str, language: &str) -> testkit::Answer {
    let is_page = path.starts_with("/bank");
    let site = house.bench.site();
    let pages = PayrollPages { site: site.clone(), payroll: house.state.clone() };
    let pages = house.bench.client(site.routes(payroll::pages(pages)));
    let (client, tokens) = (if is_page { &pages } else { &house.client }, &house.bench.tokens);
    let asked = client.get(path).header("accept-language", language);
    let asked = if is_page { asked.online_bank(tokens, caller) } else { asked.tokens(&tokens.pair(caller)) };
    let answer = asked.send().await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer
}

/// The warnings of the transfers, by the bank's words in English.
async fn warnings(house: &House, caller: &TestCaller, id: StatementId) -> Vec<Value> {
    let path = format!("/v1/statements/{id}/transfers");
    let listed = read(house, caller, &path, "en").await.json();
    listed["transfers"].as_array().unwrap().iter().map(|transfer| transfer["warnings"].clone()).collect()
}

const TAKEN: Verdict = Verdict::Taken(OrderState::Answered);
const CONTRADICTS: Verdict = Verdict::Refused(Refusal::Contradicts);

on_both_engines! {
    async fn bnk_01_a_settled_payment_comes_back_once_under_a_name_of_its_own(bench: Bench) {
        let house = House::with_players(bench, "payment.send=bank").await;
        let before = (house.money(SETTLEMENT).await, house.internal(InternalAccount::Correspondent).await);
        let lines = vec![to(1, 100), to_other(OTHER_BIC, 1, 40), to_other(OTHER_BIC, 2, 5)];
        let (id, _) = house.execute(&Draft::of(lines)).await;
        let orders = house.orders(Role::Payments).await;
        let verdict = comes_back(&house, Role::Payments, &orders[0], None, "RTR-1").await;
        assert!(matches!(verdict, Verdict::Refused(Refusal::Impossible(_))), "it is not made yet: {verdict:?}");
        for order in &orders {
            assert_eq!(answer(&house, Role::Payments, order, Outcome::Done, json!({})).await, TAKEN);
        }
        house.work().await;
        assert_eq!(house.seen(id).await.state, "EXECUTED");
        let settled = house.money(SETTLEMENT).await;
        for verdict in [TAKEN, Verdict::Same] {
            assert_eq!(comes_back(&house, Role::Payments, &orders[0], None, "RTR-1").await, verdict);
            assert_eq!(house.money(SETTLEMENT).await, (settled.0 + 40, settled.1));
        }
        // One payment, one return; one name, one return.
        assert_eq!(comes_back(&house, Role::Payments, &orders[0], None, "RTR-2").await, CONTRADICTS);
        assert_eq!(comes_back(&house, Role::Payments, &orders[1], None, "RTR-1").await, CONTRADICTS);
        // What the company has read of its statement stays as it is; the money is an operation of its own.
        let seen = house.seen(id).await;
        assert_eq!((seen.state.as_str(), seen.executed), ("EXECUTED", 145));
        assert_eq!(house.money(SETTLEMENT).await, (before.0.0 - 105, before.0.1));
        assert_eq!(house.internal(InternalAccount::Correspondent).await - before.1, 5);
        house.assert_at_rest().await;
    }

    async fn bnk_01_a_part_of_a_payment_comes_back_and_no_more_than_was_paid(bench: Bench) {
        let house = House::with_players(bench, "payment.send=bank").await;
        let (id, _) = house.execute(&Draft::of(vec![to_other(OTHER_BIC, 1, 4_000)])).await;
        let order = house.orders(Role::Payments).await.remove(0);
        assert_eq!(answer(&house, Role::Payments, &order, Outcome::Done, json!({})).await, TAKEN);
        house.work().await;
        let settled = house.money(SETTLEMENT).await;
        let reason = Translated { russian: "счёт закрыт".to_owned(), english: "closed".to_owned() };
        let comes = async |minor: i64| {
            let (name, amount) = ("RTR-1".to_owned(), Some(Money::from_minor(minor)));
            let (id, reason, by) = (order.id.clone(), reason.clone(), by());
            let given = Return { id, part: None, name, amount, reason, by };
            house.state.desk.take_return(Role::Payments, given).await.unwrap()
        };
        for minor in [4_001, i64::MAX] {
            let verdict = comes(minor).await;
            assert!(matches!(verdict, Verdict::Refused(Refusal::Impossible(_))), "{minor} {verdict:?}");
        }
        assert_eq!((comes(3_850).await, comes(3_850).await), (TAKEN, Verdict::Same));
        // Under one name comes one amount, and of one payment one return.
        assert_eq!((comes(150).await, comes(4_000).await), (CONTRADICTS, CONTRADICTS));
        assert_eq!(comes_back(&house, Role::Payments, &order, None, "RTR-1").await, CONTRADICTS);
        assert_eq!(comes_back(&house, Role::Payments, &order, None, "RTR-2").await, CONTRADICTS);
        assert_eq!(house.money(SETTLEMENT).await, (settled.0 + 3_850, settled.1));
        assert_eq!(house.internal(InternalAccount::Correspondent).await, 150);
        assert_eq!(told(&house).await[0].2["amount"], "38.50");
        assert_eq!(house.seen(id).await.state, "EXECUTED");
        house.assert_sound().await;
    }

    async fn bnk_01_a_return_is_told_at_the_transfer_on_the_page_and_by_one_event(bench: Bench) {
        let house = House::with_players(bench, "payment.send=bank").await;
        let ivanova = TestCaller::new("U00001", "C00001");
        let lines = vec![to(1, 100), to_other(OTHER_BIC, 1, 4_000), to_other(OTHER_BIC, 2, 5)];
        let (id, _) = house.execute(&Draft::of(lines)).await;
        let mut orders = house.orders(Role::Payments).await;
        orders.sort_by_key(|order| order.payload.contains("\"40.00\""));
        for order in &orders {
            assert_eq!(answer(&house, Role::Payments, order, Outcome::Done, json!({})).await, TAKEN);
        }
        house.work().await;
        let (settled, none) = (house.money(SETTLEMENT).await, vec![Value::Null; 3]);
        let paper = format!("/bank/payroll/{id}/statement.pdf");
        // The identifier of the document in its metadata, up to the element's end.
        let identifier = async || {
            let file = read(&house, &ivanova, &paper, "ru").await;
            let metadata = testkit::documents::information(&file.body, &["-meta"]);
            metadata.split("DocumentID").nth(1).unwrap().chars().take(30).collect::<String>()
        };
        let before = identifier().await;
        assert_eq!(identifier().await, before, "nothing has changed");
        // A return without its event is none.
        let reason = Translated { russian: "счёт <закрыт>".to_owned(), english: "<closed>".to_owned() };
        let (id_of_order, name) = (orders[1].id.clone(), "RTR-1".to_owned());
        let given = Return { id: id_of_order, part: None, name, amount: None, reason, by: by() };
        change(&house.bench, &HIDE, params![]).await;
        assert!(house.state.desk.take_return(Role::Payments, given.clone()).await.is_err());
        change(&house.bench, &SHOW, params![]).await;
        assert_eq!((house.money(SETTLEMENT).await, warnings(&house, &ivanova, id).await), (settled, none));
        for verdict in [TAKEN, Verdict::Same] {
            assert_eq!(house.state.desk.take_return(Role::Payments, given.clone()).await.unwrap(), verdict);
        }
        let data = json!({ "statementId": id.to_string(), "externalId": id.to_string(), "line": 2, "orderNumber": 2,
            "amount": "40.00", "reasonCode": "D27" });
        assert_eq!(told(&house).await, [("C00001".to_owned(), id.to_string(), data)]);
        let english = "The transfer was made, but 40.00 roubles came back on 2026-11-20: <closed>";
        let russian = "Перевод исполнен, но 2026-11-20 вернулось 40.00 ₽: счёт <закрыт>";
        let warning = json!([{ "code": "D27", "message": english }]);
        assert_eq!(warnings(&house, &ivanova, id).await, [Value::Null, warning, Value::Null]);
        let status = read(&house, &ivanova, &format!("/v1/statements/{id}"), "ru").await.json();
        let warning = json!([{ "code": "D27", "message": format!("{russian} (перевод на строке 2)") }]);
        assert_eq!((&status["status"], &status["warnings"]), (&json!("EXECUTED"), &warning));
        let shown = |text: &str, day: &str| {
            let text = text.replace('<', "&#60;").replace('>', "&#62;");
            text.replace("2026-11-20", &day.replace(' ', "\u{a0}"))
        };
        let russian = shown(&russian.replace("40.00", "40,00"), "20 ноября 2026");
        for (language, words) in [("ru", russian), ("en", shown(english, "20 November 2026"))] {
            let page = read(&house, &ivanova, &format!("/bank/payroll/{id}"), language).await;
            // Among what was found in the statement, and at the transfer.
            assert_eq!(page.text().matches(&words).count(), 2, "{words}: {}", page.text());
            let faulty = read(&house, &ivanova, &format!("/bank/payroll/{id}?transfers=faulty"), language).await;
            assert_eq!(faulty.text().matches("<td class=\"nowrap\" data-label=\"№\">").count(), 1);
        }
        // The document for archives tells of it too, at its transfer.
        let file = read(&house, &ivanova, &paper, "ru").await;
        let text = testkit::documents::words_in_order(&file.body).join(" ");
        assert_eq!(text.matches("вернулось").count(), 1, "{text}");
        assert_ne!(identifier().await, before, "another document");
        assert!(text.contains("<закрыт>") && text.contains("40,00"), "{text}");
        house.assert_sound().await;
    }

    async fn bnk_01_a_transfer_of_a_statement_that_the_core_executed_comes_back(bench: Bench) {
        let house = House::with_players(bench, "payroll.execute=bank").await;
        let before = house.money(SETTLEMENT).await;
        let (id, _) = house.execute(&Draft::of(vec![to(1, 100), to_other(OTHER_BIC, 1, 40)])).await;
        let order = house.orders(Role::Core).await.remove(0);
        assert_eq!(answer(&house, Role::Core, &order, Outcome::Done, json!({})).await, TAKEN);
        for part in [None, Some(3), Some(1)] {
            let verdict = comes_back(&house, Role::Core, &order, part, "RTR-9").await;
            assert!(matches!(verdict, Verdict::Refused(Refusal::Impossible(_))), "{part:?} {verdict:?}");
        }
        for verdict in [TAKEN, Verdict::Same] {
            assert_eq!(comes_back(&house, Role::Core, &order, Some(2), "RTR-9").await, verdict);
        }
        assert_eq!(house.money(SETTLEMENT).await, (before.0 - 100, before.1));
        assert_eq!(house.seen(id).await.state, "EXECUTED");
        house.assert_sound().await;
    }

    async fn bnk_08_the_bank_says_where_money_goes_that_no_account_takes(bench: Bench) {
        let house = House::with_players(bench, "payment.send=bank,unclaimed.settle=bank").await;
        let (id, _) = house.execute(&Draft::kolos(vec![to_other(OTHER_BIC, 1, KOLOS_MINOR)])).await;
        let payment = house.orders(Role::Payments).await.remove(0);
        assert_eq!(answer(&house, Role::Payments, &payment, Outcome::Done, json!({})).await, TAKEN);
        house.work().await;
        house.close(KOLOS).await.unwrap();
        assert_eq!(comes_back(&house, Role::Payments, &payment, None, "RTR-1").await, TAKEN);
        assert_eq!(house.internal(InternalAccount::Unclaimed).await, KOLOS_MINOR);
        house.assert_sound().await;
        let sidorov = TestCaller::new("U00003", "C00003").with_client("kolos-erp");
        let came_back = "The transfer was made, but 750000.00 roubles came back on 2026-11-20: closed.";
        let kept = format!("{came_back} The bank keeps them: {KOLOS} takes nothing");
        let warning = json!([{ "code": "D28", "message": kept }]);
        assert_eq!(warnings(&house, &sidorov, id).await, [warning]);
        assert_eq!(told(&house).await[0].2["reasonCode"], "D28");
        let order = house.orders(Role::Core).await.remove(0);
        house.second_account(KOLOS, OTHER_OF_KOLOS).await;
        for (outcome, details) in [
            (Outcome::Done, json!({})),
            (Outcome::Refused, json!({ "account": OTHER_OF_KOLOS })),
            (Outcome::Done, json!({ "account": SETTLEMENT })),
            (Outcome::Done, json!({ "account": KOLOS })),
        ] {
            let verdict = answer(&house, Role::Core, &order, outcome, details).await;
            assert!(matches!(verdict, Verdict::Refused(Refusal::Impossible(_))), "{verdict:?}");
        }
        assert_eq!(house.internal(InternalAccount::Unclaimed).await, KOLOS_MINOR);
        for verdict in [TAKEN, Verdict::Same] {
            let details = json!({ "account": OTHER_OF_KOLOS });
            assert_eq!(answer(&house, Role::Core, &order, Outcome::Done, details).await, verdict);
        }
        assert_eq!(house.money(OTHER_OF_KOLOS).await, (KOLOS_MINOR, 0));
        let claimed = format!("{came_back} The money is on the account {OTHER_OF_KOLOS}");
        let warning = json!([{ "code": "D29", "message": claimed }]);
        assert_eq!(warnings(&house, &sidorov, id).await, [warning]);
        assert_eq!(told(&house).await.len(), 1);
        assert_eq!(house.internal(InternalAccount::Unclaimed).await, 0);
        assert_eq!(house.seen(id).await.state, "EXECUTED");
        house.assert_at_rest().await;
    }

    async fn bnk_08_where_money_went_is_told_at_its_own_transfer_alone(bench: Bench) {
        let house = House::with_players(bench, "payment.send=bank,unclaimed.settle=bank").await;
        let half = KOLOS_MINOR / 2;
        let lines = vec![to_other(OTHER_BIC, 1, 100), to_other(OTHER_BIC, 2, half - 100)];
        let (first, _) = house.execute(&Draft::kolos(lines)).await;
        let (second, _) = house.execute(&Draft::kolos(vec![to_other(OTHER_BIC, 3, half)])).await;
        let payments = house.orders(Role::Payments).await;
        for payment in &payments {
            assert_eq!(answer(&house, Role::Payments, payment, Outcome::Done, json!({})).await, TAKEN);
        }
        house.work().await;
        house.close(KOLOS).await.unwrap();
        for (payment, name) in payments.iter().zip(["RTR-1", "RTR-2", "RTR-3"]) {
            assert_eq!(comes_back(&house, Role::Payments, payment, None, name).await, TAKEN);
        }
        change(&house.bench, &WARN, params![first.bytes()]).await;
        house.second_account(KOLOS, OTHER_OF_KOLOS).await;
        let object = format!("{first}:1");
        let order = house.orders(Role::Core).await.into_iter().find(|order| order.object_id == object).unwrap();
        let details = json!({ "account": OTHER_OF_KOLOS });
        assert_eq!(answer(&house, Role::Core, &order, Outcome::Done, details).await, TAKEN);
        let sidorov = TestCaller::new("U00003", "C00003").with_client("kolos-erp");
        let codes = async |id| -> Vec<Vec<String>> {
            let of = |warnings: &Value| {
                let codes = warnings.as_array().into_iter().flatten().map(|one| one["code"].as_str().unwrap());
                codes.map(str::to_owned).collect()
            };
            warnings(&house, &sidorov, id).await.iter().map(of).collect()
        };
        assert_eq!(codes(first).await, [vec!["D29", "T16"], vec!["D28"]]);
        assert_eq!(codes(second).await, [vec!["D28"]]);
    }

    async fn bnk_01_an_answer_that_cannot_be_stops_none_of_its_bunch_and_is_kept(bench: Bench) {
        let house = House::with_players(bench, "payment.send=bank,unclaimed.settle=bank").await;
        house.execute(&Draft::kolos(vec![to_other(OTHER_BIC, 1, KOLOS_MINOR)])).await;
        let payment = house.orders(Role::Payments).await.remove(0);
        assert_eq!(answer(&house, Role::Payments, &payment, Outcome::Done, json!({})).await, TAKEN);
        house.work().await;
        house.close(KOLOS).await.unwrap();
        assert_eq!(comes_back(&house, Role::Payments, &payment, None, "RTR-1").await, TAKEN);
        house.second_account(KOLOS, OTHER_OF_KOLOS).await;
        let order = house.orders(Role::Core).await.remove(0);
        let deep = (0..70).fold(json!(1), |inner, _| json!([inner]));
        let answers = [
            // An answer without a canonical form cannot be kept.
            json!({ "account": OTHER_OF_KOLOS, "deep": deep }),
            json!({ "account": KOLOS }),
            json!({ "account": OTHER_OF_KOLOS }),
        ];
        let answered = answers.map(|details| {
            let details = details.as_object().unwrap().clone();
            let answer = Answer { outcome: Outcome::Done, reference: None, reason: None, details };
            Answered { id: order.id.clone(), answer, by: by() }
        });
        let verdicts = house.state.desk.answer(Some(Role::Core), answered.to_vec()).await.unwrap();
        assert!(matches!(verdicts[0], Verdict::Refused(Refusal::Impossible(_))), "{verdicts:?}");
        assert!(matches!(verdicts[1], Verdict::Refused(Refusal::Impossible(_))), "{verdicts:?}");
        assert_eq!(verdicts[2..], [TAKEN]);
        assert_eq!(house.money(OTHER_OF_KOLOS).await, (KOLOS_MINOR, 0));
        let kept = house.bench.store.query(&KEPT, params![order.id.as_str()]).await.unwrap();
        assert_eq!(kept.len(), 1);
        house.assert_at_rest().await;
    }
}
