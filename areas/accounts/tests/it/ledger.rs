//! Money is neither lost nor made, whatever is posted and however much at once.

use accounts::ledger::{
    self, CreditLimit, CreditLimitKind, Draft, Entry, EntryHeader, EntryKind, Hold, IdempotencyKey,
    InternalAccount, LedgerAccountId, LedgerError, Outcome, Posted, Refusal,
};
use kernel::{AccountNumber, Clock, Currency, Instant, Money, Randomness};
use store::{StoreError, Tx, params};
use testkit::{Bench, on_both_engines};

use crate::bank::{Bank, CARD, CLOSED, KOLOS, SETTLEMENT, TRANSIT_USD, VASILEK};

pub(crate) fn id(number: &str) -> LedgerAccountId {
    LedgerAccountId::from(&number.parse::<AccountNumber>().unwrap())
}

pub(crate) fn header(bank: &Bank, key: &str) -> EntryHeader {
    let now = bank.bench.clock.now();
    EntryHeader {
        entry_id: bank.bench.randomness.uuid(now),
        idempotency_key: IdempotencyKey::try_from(key.to_owned()).unwrap(),
        kind: EntryKind::Transfer,
        posted_at: now,
        value_date: jiff::civil::date(2026, 11, 20),
        description: "Transfer".to_owned(),
        document: None,
        authors: accounts::ledger::Authors::default(),
    }
}

pub(crate) fn roubles(bank: &Bank, key: &str, from: &str, to: &str, minor: i64) -> Entry {
    let amount = Money::from_minor(minor);
    let draft = Draft::new(header(bank, key));
    draft.debit(id(from), Currency::RUR, amount).credit(id(to), Currency::RUR, amount).balanced().unwrap()
}

impl Bank {
    pub(crate) async fn post(&self, entry: Entry) -> Result<Posted, LedgerError> {
        self.bench.store.write("test.post", move |tx| ledger::post(tx, &entry)).await
    }

    /// Places a hold, now.
    pub(crate) async fn hold(&self, name: &str, account: &str, minor: i64) -> Result<Outcome, LedgerError> {
        let hold = hold_of(name, account, minor, self.bench.clock.now());
        self.bench.store.write("test.hold", move |tx| ledger::place_hold(tx, &hold)).await
    }

    pub(crate) async fn release(&self, name: &'static str) -> Result<Outcome, LedgerError> {
        let now = self.bench.clock.now();
        self.bench.store.write("test.release", move |tx| ledger::release_hold(tx, name, now)).await
    }

    /// Grants an overdraft, now.
    pub(crate) async fn lend(&self, name: &str, account: &str, minor: i64) -> Result<Outcome, LedgerError> {
        let limit = overdraft_of(name, account, minor, self.bench.clock.now());
        self.bench.store.write("test.limit", move |tx| ledger::set_credit_limit(tx, &limit)).await
    }
}

pub(crate) fn hold_of(name: &str, account: &str, minor: i64, placed_at: Instant) -> Hold {
    let (hold_id, amount) = (name.to_owned(), Money::from_minor(minor));
    Hold { hold_id, account: id(account), amount, placed_at, description: "Hold".to_owned() }
}

pub(crate) fn overdraft_of(name: &str, account: &str, minor: i64, granted_at: Instant) -> CreditLimit {
    let (limit_id, amount) = (name.to_owned(), Money::from_minor(minor));
    CreditLimit { limit_id, account: id(account), kind: CreditLimitKind::Overdraft, amount, granted_at }
}

pub(crate) async fn transfer(
    bank: &Bank,
    key: &str,
    from: &str,
    to: &str,
    minor: i64,
) -> Result<Posted, LedgerError> {
    bank.post(roubles(bank, key, from, to, minor)).await
}

/// Balance and held amount.
pub(crate) async fn state(bank: &Bank, account: LedgerAccountId) -> (i64, i64) {
    let read = move |tx: &mut Tx| Ok::<_, StoreError>(ledger::account_state(tx, &account)?.unwrap());
    let state = bank.bench.store.read("test.state", read).await.unwrap();
    (state.balance.minor(), state.held.minor())
}

async fn balance(bank: &Bank, number: &str) -> i64 {
    state(bank, id(number)).await.0
}

fn refusal<T: std::fmt::Debug>(result: Result<T, LedgerError>) -> (String, Refusal) {
    match result {
        Err(LedgerError::Refused { account, refusal }) => (account.to_string(), refusal),
        other => panic!("refused was expected, not {other:?}"),
    }
}

/// A repeatable sequence of numbers below `bound`.
fn next(state: &mut u64, bound: u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) % bound
}

/// The key of its first entry.
const KOLOS_OPENING: &str = "opening:40702810800000000021";

store::queries! {
    /// A fault: money from nowhere.
    FORGE_BALANCE = "update ledger_accounts set balance_minor = balance_minor + 1 where ledger_account_id = $1";
    /// A fault: a posting of another amount.
    FORGE_POSTING = "update postings set amount_minor = amount_minor + 1 where ledger_account_id = $1";
    /// A fault: an overdraft.
    FORGE_OVERDRAFT = "update ledger_accounts set balance_minor = -1 where ledger_account_id = $1";
    /// A fault: a held amount without a hold.
    FORGE_HELD = "update ledger_accounts set held_minor = held_minor + 1, limit_minor = limit_minor + 1 where \
        ledger_account_id = $1";
}

on_both_engines! {
    async fn lif_07_a_proof_moves_the_moment_of_its_own_scope_and_never_back(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let (whole, since) = (ledger::ProofScope::Whole, ledger::ProofScope::Since);
        let at = Instant::from_unix_seconds;
        for (scope, second, wanted) in
            [(whole, 100, [100, 0]), (since, 150, [100, 150]), (whole, 300, [300, 150]), (whole, 200, [300, 150])]
        {
            accounts::note_proof(&bank.bench.store, scope, at(second)).await.unwrap();
            let proofs = accounts::proofs(&bank.bench.store).await.unwrap();
            for (scope, wanted) in [whole, since].into_iter().zip(wanted) {
                let found = proofs.iter().find(|(of, _)| *of == scope).map(|(_, began)| *began);
                assert_eq!(found, (wanted > 0).then(|| at(wanted)), "{scope:?} after {second}");
            }
        }
    }

    async fn an_account_awaits_money_for_itself_alone(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let close = async |number: &str| {
            let account = id(number);
            bank.bench.store.write("test.close", move |tx| ledger::set_open(tx, &account, false)).await
        };
        let refused = |number, refusal| Err(LedgerError::Refused { account: id(number), refusal });
        let wait = |tx: &mut Tx| ledger::await_returns(tx, &id(KOLOS), "payroll:1");
        bank.bench.store.write("test.await", wait).await.unwrap();
        assert_eq!(close(KOLOS).await, refused(KOLOS, Refusal::UnderWay));
        assert_eq!(close(VASILEK).await, refused(VASILEK, Refusal::Closed), "it has money");
        let end = |tx: &mut Tx| ledger::end_awaiting(tx, &id(KOLOS), "payroll:1");
        bank.bench.store.write("test.end", end).await.unwrap();
        assert_eq!(close(KOLOS).await, refused(KOLOS, Refusal::Closed));
    }

    async fn an_entry_moves_money_once(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let entry = roubles(&bank, "k", SETTLEMENT, VASILEK, 150);
        assert_eq!(bank.post(entry.clone()).await, Ok(Posted::Now));
        // The very same entry, and another one of the same event.
        assert_eq!(bank.post(entry).await, Ok(Posted::Before));
        assert_eq!(transfer(&bank, "k", SETTLEMENT, VASILEK, 150).await, Ok(Posted::Before));
        let other = transfer(&bank, "k", SETTLEMENT, VASILEK, 151).await;
        assert_eq!(other, Err(LedgerError::KeyReused("k".to_owned())));
        assert_eq!((balance(&bank, SETTLEMENT).await, balance(&bank, VASILEK).await), (499_999_999_850, 100_000_150));
        bank.assert_sound().await;
    }

    async fn many_entries_go_together_or_not_at_all(bench: Bench) {
        let bank = Bank::demo(bench).await;
        transfer(&bank, "k0", SETTLEMENT, VASILEK, 1).await.unwrap();
        let repeated = roubles(&bank, "k1", SETTLEMENT, VASILEK, 1);
        let entries = vec![
            roubles(&bank, "k0", SETTLEMENT, VASILEK, 1), repeated.clone(), repeated,
            // Covered by what comes in with the same call.
            roubles(&bank, "k2", SETTLEMENT, KOLOS, 10_000_000), roubles(&bank, "k3", KOLOS, VASILEK, 80_000_000),
        ];
        let outcomes = bank.bench.store.write("test.many", move |tx| ledger::post_many(tx, &entries)).await.unwrap();
        assert_eq!(outcomes, [Posted::Before, Posted::Now, Posted::Before, Posted::Now, Posted::Now]);
        assert_eq!(balance(&bank, KOLOS).await, 5_000_000);
        let entries =
            vec![roubles(&bank, "k4", SETTLEMENT, VASILEK, 1), roubles(&bank, "k5", KOLOS, VASILEK, 5_000_001)];
        let refused = bank.bench.store.write("test.many", move |tx| ledger::post_many(tx, &entries)).await;
        assert_eq!(refusal(refused), (KOLOS.to_owned(), Refusal::InsufficientFunds));
        assert_eq!(transfer(&bank, "k4", SETTLEMENT, VASILEK, 1).await, Ok(Posted::Now));
        bank.assert_sound().await;
    }

    async fn what_is_not_there_is_not_paid(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let refused = |result| refusal(result).1;
        let all = 75_000_000;
        assert_eq!(refused(transfer(&bank, "a", KOLOS, VASILEK, all + 1).await), Refusal::InsufficientFunds);
        assert_eq!(transfer(&bank, "b", KOLOS, VASILEK, all).await, Ok(Posted::Now));
        assert_eq!(refused(transfer(&bank, "c", KOLOS, VASILEK, 1).await), Refusal::InsufficientFunds);
        // Own funds and credit lines less holds: 448000.00.
        assert_eq!(refused(transfer(&bank, "d", CARD, VASILEK, 44_800_001).await), Refusal::InsufficientFunds);
        assert_eq!(transfer(&bank, "e", CARD, VASILEK, 44_800_000).await, Ok(Posted::Now));
        assert_eq!(balance(&bank, CARD).await, -34_800_000);
        assert_eq!(refused(transfer(&bank, "f", SETTLEMENT, CLOSED, 1).await), Refusal::Closed);
        assert_eq!(refused(transfer(&bank, "g", SETTLEMENT, TRANSIT_USD, 1).await), Refusal::OtherCurrency);
        let absent = transfer(&bank, "h", SETTLEMENT, "40702810400000000023", 1).await;
        assert_eq!(refused(absent), Refusal::UnknownAccount);
        bank.assert_sound().await;
    }

    async fn the_table_itself_refuses_an_overdraft(bench: Bench) {
        let bank = Bank::demo(bench).await;
        for number in [KOLOS, CLOSED] {
            let forged = bank.forge(&FORGE_OVERDRAFT, params![number]).await;
            assert!(matches!(forged, Err(StoreError::Constraint { .. })), "{forged:?}");
        }
        bank.assert_sound().await;
    }

    async fn currencies_mix_through_position_accounts(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let (dollars, roubles) = (Money::from_minor(10_000), Money::from_minor(808_500));
        let position = |currency| InternalAccount::Position.in_currency(currency);
        let entry = Draft::new(header(&bank, "exchange"))
            .debit(id(TRANSIT_USD), Currency::USD, dollars).valued(roubles)
            .credit(position(Currency::USD), Currency::USD, dollars).valued(roubles)
            .debit(position(Currency::RUR), Currency::RUR, roubles).valued(roubles)
            .credit(id(SETTLEMENT), Currency::RUR, roubles).valued(roubles)
            .balanced()
            .unwrap();
        assert_eq!(bank.post(entry).await, Ok(Posted::Now));
        assert_eq!(balance(&bank, TRANSIT_USD).await, 1_240_000);
        assert_eq!(balance(&bank, SETTLEMENT).await, 500_000_808_500);
        bank.assert_sound().await;
    }

    async fn random_postings_keep_the_sum_at_zero(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let accounts = [SETTLEMENT, VASILEK, KOLOS, CARD];
        let mut expected = Vec::new();
        for number in accounts {
            expected.push(balance(&bank, number).await);
        }
        let available = |index: usize, balance: i64| if index == 3 { balance + 34_800_000 } else { balance };
        let mut random = 7;
        let mut refused = 0;
        for round in 0..150 {
            let from = usize::try_from(next(&mut random, 4)).unwrap();
            let to = (from + 1 + usize::try_from(next(&mut random, 3)).unwrap()) % 4;
            let bound = if from == 0 { 100_000_000 } else { 120_000_000 };
            let minor = 1 + i64::try_from(next(&mut random, bound)).unwrap();
            let outcome = transfer(&bank, &format!("r-{round}"), accounts[from], accounts[to], minor).await;
            if available(from, expected[from]) >= minor {
                assert_eq!(outcome, Ok(Posted::Now));
                expected[from] -= minor;
                expected[to] += minor;
            } else {
                assert_eq!(refusal(outcome), (accounts[from].to_owned(), Refusal::InsufficientFunds));
                refused += 1;
            }
        }
        assert!((10..140).contains(&refused), "{refused} refused: the test has to see both");
        for (number, expected) in accounts.into_iter().zip(expected) {
            assert_eq!(balance(&bank, number).await, expected);
        }
        bank.assert_sound().await;
    }

    async fn postings_at_once_lose_no_update_and_never_overdraw(bench: Bench) {
        let bank = std::sync::Arc::new(Bank::demo(bench).await);
        let mut tasks = tokio::task::JoinSet::new();
        // KOLOS has money for 15 of 40 transfers; at the same time it gets nothing.
        for number in 0..40 {
            let bank = std::sync::Arc::clone(&bank);
            tasks.spawn(async move {
                transfer(&bank, &format!("c-{number}"), KOLOS, VASILEK, 5_000_000).await
            });
        }
        let outcomes = tasks.join_all().await;
        let posted = outcomes.iter().filter(|outcome| **outcome == Ok(Posted::Now)).count();
        assert_eq!(posted, 15, "{outcomes:?}");
        assert_eq!((balance(&bank, KOLOS).await, balance(&bank, VASILEK).await), (0, 175_000_000));
        bank.assert_sound().await;
    }

    async fn one_event_posted_at_once_moves_money_once(bench: Bench) {
        let bank = std::sync::Arc::new(Bank::demo(bench).await);
        let mut tasks = tokio::task::JoinSet::new();
        for _ in 0..16 {
            let bank = std::sync::Arc::clone(&bank);
            tasks.spawn(async move { transfer(&bank, "same", SETTLEMENT, VASILEK, 7).await.unwrap() });
        }
        let posted = tasks.join_all().await.into_iter().filter(|outcome| *outcome == Posted::Now).count();
        assert_eq!((posted, balance(&bank, VASILEK).await), (1, 100_000_007));
        bank.assert_sound().await;
    }

    async fn check_finds_what_was_forged(bench: Bench) {
        let bank = Bank::demo(bench).await;
        bank.bench.migrate(&[&testkit::UNGUARDED_LEDGER]).await;
        bank.assert_sound().await;
        bank.forge(&FORGE_BALANCE, params![KOLOS]).await.unwrap();
        assert_eq!(bank.findings().await, [format!("{KOLOS}: the balance differs from the sum of the postings (1)")]);
        bank.forge(&FORGE_POSTING, params![KOLOS]).await.unwrap();
        let rules: Vec<_> = accounts::check_ledger(&bank.bench.store).await.unwrap().findings;
        let subjects: Vec<&str> = rules.iter().map(|finding| finding.subject.as_str()).collect();
        // The balance after the operation is not that of its posting any more.
        assert_eq!(subjects, ["RUR", KOLOS_OPENING, KOLOS, KOLOS_OPENING]);
        bank.forge(&FORGE_HELD, params![KOLOS]).await.unwrap();
        assert_eq!(bank.findings().await.len(), 6);
    }
}
