//! Single cases at the edges.

use accounts::ledger::{
    self, Credit, EntryError, InternalAccount, LedgerError, Outcome, POSTING_MINOR_MAX, Paid, Payout, Posted,
    Refusal,
};
use kernel::{Currency, Money};
use store::params;
use testkit::{Bench, on_both_engines};

use super::{WITHOUT_GUARDS, assert_exact, fill_up, sell_out};
use crate::bank::{Bank, KOLOS, SETTLEMENT, TRANSIT_USD, VASILEK};
use crate::ledger::{id, state};
use crate::payout::{HOLD, credit, dollars, header, hold, pay, refused};

store::queries! {
    /// A fault: an account is closed with money on it.
    CLOSE = "update ledger_accounts set is_open = $2 where ledger_account_id = $1";
}

async fn set_open(bank: &Bank, account: &'static str, is_open: bool) {
    assert_eq!(bank.forge(&CLOSE, params![account, is_open]).await, Ok(1));
}

on_both_engines! {
    /// 2,050 salaries of 90,000.00 at 0.000000001 roubles a dollar, to one account.
    async fn acc_06_credits_that_add_up_beyond_64_bits_are_refused_and_the_rest_is_paid(bench: Bench) {
        let bank = Bank::demo(bench).await;
        hold(&bank, 20_000_000_000).await;
        let before = (
            state(&bank, id(SETTLEMENT)).await,
            state(&bank, id(TRANSIT_USD)).await,
            state(&bank, id(VASILEK)).await,
        );
        for (key, count) in [("beyond-64-bits", 2_050), ("beyond-a-balance", 500), ("beyond-a-posting", 2)] {
            let amount = Money::from_minor(POSTING_MINOR_MAX);
            let one = Credit { amount, cost: Money::from_minor(9_000_000), ..dollars(0, TRANSIT_USD, 1) };
            let mut credits: Vec<Credit> = (1..=count).map(|payee| Credit { payee, ..one.clone() }).collect();
            credits.push(credit(5_000, VASILEK, 7));
            let paid = pay(&bank, key, credits).await.unwrap();
            assert_eq!(
                (paid.sum, paid.refused.len()),
                (Money::from_minor(7), usize::try_from(count).unwrap()),
                "{key}"
            );
            assert!(paid.refused.iter().all(|refused| refused.refusal == Refusal::BalanceRange), "{key}");
            assert_exact(&bank).await;
        }
        let after = (
            state(&bank, id(SETTLEMENT)).await,
            state(&bank, id(TRANSIT_USD)).await,
            state(&bank, id(VASILEK)).await,
        );
        assert_eq!(after, ((before.0.0 - 21, before.0.1 - 21), before.1, (before.2.0 + 21, before.2.1)));
    }

    async fn acc_06_a_payee_of_several_credits_of_whom_one_does_not_fit_gets_none(bench: Bench) {
        let bank = Bank::demo(bench).await;
        fill_up(&bank, 5).await;
        hold(&bank, 100_000).await;
        let dollars_before = state(&bank, id(TRANSIT_USD)).await.0;
        let credits = vec![
            credit(1, VASILEK, 6),
            dollars(1, TRANSIT_USD, 1),
            dollars(2, TRANSIT_USD, 2),
            credit(3, KOLOS, 4),
        ];
        let paid = pay(&bank, "k", credits.clone()).await.unwrap();
        assert_eq!(refused(&paid), [(1, Refusal::BalanceRange)]);
        assert_eq!(paid.sum, Money::from_minor(164));
        assert_eq!(state(&bank, id(TRANSIT_USD)).await.0, dollars_before + 2);
        assert_exact(&bank).await;
        assert_eq!(pay(&bank, "k", credits).await.unwrap(), Paid { posted: Posted::Before, ..paid });
        // A sum that just fits is paid.
        assert_eq!(
            refused(&pay(&bank, "fits", vec![credit(1, VASILEK, 3), credit(2, VASILEK, 2)]).await.unwrap()),
            []
        );
        assert_eq!(
            refused(&pay(&bank, "full", vec![credit(1, VASILEK, 1)]).await.unwrap()),
            [(1, Refusal::BalanceRange)]
        );
        assert_exact(&bank).await;
    }

    async fn acc_06_a_position_at_the_end_of_its_range_refuses_dollars_and_nothing_else(bench: Bench) {
        let bank = Bank::demo(bench).await;
        sell_out(&bank, 10).await;
        hold(&bank, 100_000).await;
        let credits = vec![
            credit(1, VASILEK, 6),
            dollars(1, TRANSIT_USD, 6),
            dollars(2, TRANSIT_USD, 5),
            credit(3, KOLOS, 4),
        ];
        let paid = pay(&bank, "k", credits).await.unwrap();
        assert_eq!(refused(&paid), [(1, Refusal::BalanceRange), (2, Refusal::BalanceRange)]);
        assert_eq!(paid.sum, Money::from_minor(4));
        assert_eq!(refused(&pay(&bank, "fits", vec![dollars(1, TRANSIT_USD, 10)]).await.unwrap()), []);
        assert_eq!(
            state(&bank, InternalAccount::Position.in_currency(Currency::USD)).await.0,
            -super::BALANCE_MINOR_MAX
        );
        assert_exact(&bank).await;
    }

    async fn acc_06_a_payer_who_pays_himself_is_told_the_same_sum_again(bench: Bench) {
        let bank = Bank::demo(bench).await;
        hold(&bank, 100).await;
        let credits = vec![credit(1, SETTLEMENT, 60), credit(2, VASILEK, 40)];
        let paid = pay(&bank, "k", credits.clone()).await.unwrap();
        assert_eq!((paid.sum.minor(), paid.refused.len()), (100, 0));
        assert_eq!(pay(&bank, "k", credits).await.unwrap(), Paid { posted: Posted::Before, ..paid });
        assert_exact(&bank).await;
    }

    async fn acc_06_what_an_account_refuses_in_another_currency_it_takes_in_its_own(bench: Bench) {
        let bank = Bank::demo(bench).await;
        hold(&bank, 1_000).await;
        let before = state(&bank, id(VASILEK)).await.0;
        let credits = vec![credit(1, VASILEK, 60), dollars(2, VASILEK, 1), credit(3, VASILEK, 40)];
        let paid = pay(&bank, "k", credits.clone()).await.unwrap();
        assert_eq!((paid.sum.minor(), refused(&paid)), (100, vec![(2, Refusal::OtherCurrency)]));
        assert_eq!(state(&bank, id(VASILEK)).await.0, before + 100);
        assert_exact(&bank).await;
        assert_eq!(pay(&bank, "k", credits).await.unwrap(), Paid { posted: Posted::Before, ..paid });
    }

    async fn acc_06_payouts_whose_sums_leave_their_range_are_none(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let payout =
            |credits| Payout::new(header(&bank, "k"), id(SETTLEMENT), HOLD.to_owned(), credits).map(drop);
        let most = credit(1, VASILEK, POSTING_MINOR_MAX);
        assert_eq!(payout(vec![most.clone()]), Ok(()));
        assert_eq!(payout(vec![most.clone(), credit(2, KOLOS, 1)]), Err(EntryError::Amount));
        // Beyond 64 bits, where a sum that wraps is in its range again.
        assert_eq!(payout(vec![most; 2_050]), Err(EntryError::Amount));
        let many = vec![credit(1, VASILEK, 1); ledger::POSTINGS_OF_ENTRY_MAX];
        assert_eq!(payout(many), Err(EntryError::PostingsCount(ledger::POSTINGS_OF_ENTRY_MAX + 1)));
    }

    async fn acc_06_a_hold_is_released_by_a_clock_that_is_behind(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let held = state(&bank, id(SETTLEMENT)).await.1;
        hold(&bank, 100).await;
        bank.bench.clock.advance_seconds(-100);
        assert_eq!(bank.release(HOLD).await, Ok(Outcome::Changed));
        assert_eq!(bank.release(HOLD).await, Ok(Outcome::Unchanged));
        assert_eq!(state(&bank, id(SETTLEMENT)).await.1, held);
        assert_exact(&bank).await;
    }

    async fn acc_06_a_closed_account_gives_its_holds_back(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let held = state(&bank, id(SETTLEMENT)).await.1;
        hold(&bank, 100).await;
        bank.bench.migrate(&[&WITHOUT_GUARDS]).await;
        set_open(&bank, SETTLEMENT, false).await;
        assert_eq!(bank.release(HOLD).await, Ok(Outcome::Changed));
        set_open(&bank, SETTLEMENT, true).await;
        assert_eq!(state(&bank, id(SETTLEMENT)).await.1, held);
        assert_exact(&bank).await;
    }

    async fn acc_06_holds_and_limits_of_every_amount_are_refused_or_kept(bench: Bench) {
        let bank = Bank::demo(bench).await;
        for minor in [i64::MAX, POSTING_MINOR_MAX + 1, i64::MIN] {
            let lent = bank.lend("L", SETTLEMENT, minor).await;
            let held = bank.hold("H", SETTLEMENT, minor).await;
            for refused in [lent, held] {
                assert!(
                    matches!(refused, Err(LedgerError::Refused { refusal: Refusal::PromisedRange, .. })),
                    "{minor}: {refused:?}"
                );
            }
        }
        assert_exact(&bank).await;
    }
}
