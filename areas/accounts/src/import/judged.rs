//! Rows of accounts, of companies or of employees, with the changes that they need.

use import::{Outcomes, RowError, RowOutcome, RowResult, Taking};
use kernel::{AccountNumber, Currency};
use store::{Result, Row, Tx};

use super::refused;
use crate::ledger::{LedgerAccountId, NewAccount, open_customer_accounts, set_open};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LedgerStep {
    Open,
    /// To be closed, or opened again.
    Set,
    Leave,
}

impl LedgerStep {
    /// The step from the account as it stands, if it does, to one that is open or not.
    pub(super) fn towards(standing: Option<&Row>, is_open: bool) -> Result<Self, RowError> {
        let Some(row) = standing else { return Ok(Self::Open) };
        if row.boolean("is_open")? == is_open {
            return Ok(Self::Leave);
        }
        for (column, what) in
            [("balance_minor", "a balance"), ("held_minor", "holds"), ("limit_minor", "credit limits")]
        {
            if row.integer(column)? != 0 {
                return Err(RowError::new(
                    "status",
                    format!("must stay 1: the account is not empty, it has {what}"),
                ));
            }
        }
        Ok(Self::Set)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowStep {
    Add,
    Change,
    Leave,
}

impl RowStep {
    /// The step from the row as it stands, if it does; `is_same` compares it with the one that comes.
    pub(super) fn from_standing(
        standing: Option<&Row>,
        is_same: impl FnOnce(&Row) -> Result<bool>,
    ) -> Result<Self> {
        match standing {
            Some(row) => Ok(if is_same(row)? { Self::Leave } else { Self::Change }),
            None => Ok(Self::Add),
        }
    }
}

pub(super) struct Judged<R> {
    pub(super) number: AccountNumber,
    pub(super) is_open: bool,
    pub(super) currency: Currency,
    pub(super) ledger: LedgerStep,
    pub(super) step: RowStep,
    pub(super) row: R,
}

impl<R> Judged<R> {
    const fn outcome(&self) -> RowOutcome {
        match (self.ledger, self.step) {
            (LedgerStep::Open, _) | (_, RowStep::Add) => RowOutcome::Created,
            (LedgerStep::Leave, RowStep::Leave) => RowOutcome::Unchanged,
            (LedgerStep::Set, _) | (LedgerStep::Leave, RowStep::Change) => RowOutcome::Changed,
        }
    }

    /// Closes or opens the account again, which is seldom needed.
    fn finish(&self, tx: &mut Tx) -> RowResult {
        if self.ledger == LedgerStep::Set {
            let set = set_open(tx, &LedgerAccountId::from(&self.number), self.is_open);
            set.map_err(refused("status"))?;
        }
        Ok(self.outcome())
    }
}

/// Applies rows, unless they are only checked: opens the accounts that are new, which keep operations or not, and has
/// `write` add and change rows of the table.
pub(super) fn apply<R>(
    tx: &mut Tx,
    judged: Vec<Result<Judged<R>, RowError>>,
    taking: Taking<'_>,
    keeps_operations: bool,
    write: impl FnOnce(&mut Tx, Vec<&R>, Vec<&R>) -> Result<()>,
) -> Result<Outcomes> {
    if matches!(taking, Taking::Check(_)) {
        return Ok(judged.into_iter().map(|judged| judged.map(|judged| judged.outcome())).collect());
    }
    let right: Vec<&Judged<R>> = judged.iter().flatten().collect();
    let new = right.iter().filter(|one| one.ledger == LedgerStep::Open).map(|one| {
        let Judged { number, currency, is_open, .. } = one;
        NewAccount { number, currency: *currency, is_open: *is_open }
    });
    open_customer_accounts(tx, &new.collect::<Vec<_>>(), keeps_operations)?;
    let of_step = |step| right.iter().filter(|one| one.step == step).map(|one| &one.row).collect();
    write(tx, of_step(RowStep::Add), of_step(RowStep::Change))?;
    import::outcomes(judged.into_iter().map(|one| one?.finish(tx)))
}
