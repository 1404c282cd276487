//! The setting that says what needs a second person, and from which amount on (BNK-09): over the bank API and by
//! command.

use std::sync::Arc;

use area::Author;
use audit::Actor;
use bank::work::actions::action::{Action, ActionError, Arguments, Declared, Deed, Doer, Done, SecondPerson};
use kernel::{Clock as _, Money};
use proposals::OperatorRole;
use serde_json::{Value, json};
use store::params;
use testkit::{Bench, on_both_engines};

use crate::commands::Installation;
use crate::core_balances::{balance, balances};
use crate::four_eyes::Bank as Shell;
use crate::journal::{DAY_S, close_day, today};
use crate::people::{Bank, EVERY, Person, is};
use crate::shared_settings::refusal;
use crate::triggers::{Line, Stage};

const PAYER: &str = "40702810600000000001";
const USD: &str = "40702840200000000002";
const VASILEK: &str = "40702810700000000011";
const LARGEST: &str = "40702810800000000021";

store::queries! {
    /// Makes a value the bank's, as two people adopt it.
    ADOPT = "insert into shared_settings (name, value) values ('two_people', $1)
        on conflict (name) do update set value = excluded.value";
    /// Counts the amounts that somebody has moved alone.
    MOVED = "select count(1) as moved from moved_alone";
}

async fn adopted(bench: &Bench, value: &'static str) {
    let adopt = move |tx: &mut store::Tx| tx.execute_one(&ADOPT, params![value]);
    bench.store.write::<_, store::StoreError>("test.adopt", adopt).await.expect("it is the bank's");
}

async fn moved(bench: &Bench) -> i64 {
    let row = bench.store.query_optional(&MOVED, params![]).await.expect("read").expect("a row");
    row.integer("moved").expect("a number")
}

on_both_engines! {
    async fn bnk_09_small_amounts_need_one_person_until_they_are_a_large_one(bench: Bench) {
        let stage = Stage::with_orders(&bench, "payment.send=bank").await;
        let bank = Bank::at(&bench, stage.bank.clone());
        let petrova = Person::added(&bench, "operator:petrova", &EVERY).await;
        let sidorov = Person::added(&bench, "operator:sidorov", &EVERY).await;
        let line = |amount: &str, number| Line::other(amount, number, "044525998");
        let lines = vec![line("20.01", 201), line("29.99", 202), line("50.00", 203), line("25.00", 204)];
        assert_eq!(stage.salary("salary-1", lines).await, "PROCESSING");
        let stuck = bank.get(&petrova, "registry/payments_stuck").await;
        let of = |amount: &str| {
            let rows = stuck["rows"].as_array().expect("rows").iter();
            let row = rows.clone().find(|row| row["amount"] == amount).expect("the payment");
            json!({ "payment": row["payment"] })
        };
        let needs_two = async |person: &Person, action: &str, arguments: &Value| {
            bank.rehearsed(person, action, arguments).await["needsSecondPerson"] == true
        };
        is(&bank.does(&petrova, "payments.settle", of("20.01")).await, 409, "NEEDS_TWO");

        adopted(&bench, "users.lock, payments.settle:50.00").await;
        let listed = bank.get(&petrova, "actions").await;
        let listed = |name: &str| {
            let actions = listed["actions"].as_array().expect("actions").iter();
            actions.clone().find(|action| action["name"] == name).expect("the action").clone()
        };
        assert_eq!(listed("payments.settle")["secondPersonFrom"], "50.00");
        assert_eq!(listed("users.lock")["needsSecondPerson"], true);
        assert_eq!(listed("payments.return")["secondPersonFrom"], Value::Null);
        // A name alone asks for two where one was enough, and nothing is asked for less.
        is(&bank.does(&petrova, "users.lock", json!({ "login": "ivanova" })).await, 409, "NEEDS_TWO");
        is(&bank.does(&petrova, "payments.return", of("20.01")).await, 409, "NEEDS_TWO");
        // The amount is that of the payment, and what was refused or rehearsed does not count.
        assert!(needs_two(&petrova, "payments.settle", &of("50.00")).await);
        is(&bank.does(&petrova, "payments.settle", of("50.00")).await, 409, "NEEDS_TWO");
        assert!(!needs_two(&petrova, "payments.settle", &of("29.99")).await);
        assert_eq!(moved(&bench).await, 0);
        assert_eq!(bank.does(&petrova, "payments.settle", of("29.99")).await.status, 200);
        // Several small ones are a large one: another person, or another day.
        assert!(needs_two(&petrova, "payments.settle", &of("25.00")).await);
        is(&bank.does(&petrova, "payments.settle", of("25.00")).await, 409, "NEEDS_TWO");
        assert_eq!(bank.does(&sidorov, "payments.settle", of("25.00")).await.status, 200);
        let rows = |stuck: Value| stuck["rows"].as_array().expect("rows").len();
        assert_eq!(rows(bank.get(&petrova, "registry/payments_stuck").await), 2);
        is(&bank.does(&petrova, "payments.settle", of("20.01")).await, 409, "NEEDS_TWO");
        bench.clock.advance_seconds(24 * 60 * 60);
        assert_eq!(bank.does(&petrova, "payments.settle", of("20.01")).await.status, 200);
        assert_eq!(moved(&bench).await, 2);
        // A large one is approved as before.
        let number = bank.proposed(&petrova, "payments.settle", &of("50.00")).await;
        assert_eq!(bank.decides(&sidorov, number, "APPROVE").await.status, 204);
        assert_eq!(bank.executed(&petrova, number).await.status, 200);
        assert_eq!(moved(&bench).await, 2);
    }

    async fn bnk_09_a_break_is_as_large_as_its_difference_whoever_has_more(bench: Bench) {
        let stage = Stage::new(&bench).await;
        let bank = Bank::at(&bench, stage.bank.clone());
        let petrova = Person::added(&bench, "operator:petrova", &EVERY).await;
        Person::added(&bench, "operator:sidorov", &EVERY).await;
        adopted(&bench, "breaks.write-off:50.00").await;
        let day = today(&bench);
        bench.clock.advance_seconds(DAY_S);
        close_day(&bench).await;
        let there = [
            (PAYER, balance(&bench, PAYER, -5_000).await),
            (VASILEK, balance(&bench, VASILEK, -3_000).await),
            (LARGEST, balance(&bench, LARGEST, 2_000).await),
            (USD, balance(&bench, USD, 1).await),
        ];
        balances(&bench, &day, &there.each_ref().map(|(account, sum)| (*account, sum.as_str()))).await;
        accounts::compare_balances(&bench.store).await.expect("they are compared");
        let write_off = async |account: &str| {
            bank.does(&petrova, "breaks.write-off", json!({ "account": account })).await
        };
        // The core has less by the amount, and an amount in dollars is none in roubles.
        for account in [PAYER, USD] {
            is(&write_off(account).await, 409, "NEEDS_TWO");
        }
        assert_eq!(moved(&bench).await, 0);
        assert_eq!(write_off(VASILEK).await.status, 200);
        assert_eq!(moved(&bench).await, 1);
        // What she moves by another action is counted apart.
        moves(&bench, Money::from_minor(5_000), Money::from_minor(3_000)).await.expect("one person is enough");
        assert_eq!(moved(&bench).await, 2);
        // Two of this one are a large one together: neither takes the other away.
        is(&write_off(LARGEST).await, 409, "NEEDS_TWO");
    }

    async fn bnk_09_an_amount_at_the_end_of_its_range_needs_two(bench: Bench) {
        let bank = Bank::of(&bench).await;
        let petrova = Person::added(&bench, "operator:petrova", &EVERY).await;
        Person::added(&bench, "operator:sidorov", &EVERY).await;
        is(&bank.does(&petrova, "users.unlock", json!({ "login": "ivanova" })).await, 409, "NEEDS_TWO");
        let least = Money::from_minor(i64::MAX);
        moves(&bench, least, Money::from_minor(1)).await.expect("one person is enough");
        let refused = moves(&bench, least, least).await;
        assert!(matches!(refused, Err(ActionError::NeedsTwo(OperatorRole::Money))), "{refused:?}");
        assert_eq!(moved(&bench).await, 1);
    }
}

/// Has petrova move an amount alone by an action that needs a second person from another one on.
async fn moves(bench: &Bench, least: Money, amount: Money) -> Result<(), ActionError> {
    let (author, now, randomness) =
        (Author::outside_of_requests(Actor::System), bench.clock.now(), bench.randomness.clone());
    let unit = move |tx: &mut store::Tx| {
        let (name, reason, randomness, facts) = ("petrova", "x", &*randomness, &Value::Null);
        let doer = Doer { author: &author, name, reason, now, randomness, facts };
        let deed: Deed = Arc::new(move |_, _| Ok(Done::told("moved").moving(Some(amount))));
        moving(least).alone(tx, &deed, &doer)
    };
    bench.store.write("test.move", unit).await.map(drop)
}

/// An action that needs a second person from an amount on.
fn moving(least: Money) -> Action {
    let declared = Declared {
        name: "test.move",
        about: "Moves an amount",
        role: OperatorRole::Money,
        needs_two: true,
        tells_amount: true,
        arguments: &[],
    };
    let begin = Arc::new(|_: &Arguments| Err(ActionError::Refused("it is not begun".to_owned())));
    Action { declared, rule: Arc::new(move |_| Ok(SecondPerson::From(least))), begin }
}

/// Entries of the journal with their amount, of one currency.
fn entries(shell: &Shell, currency: &str) -> Vec<(String, Money)> {
    let listed = shell.by("petrova", &["journal", "list"]);
    let entries = listed.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let of = |entry: Value| {
        let postings = entry["postings"].as_array().expect("postings").clone();
        let is_it = postings.iter().all(|posting| posting["currency"] == currency);
        let mut amounts = postings.iter().map(|posting| posting["amount"].as_str().expect("an amount"));
        let credit = amounts.find(|amount| !amount.starts_with('-')).expect("a credit");
        is_it.then(|| (entry["number"].to_string(), credit.parse().expect("an amount")))
    };
    let mut found: Vec<_> = entries.filter_map(of).collect();
    found.sort_by_key(|(_, amount)| *amount);
    found
}

fn a_command_asks_for_a_second_person_as_the_bank_has_set_it(installation: Installation) {
    let shell = Shell::of(installation);
    let public = shell.public("money");
    let words = ["operators", "add", "money", "--role", "money", "--key", &public];
    shell.two_do("petrova", "sidorov", &words);
    for (value, reason) in [
        ("users.fly", "is no action"),
        ("users.lock,users.lock", "is there twice"),
        ("users.password:100.00", "moves no money"),
        ("import:100.00", "moves no money"),
        ("payments.return:0.00", "the amount is one in roubles above zero"),
        ("payments.return:many", "the amount is one in roubles above zero"),
    ] {
        let set = format!("two_people={value}");
        shell.refuses("petrova", &["settings", "--set", &set], reason);
        shell.refuses("petrova", &["settings", "adopt", "--reason", "less work", "--set", &set], reason);
    }
    let (roubles, dollars) = (entries(&shell, "RUR"), entries(&shell, "USD"));
    let [(small, least), (large, most)] = [&roubles[0], roubles.last().expect("an entry")];
    assert!(least < most, "{roubles:?}");
    let set = format!("two_people=journal.reverse:{most},users.lock,orders.take");
    let reverse = |number: &str| ["journal", "reverse", number, "--reason", "twice"].map(str::to_owned);
    let wanted = |number: &str, options: &[&str]| -> Vec<String> {
        reverse(number).into_iter().chain(options.iter().map(|word| (*word).to_owned())).collect()
    };
    let refuses = |name: &str, words: &[String], reason: &str| {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        shell.refuses(name, &words, reason);
    };
    // One person's option or file is nothing, nor is the first server that one person starts.
    refuses("money", &wanted(small, &["--set", &set]), "needs two people with the role money");
    let told = refusal(&shell.installation, &[&set]);
    assert!(told.contains("two_people is"), "{told}");
    let adopt = ["settings", "adopt", "--reason", "less work", "--set", &set];
    shell.refuses("petrova", &adopt, "needs two people with the role security");
    let number = shell.proposed("petrova", &adopt);
    shell.by("sidorov", &["proposals", "approve", &number]);
    shell.by("sidorov", &["proposals", "carry-out", &number, "--set", &set]);

    // Whoever is alone shows who it is, has the role, and stays below the amount.
    refuses("stranger", &wanted(small, &[]), "stranger.pem");
    refuses("petrova", &wanted(small, &[]), "needs the role money");
    refuses("money", &wanted(large, &[]), "needs two people with the role money");
    refuses("money", &wanted(&dollars[0].0, &[]), "needs two people with the role money");
    let words = wanted(small, &[]);
    shell.by("money", &words.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(shell.trail("books.entry_reversed").len(), 1);
    assert_eq!(shell.trail("books.entry_reversed")[0]["detail"]["system"]["proved_by"], "key");
    shell.refuses("petrova", &["users", "lock", "petrov"], "needs two people with the role security");
    let take = ["orders", "take", "answers.json", "--system", "hub"];
    shell.refuses("money", &take, "needs two people with the role money");
    shell.refuses("petrova", &["orders", "list", "--propose", "x"], "needs no second person");
    shell.two_do("petrova", "sidorov", &["users", "lock", "petrov"]);
}

crate::commands::on_both_databases! {
    fn bnk_09_a_command_asks_for_a_second_person_as_the_bank_has_set_it(bank: "second_person") {
        a_command_asks_for_a_second_person_as_the_bank_has_set_it(bank);
    }
}
