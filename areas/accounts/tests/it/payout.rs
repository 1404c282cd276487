//! Many credits out of held money: everybody who can be paid is paid, and nobody twice.

use accounts::ledger::{
    self, Credit, EntryError, EntryHeader, EntryKind, IdempotencyKey, InternalAccount, LedgerAccountId,
    LedgerError, Paid, Payout, Posted, Refusal,
};
use kernel::{AccountNumber, Currency, Money};
use store::{StoreError, Tx};
use testkit::{Bench, on_both_engines};

use crate::bank::{ABSENT, Bank, CLOSED, KOLOS, SETTLEMENT, TRANSIT_USD, VASILEK};
use crate::ledger::{id, state};

pub(crate) const HOLD: &str = "payroll:1";

pub(crate) fn credit(payee: u32, account: &str, minor: i64) -> Credit {
    let amount = Money::from_minor(minor);
    Credit { payee, account: id(account), currency: Currency::RUR, amount, cost: amount }
}

/// Dollars at 80 roubles.
pub(crate) fn dollars(payee: u32, account: &str, minor: i64) -> Credit {
    let (amount, cost) = (Money::from_minor(minor), Money::from_minor(80 * minor));
    Credit { payee, account: id(account), currency: Currency::USD, amount, cost }
}

pub(crate) fn header(bank: &Bank, key: &str) -> EntryHeader {
    let (kind, description) = (EntryKind::Payroll, "Salary".to_owned());
    EntryHeader { kind, description, ..crate::ledger::header(bank, key) }
}

pub(crate) async fn pay(bank: &Bank, key: &str, credits: Vec<Credit>) -> Result<Paid, LedgerError> {
    let payout = Payout::new(header(bank, key), id(SETTLEMENT), HOLD.to_owned(), credits).unwrap();
    bank.bench.store.write("test.pay", move |tx| paid_from_hold(tx, &payout)).await
}

/// Pays, with nothing beside it.
pub(crate) fn paid_from_hold(tx: &mut Tx, payout: &Payout) -> Result<Paid, LedgerError> {
    ledger::pay_from_hold(tx, payout, |_, paid| Ok(paid.clone()))?
}

pub(crate) async fn hold(bank: &Bank, minor: i64) {
    bank.hold(HOLD, SETTLEMENT, minor).await.unwrap();
}

store::queries! {
    /// A fault: a posting of an entry that is not there.
    FORGE_POSTING = "insert into postings (entry_id, line, ledger_account_id, currency, amount_minor, posted_at_us) \
        values ($1, $2, $3, 'RUR', $4, 0)";
    /// An account in roubles without money.
    OPEN = "insert into ledger_accounts (ledger_account_id, class, currency, is_open) \
        values ($1, 'CUSTOMER', 'RUR', $2)";
}

pub(crate) fn refused(paid: &Paid) -> Vec<(u32, Refusal)> {
    paid.refused.iter().map(|refused| (refused.payee, refused.refusal)).collect()
}

on_both_engines! {
    async fn those_who_can_be_paid_are_paid(bench: Bench) {
        let bank = Bank::demo(bench).await;
        hold(&bank, 1_000).await;
        let (balance, held) = state(&bank, id(SETTLEMENT)).await;
        let kolos = state(&bank, id(KOLOS)).await.0;
        let credits = vec![
            credit(1, VASILEK, 100), credit(2, CLOSED, 50), credit(3, KOLOS, 30), credit(4, VASILEK, 1),
            credit(5, ABSENT, 7), credit(6, TRANSIT_USD, 9),
        ];
        let paid = pay(&bank, "k", credits.clone()).await.unwrap();
        assert_eq!((paid.posted, paid.sum), (Posted::Now, Money::from_minor(131)));
        assert_eq!(refused(&paid), [(2, Refusal::Closed), (5, Refusal::UnknownAccount), (6, Refusal::OtherCurrency)]);
        assert_eq!(state(&bank, id(SETTLEMENT)).await, (balance - 131, held - 131));
        assert_eq!(state(&bank, id(VASILEK)).await.0, 100_000_101);
        assert_eq!(state(&bank, id(KOLOS)).await.0, kolos + 30);
        bank.assert_sound().await;
        // The same again, as after a crash: nothing moves, and it is told what had been refused.
        let again = pay(&bank, "k", credits).await.unwrap();
        assert_eq!(again, Paid { posted: Posted::Before, ..paid });
        let other = pay(&bank, "k", vec![credit(1, VASILEK, 99)]).await;
        assert_eq!(other, Err(LedgerError::KeyReused("k".to_owned())));
        assert_eq!(state(&bank, id(SETTLEMENT)).await, (balance - 131, held - 131));
        bank.release(HOLD).await.unwrap();
        assert_eq!(state(&bank, id(SETTLEMENT)).await, (balance - 131, held - 1_000));
        bank.assert_sound().await;
    }

    async fn a_payee_of_two_currencies_gets_both_or_nothing(bench: Bench) {
        let bank = Bank::demo(bench).await;
        hold(&bank, 100_000).await;
        let (balance, dollars_before) = (state(&bank, id(SETTLEMENT)).await.0, state(&bank, id(TRANSIT_USD)).await.0);
        let credits = vec![
            credit(1, VASILEK, 500), dollars(1, TRANSIT_USD, 10),
            credit(2, CLOSED, 500), dollars(2, TRANSIT_USD, 20),
            dollars(3, TRANSIT_USD, 30),
        ];
        let paid = pay(&bank, "k", credits).await.unwrap();
        assert_eq!(refused(&paid), [(2, Refusal::Closed)]);
        assert_eq!(paid.sum, Money::from_minor(500 + 800 + 2_400));
        assert_eq!(state(&bank, id(SETTLEMENT)).await.0, balance - 3_700);
        assert_eq!(state(&bank, id(TRANSIT_USD)).await.0, dollars_before + 40);
        assert_eq!(state(&bank, id(VASILEK)).await.0, 100_000_500);
        let position = |currency| InternalAccount::Position.in_currency(currency);
        assert_eq!(state(&bank, position(Currency::USD)).await.0, -40);
        assert_eq!(state(&bank, position(Currency::RUR)).await.0, 3_200);
        bank.assert_sound().await;
    }

    async fn nobody_paid_means_no_entry(bench: Bench) {
        let bank = Bank::demo(bench).await;
        hold(&bank, 100).await;
        let before = state(&bank, id(SETTLEMENT)).await;
        let paid = pay(&bank, "k", vec![credit(1, CLOSED, 50), credit(2, ABSENT, 50)]).await.unwrap();
        assert_eq!((paid.sum, paid.refused.len()), (Money::ZERO, 2));
        assert_eq!(state(&bank, id(SETTLEMENT)).await, before);
        let key = IdempotencyKey::try_from("k".to_owned()).unwrap();
        let is_posted = bank.bench.store.read("test.posted", move |tx| ledger::is_posted(tx, &key)).await;
        assert_eq!(is_posted, Ok(false));
        bank.assert_sound().await;
    }

    async fn more_than_is_held_is_not_paid(bench: Bench) {
        let bank = Bank::demo(bench).await;
        hold(&bank, 100).await;
        let before = (state(&bank, id(SETTLEMENT)).await, state(&bank, id(VASILEK)).await);
        let unpaid = pay(&bank, "a", vec![credit(1, VASILEK, 101)]).await;
        let refused = LedgerError::Refused { account: id(SETTLEMENT), refusal: Refusal::InsufficientFunds };
        assert_eq!(unpaid, Err(refused));
        // A hold of somebody else on the same account is not for this payout.
        bank.hold("card:1", SETTLEMENT, 500).await.unwrap();
        let before = (state(&bank, id(SETTLEMENT)).await, before.1);
        let unpaid = pay(&bank, "a", vec![credit(1, VASILEK, 101)]).await;
        assert_eq!(unpaid, Err(LedgerError::Absent(format!("hold {HOLD} of 101 hundredths on {SETTLEMENT}"))));
        assert_eq!((state(&bank, id(SETTLEMENT)).await, state(&bank, id(VASILEK)).await), before);
        // All of it in two parts, and then nothing more.
        assert_eq!(pay(&bank, "b", vec![credit(1, VASILEK, 60)]).await.unwrap().sum, Money::from_minor(60));
        assert_eq!(pay(&bank, "c", vec![credit(1, VASILEK, 40)]).await.unwrap().sum, Money::from_minor(40));
        assert!(pay(&bank, "d", vec![credit(1, VASILEK, 1)]).await.is_err());
        bank.assert_sound().await;
    }

    async fn thousands_are_paid_at_once(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let count = 3_000_u32;
        let employee = |number: u32| format!("40817810000{number:09}").parse::<AccountNumber>().unwrap();
        let open = move |tx: &mut Tx| {
            for number in 0..count {
                // Every hundredth is closed.
                tx.execute_one(&OPEN, store::params![employee(number), number % 100 != 7])?;
            }
            Ok::<_, StoreError>(())
        };
        bank.bench.store.write("test.open", open).await.unwrap();
        hold(&bank, 1_000_000_000).await;
        let credits: Vec<Credit> = (0..count).map(|number| {
            let amount = Money::from_minor(i64::from(number) + 1);
            Credit { payee: number, account: LedgerAccountId::from(&employee(number)), currency: Currency::RUR,
                amount, cost: amount }
        }).collect();
        let paid = pay(&bank, "k", credits).await.unwrap();
        let expected: Vec<(u32, Refusal)> = (0..count).filter(|number| number % 100 == 7)
            .map(|number| (number, Refusal::Closed)).collect();
        assert_eq!(refused(&paid), expected);
        let sum: i64 = (0..count).filter(|number| number % 100 != 7).map(|number| i64::from(number) + 1).sum();
        assert_eq!(paid.sum.minor(), sum);
        assert_eq!(state(&bank, LedgerAccountId::from(&employee(2_999))).await.0, 3_000);
        bank.assert_sound().await;
    }

    async fn payouts_at_once_to_the_same_people_lose_nothing(bench: Bench) {
        let bank = std::sync::Arc::new(Bank::demo(bench).await);
        hold(&bank, 1_000).await;
        let before = state(&bank, id(SETTLEMENT)).await;
        let mut tasks = tokio::task::JoinSet::new();
        for number in 0..20 {
            let bank = std::sync::Arc::clone(&bank);
            tasks.spawn(async move {
                // Each event comes twice.
                let credits = vec![credit(1, VASILEK, 3), credit(2, KOLOS, 2)];
                pay(&bank, &format!("k-{}", number / 2), credits).await.unwrap().posted
            });
        }
        let posted = tasks.join_all().await.into_iter().filter(|posted| *posted == Posted::Now).count();
        assert_eq!(posted, 10);
        assert_eq!(state(&bank, id(SETTLEMENT)).await, (before.0 - 50, before.1 - 50));
        bank.assert_sound().await;
    }

    async fn check_finds_postings_of_nothing(bench: Bench) {
        let bank = Bank::demo(bench).await;
        for (line, minor) in [(1, 5), (2, -5)] {
            let values = store::params![[7_u8; 16], line, "NOBODY.RUR", minor];
            assert_eq!(bank.forge(&FORGE_POSTING, values).await, Ok(1));
        }
        let found = ["NOBODY.RUR: postings are of an entry or an account that does not exist (2)"];
        assert_eq!(bank.findings().await, found);
        // One on an account that is there counts for the currency and for the account.
        let values = store::params![[7_u8; 16], 3, VASILEK, 5];
        assert_eq!(bank.forge(&FORGE_POSTING, values).await, Ok(1));
        let told = bank.findings().await;
        for line in [
            "RUR: the postings in this currency do not add up to zero (5)".to_owned(),
            format!("{VASILEK}: postings are of an entry or an account that does not exist (1)"),
            found[0].to_owned(),
        ] {
            assert!(told.contains(&line), "{line}: {told:?}");
        }
    }

    async fn amounts_have_their_range(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let payout = |credit: Credit| Payout::new(header(&bank, "k"), id(SETTLEMENT), HOLD.to_owned(),
            vec![credit]).map(drop);
        assert_eq!(payout(credit(1, VASILEK, 1)), Ok(()));
        for wrong in [0, -1, i64::MAX] {
            assert_eq!(payout(credit(1, VASILEK, wrong)), Err(EntryError::Amount));
        }
        let unequal = Credit { cost: Money::from_minor(2), ..credit(1, VASILEK, 1) };
        assert_eq!(payout(unequal), Err(EntryError::Amount));
    }
}
