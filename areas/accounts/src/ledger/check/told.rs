//! Compares all closing balances with all postings at once, in one pass through each and without sorting either.
//!
//! Every account and day has a random weight. What was posted on a day is added times the weight, what the closing
//! balances say of it is taken away: the sum is zero when each day of each account agrees, and else as good as never.
//! It does not tell which one is wrong. [`super::closings`] finds that out, which takes far longer.

use std::hash::{BuildHasher as _, RandomState};

use store::{Result, Tx, params};

store::queries! {
    /// The closed days of which everything is there still: neither postings nor balances of them may have left.
    CHECK_TOLD_DAYS = "select d.closing_date, d.ended_at_us from closing_days d where d.finished_at_us is not null \
        and d.ended_at_us >= coalesce((select a.before_us from archived_postings a), d.ended_at_us) \
        and d.ended_at_us >= coalesce((select a.before_us from archived_closings a), d.ended_at_us) \
        order by d.ended_at_us";
    CHECK_TOLD_BALANCES = "select ledger_account_id, closing_date, balance_minor from closing_balances \
        where (ledger_account_id, closing_date) > ($1, $2) order by ledger_account_id, closing_date limit $3";
    CHECK_TOLD_CARRIED = "select ledger_account_id, amount_minor from carried_forward where ledger_account_id > $1 \
        order by ledger_account_id limit $2";
}

const ROWS_AT_ONCE: i64 = 10_000;

pub(super) struct ToldDays {
    /// The last date of each day, in order, and the moment that it ended at. The first one stands for all before it.
    days: Vec<(String, i64)>,
    weights: RandomState,
    sum: u128,
}

impl ToldDays {
    pub(super) fn read(tx: &mut Tx) -> Result<Self> {
        let days = tx.select(&CHECK_TOLD_DAYS, params![])?;
        Ok(Self { days, weights: RandomState::new(), sum: 0 })
    }

    pub(super) fn post(&mut self, account: &str, at_us: i64, minor: i64) {
        let day = self.days.partition_point(|(_, ended_at_us)| *ended_at_us <= at_us);
        self.add(account, day, i128::from(minor));
    }

    fn add(&mut self, account: &str, day: usize, minor: i128) {
        // The bank's own accounts have no closing balances, and nobody was told of a day that is not closed.
        if day < self.days.len() && account.starts_with(|first: char| first.is_ascii_digit()) {
            let weight = u128::from(self.weights.hash_one((account, day)));
            self.sum = self.sum.wrapping_add(weight.wrapping_mul(minor.cast_unsigned()));
        }
    }

    /// Takes the closing balances away, and tells whether they agree with the postings.
    pub(super) fn agrees(mut self, tx: &mut Tx) -> Result<bool> {
        self.add_carried(tx)?;
        let (mut after, mut last) = ((String::new(), String::new()), 0);
        loop {
            let (account, date) = after.clone();
            let rows = tx.query(&CHECK_TOLD_BALANCES, params![account, date, ROWS_AT_ONCE])?;
            for row in &rows {
                let (account, date, balance): (&str, &str, i64) = row.read()?;
                if account != after.0 {
                    last = 0;
                    account.clone_into(&mut after.0);
                }
                date.clone_into(&mut after.1);
                let day = self.days.partition_point(|(ended, _)| ended.as_str() < date);
                self.add(account, day, i128::from(last) - i128::from(balance));
                last = balance;
            }
            if rows.is_empty() {
                return Ok(self.sum == 0);
            }
        }
    }

    /// Adds what was posted before and has left.
    fn add_carried(&mut self, tx: &mut Tx) -> Result<()> {
        let mut after = String::new();
        loop {
            let rows: Vec<(String, i64)> =
                tx.select(&CHECK_TOLD_CARRIED, params![after.as_str(), ROWS_AT_ONCE])?;
            for (account, minor) in &rows {
                self.add(account, 0, i128::from(*minor));
            }
            match rows.last() {
                Some((last, _)) => last.clone_into(&mut after),
                None => return Ok(()),
            }
        }
    }
}
