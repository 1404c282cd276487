//! Statements with values from the edges of their types, as their senders would send them: through the router, the
//! checks and execution. Each is refused at once or comes to an end, and the money of the bank stays exact.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use kernel::{AccountNumber, Bic};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use store::params;
use testkit::Bench;

use super::house::{ACCOUNT, House, OWN_BIC, PATH, employee, ivanova, sign, stranger};

/// Statements that are sent on each engine.
const STATEMENTS: usize = 60;
const AMOUNTS: [&str; 14] = [
    "0.01",
    "1",
    "100.5",
    "1e3",
    "12345678.9",
    "90000000000000.00",
    "90000000000000.01",
    "92233720368547758.07",
    "92233720368547758.08",
    "1e30",
    "0.001",
    "0",
    "-1",
    "1e-400",
];
const RATES: [&str; 10] = [
    "80.85",
    "81",
    "80.850000001",
    "92.5",
    "0.0001",
    "0.000000001",
    "0.0000000001",
    "1e-28",
    "79228162514264337593543950335",
    "0",
];
const PERCENTS: [&str; 8] = ["1", "30", "50", "100", "0", "101", "-1", "9223372036854775807"];

store::queries! {
    /// The holds on the debit account, with their statements.
    HELD = "select l.held_minor, (select count(1) from holds h where h.released_at_us is null and h.ledger_account_id \
        = $1) as holds
        from ledger_accounts l where l.ledger_account_id = $1";
}

#[derive(Clone, Debug)]
struct Sent {
    account: String,
    amount: &'static str,
    bic: bool,
    conversion: Vec<(&'static str, &'static str)>,
}

/// Something ordinary more often than something from the edges.
fn of(edges: &'static [&'static str], ordinary: usize) -> impl Strategy<Value = &'static str> {
    prop_oneof![4 => 0..ordinary, 1 => 0..edges.len()].prop_map(move |index| edges[index])
}

fn sent() -> impl Strategy<Value = Sent> {
    let account = (101..112_u32, any::<bool>(), 0..10).prop_map(|(serial, is_other, kind)| match kind {
        0 => (stranger(serial), is_other),
        1 => (ACCOUNT.to_owned(), false),
        2 => (String::new(), false),
        3 => (dollar_account(serial), false),
        _ => (employee(serial), false),
    });
    let currency = prop::sample::select(vec!["USD", "USD", "USD", "EUR", "RUR"]);
    let conversion = prop::collection::vec((of(&PERCENTS, 4), currency), 0..3);
    (account, of(&AMOUNTS, 5), prop_oneof![2 => Just(Vec::new()), 1 => conversion])
        .prop_map(|((account, bic), amount, conversion)| Sent { account, amount, bic, conversion })
}

/// The dollar account of an employee.
fn dollar_account(serial: u32) -> String {
    let number: AccountNumber = format!("40817840000000{serial:06}").parse().unwrap();
    number.with_control_key(&OWN_BIC.parse::<Bic>().unwrap()).to_string()
}

/// Numbers are in the text as they are: a reader of JSON would round them.
fn payload_text(external_id: &str, total: &str, rate: Option<&str>, transfers: &[Sent]) -> String {
    let transfer = |(number, sent): (usize, &Sent)| {
        let Sent { account, amount, bic, conversion } = sent;
        let bic = if *bic { r#","bic":"044525998""# } else { "" };
        let conversions: Vec<String> = conversion
            .iter()
            .map(|(percent, currency)| format!(r#"{{"percent":{percent},"currency":"{currency}"}}"#))
            .collect();
        let conversion = conversions.join(",");
        format!(
            r#"{{"lastName":"Смирнова","firstName":"Анна","orderNumber":{number},"amount":{amount},"account":"{account}","currency":"RUR"{bic},"conversion":[{conversion}]}}"#
        )
    };
    let list: Vec<String> = (1..).zip(transfers).map(transfer).collect();
    let (count, list) = (transfers.len(), list.join(","));
    let rates = rate.map_or_else(String::new, |rate| {
        format!(r#","conversionRates":[{{"rate":{rate},"currency":"USD"}}]"#)
    });
    format!(
        r#"{{"externalId":"{external_id}","account":"{ACCOUNT}","transfersCount":{count},"totalAmount":{total},"enrollmentCode":"01","incomeCode":1,"transfers":[{list}]{rates}}}"#
    )
}

/// The sum that a sender would name, as far as there is one.
fn total(transfers: &[Sent]) -> String {
    let minor = |amount: &str| amount.parse::<kernel::Money>().ok().map(kernel::Money::minor);
    let sum: Option<i128> = transfers.iter().map(|sent| minor(sent.amount).map(i128::from)).sum();
    match sum.and_then(|sum| i64::try_from(sum).ok()) {
        Some(sum) if sum > 0 => kernel::Money::from_minor(sum).to_string(),
        _ => "1".to_owned(),
    }
}

async fn held(house: &House) -> (i64, i64) {
    house.bench.store.select_optional(&HELD, params![ACCOUNT]).await.unwrap().unwrap()
}

testkit::on_both_engines! {
    async fn pay_09_pay_10_hostile_requests_leave_the_bank_in_balance(bench: Bench) {
        let house = House::new(bench).await;
        let mut csv =
            "number,status,branch_id,last_name,first_name,middle_name,salary_project_cnum,rouble_account\n"
                .to_owned();
        for serial in 101..107 {
            csv.extend([dollar_account(serial), format!(",1,001,Смирнова,Анна,,,{}\n", employee(serial))]);
        }
        house.add("employees_accounts.csv", &csv).await.unwrap();
        let before = held(&house).await;
        let statement =
            (prop::collection::vec(sent(), 1..6), prop::option::weighted(0.7, of(&RATES, 3)), any::<bool>());
        let mut runner = TestRunner::deterministic();
        let mut seen = BTreeMap::<String, usize>::new();
        for number in 0..STATEMENTS {
            let (transfers, rate, is_total_right) = statement.new_tree(&mut runner).unwrap().current();
            let name = format!("hostile-{number}");
            let total = if is_total_right || number % 4 != 0 { total(&transfers) } else { "201".to_owned() };
            let payload = payload_text(&name, &total, rate, &transfers);
            let digest = canonical::digest(&payload).unwrap();
            let signatures = [&house.keys.ivanova, &house.keys.petrov].map(|signer| sign(&digest, signer));
            let digest = BASE64.encode(digest);
            let [first, second] = signatures;
            let request =
                format!(r#"{{"payload":{payload},"digest":"{digest}","signatures":["{first}","{second}"]}}"#);
            let answer = house.post_as(&ivanova(), PATH, request).await;
            if answer.status == 202 {
                house.work().await;
                for _ in 0..jobs::ATTEMPTS_MAX {
                    if house.status(&name).await["status"] != "PROCESSING" {
                        break;
                    }
                    house.bench.clock.advance_seconds(400);
                    house.work().await;
                }
                let status = house.status(&name).await["status"].as_str().unwrap().to_owned();
                assert!(
                    ["ERROR", "EXECUTED", "PARTLY_EXECUTED", "DECLINED"].contains(&status.as_str()),
                    "{status}: \
                    {payload}"
                );
                *seen.entry(status).or_default() += 1;
            } else {
                assert_eq!(answer.status, 400, "{}: {payload}", answer.text());
                *seen.entry("400".to_owned()).or_default() += 1;
            }
            assert_eq!(held(&house).await, before, "nothing stays held of {payload}");
            assert_eq!(accounts::check_ledger(&house.bench.store).await.unwrap().findings, [], "{payload}");
            assert_eq!(payroll::check(&house.bench.store).await.unwrap().findings, [], "{payload}");
        }
        let of = |state: &str| seen.get(state).copied().unwrap_or(0);
        assert!(of("EXECUTED") + of("PARTLY_EXECUTED") > 3, "{seen:?}");
        assert!(of("ERROR") > 3 && of("400") > 1, "{seen:?}: the test has to see all ends");
    }
}
