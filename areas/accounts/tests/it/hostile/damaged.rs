//! `check` and the closing of days over databases that were damaged on purpose: they answer, and name what is wrong.

use accounts::ledger::{InternalAccount, check_since};
use jiff::civil::date;
use kernel::{Currency, Instant};
use store::{Tx, Value, params};
use testkit::{Bench, UNGUARDED_LEDGER, on_both_engines};

use super::WITHOUT_GUARDS;
use crate::bank::{Bank, CARD, KOLOS, SETTLEMENT, TRANSIT_USD, VASILEK};

store::queries! {
    /// Any balance.
    SET_BALANCE = "update ledger_accounts set balance_minor = $2 where ledger_account_id = $1";
    /// Any held amount and limit.
    SET_PROMISED = "update ledger_accounts set held_minor = $2, limit_minor = $3 where ledger_account_id = $1";
    /// Any moment of the last posting.
    SET_POSTED = "update ledger_accounts set last_posted_at_us = $2 where ledger_account_id = $1";
    /// An entry.
    PUT_ENTRY = "insert into journal_entries (entry_id, idempotency_key, fingerprint, kind, posted_at_us, value_date, \
        description, postings_count) values ($1, $2, $1, 'TRANSFER', $3, '2026-11-19', 'Damage', $4)";
    /// Its place in the journal.
    PUT_PLACE = "insert into journal_numbers (entry_id) values ($1)";
    /// A posting of any amount.
    PUT_POSTING = "insert into postings (entry_id, line, ledger_account_id, currency, amount_minor, national_minor, \
        posted_at_us) values ($1, $2, $3, $4, $5, $6, $7)";
    /// Takes the operations of an account away.
    DROP_OPERATIONS = "delete from operations where ledger_account_id = $1";
    /// The closings of a day.
    CLOSINGS = "select ledger_account_id, balance_minor from closing_balances where closing_date = $1";
}

/// 2026-11-19T09:00:00Z, the day before every test.
const YESTERDAY_US: i64 = 1_795_078_800_000_000;
/// The morning of the day of every test, in Moscow.
const TODAY_US: i64 = 1_795_158_000_000_000;

type Line<'a> = (&'a str, &'a str, i64, Option<i64>);

/// Writes an entry as no code does.
async fn put(bank: &Bank, key: &str, at_us: i64, lines: &[Line<'_>]) {
    // Older than every entry with a digest.
    let entry = u128::try_from(key.len()).unwrap().to_be_bytes();
    let count = i64::try_from(lines.len()).unwrap();
    let rows: Vec<Vec<Value>> = (1_i64..)
        .zip(lines)
        .map(|(line, (account, currency, amount, national))| {
            params![entry, line, *account, *currency, *amount, *national, at_us]
        })
        .collect();
    let key = key.to_owned();
    let put = move |tx: &mut Tx| {
        tx.execute_one(&PUT_ENTRY, params![entry, key.as_str(), at_us, count])?;
        tx.execute_one(&PUT_PLACE, params![entry])?;
        tx.execute_many(&PUT_POSTING, rows.clone())
    };
    bank.bench.store.write("test.put", put).await.unwrap();
}

async fn set_balance(bank: &Bank, account: &'static str, minor: i64) {
    assert_eq!(bank.forge(&SET_BALANCE, params![account, minor]).await, Ok(1));
}

fn position(currency: Currency) -> String {
    InternalAccount::Position.in_currency(currency).to_string()
}

on_both_engines! {
    async fn acc_06_check_names_balances_at_the_edges(bench: Bench) {
        let bank = Bank::demo(bench).await;
        bank.bench.migrate(&[&WITHOUT_GUARDS]).await;
        let balance = 75_000_000_i128;
        for edge in [i64::MIN, i64::MIN + 1, -1, 1, i64::MAX - 1, i64::MAX] {
            set_balance(&bank, KOLOS, edge).await;
            let off = i128::from(edge) - balance;
            let told = bank.findings().await;
            assert_eq!(told[0], format!("{KOLOS}: the balance differs from the sum of the postings ({off})"), "{edge}");
            let is_out_of_range = told.iter().any(|line| line.contains("out of its range"));
            assert_eq!((told.len(), is_out_of_range), (1 + usize::from(edge != 1), edge != 1), "{told:?}");
        }
        set_balance(&bank, KOLOS, 75_000_000).await;
        assert_eq!(bank.forge(&SET_PROMISED, params![KOLOS, i64::MAX, i64::MIN]).await, Ok(1));
        assert_eq!(bank.findings().await, [
            format!("{KOLOS}: the held amount differs from the sum of the holds ({})", i64::MAX),
            format!("{KOLOS}: the limit differs from the sum of the credit limits ({})", i64::MIN),
            format!("{KOLOS}: the balance, the held amount or the limit is out of its range (75000000)"),
        ]);
    }

    async fn acc_06_check_adds_up_postings_beyond_64_bits(bench: Bench) {
        let bank = Bank::demo(bench).await;
        bank.bench.migrate(&[&UNGUARDED_LEDGER]).await;
        let lines = [(VASILEK, "RUR", i64::MAX, None), (VASILEK, "RUR", i64::MAX, None),
            (KOLOS, "RUR", i64::MIN, None)];
        put(&bank, "beyond", YESTERDAY_US, &lines).await;
        let (most, least) = (i128::from(i64::MAX), i128::from(i64::MIN));
        let off = 2 * most + least;
        assert_eq!(bank.findings().await, [
            format!("RUR: the postings in this currency do not add up to zero ({off})"),
            format!("beyond: the postings of this entry do not add up to zero ({off})"),
            format!("{VASILEK}: the balance differs from the sum of the postings ({})", -2 * most),
            format!("{KOLOS}: the balance differs from the sum of the postings ({})", -least),
            format!("{VASILEK}: the operations of the account are not its postings, each once and in a row (-2)"),
            format!("{KOLOS}: the operations of the account are not its postings, each once and in a row (-1)"),
        ]);
        // The other half is missing: with it nothing but the balances is wrong, which 64 bits would have called right.
        let lines = [(SETTLEMENT, "RUR", -i64::MAX, None), (SETTLEMENT, "RUR", 1, None)];
        put(&bank, "and-the-rest", YESTERDAY_US, &lines).await;
        let told = bank.findings().await;
        assert!(told.iter().all(|line| !line.starts_with("RUR:")), "{told:?}");
        assert_eq!(told.len(), 8, "{told:?}");
    }

    async fn acc_06_check_proves_positions_and_equivalents(bench: Bench) {
        let bank = Bank::demo(bench).await;
        bank.bench.migrate(&[&UNGUARDED_LEDGER]).await;
        let (roubles, dollars) = (position(Currency::RUR), position(Currency::USD));
        // A dollar for 80 roubles, of which the position in roubles got 79.
        put(&bank, "cheap", YESTERDAY_US, &[
            (SETTLEMENT, "RUR", -8_000, Some(-8_000)), (CARD, "RUR", 100, Some(100)),
                (&roubles, "RUR", 7_900, Some(7_900)),
            (TRANSIT_USD, "USD", 100, Some(8_000)), (&dollars, "USD", -100, Some(-8_000)),
        ]).await;
        // A position that changes without an exchange.
        put(&bank, "lonely", YESTERDAY_US, &[(&dollars, "USD", -5, None), (TRANSIT_USD, "USD", 5, None)]).await;
        // Without equivalents, and with one that is not its amount.
        put(&bank, "unvalued", YESTERDAY_US, &[
            (SETTLEMENT, "RUR", -2, Some(-1)), (&roubles, "RUR", 2, Some(1)), (TRANSIT_USD, "USD", 1, None),
            (&dollars, "USD", -1, None),
        ]).await;
        let told = bank.findings().await;
        // Neither the balances nor the operations of the accounts were written.
        let is_of_exchange = |line: &&String| {
            !line.contains("the balance differs") && !line.contains("the operations of the account")
        };
        let without_balances: Vec<&String> = told.iter().filter(is_of_exchange).collect();
        assert_eq!(without_balances, [
            "cheap: the positions gave away another value in this entry than they took (-100)",
            "unvalued: the positions gave away another value in this entry than they took (1)",
            "unvalued: postings of this entry of several currencies lack their equivalent in roubles (4)",
            // The balances were not changed: 7902 roubles and -101 dollars are missing.
            &format!("{roubles}: the position differs from the sum of the exchanges (-7902)"),
            &format!("{dollars}: the position differs from the sum of the exchanges (101)"),
        ]);
    }

    async fn acc_06_check_names_postings_of_an_entry_on_no_account(bench: Bench) {
        let bank = Bank::demo(bench).await;
        bank.bench.migrate(&[&UNGUARDED_LEDGER]).await;
        put(&bank, "stray", YESTERDAY_US, &[("NOBODY.RUR", "RUR", 5, None), (VASILEK, "RUR", -5, None)]).await;
        let told = bank.findings().await;
        let wanted = "NOBODY.RUR: postings are of an entry or an account that does not exist (1)".to_owned();
        assert!(told.contains(&wanted), "{told:?}");
    }

    async fn acc_06_a_check_of_what_is_new_looks_at_the_last_operation_of_an_account(bench: Bench) {
        let bank = Bank::demo(bench).await;
        bank.bench.migrate(&[&WITHOUT_GUARDS, &UNGUARDED_LEDGER]).await;
        let told = async || {
            let check = |tx: &mut Tx| check_since(tx, Some(Instant::from_unix_seconds(0)));
            let report = bank.bench.store.read("test.check", check).await.unwrap();
            report.findings.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(told().await, [""; 0]);
        set_balance(&bank, KOLOS, 75_000_001).await;
        let off = format!("{KOLOS}: the balance differs from the one after the last operation (1)");
        assert!(told().await.contains(&off), "{:?}", told().await);
        // A check of everything tells of it by the sums of the postings, and not a second time.
        assert!(!bank.findings().await.contains(&off), "{:?}", bank.findings().await);
        assert_eq!(bank.forge(&DROP_OPERATIONS, params![KOLOS]).await, Ok(1));
        let gone =
            format!("{KOLOS}: the operations of the account are not its postings, each once and in a row (1)");
        assert!(told().await.contains(&gone), "{:?}", told().await);
    }

    async fn acc_06_a_damaged_account_does_not_keep_the_others_from_their_closing(bench: Bench) {
        let bank = Bank::demo(bench).await;
        bank.bench.migrate(&[&WITHOUT_GUARDS, &UNGUARDED_LEDGER]).await;
        put(&bank, "today", TODAY_US, &[(VASILEK, "RUR", i64::MIN, None), (VASILEK, "RUR", i64::MIN, None)]).await;
        set_balance(&bank, KOLOS, i64::MIN).await;
        set_balance(&bank, SETTLEMENT, 500_000_000_001).await;
        assert_eq!(bank.forge(&SET_POSTED, params![VASILEK, TODAY_US]).await, Ok(1));
        bank.close_days().await.unwrap();
        let closed: Vec<(String, i64)> = bank.rows(&CLOSINGS, params![date(2026, 11, 19)]).await;
        assert!(closed.iter().all(|(account, _)| account != VASILEK && account != KOLOS), "{closed:?}");
        assert!(closed.contains(&(SETTLEMENT.to_owned(), 500_000_000_001)), "{closed:?}");
    }
}
