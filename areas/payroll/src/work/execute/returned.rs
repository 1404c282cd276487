//! The unit that books a payment which came back after it had settled, and tells its sender.

use accounts::ledger::{Keeper, keeper};
use audit::Actor;
use jobs::JobError;
use store::Tx;

use super::Desk;
use super::answers::{book_return, keep_unclaimed, returns_to};
use crate::catalogue::{Code, Reason};
use crate::rail::{PaymentId, RailAnswer, RailPayment};
use crate::state::PayrollState;
use crate::statement::StatementHeader;
use crate::store::{findings, outcomes, payable, returns};
use crate::stuck::StuckId;
use crate::work::announce;

/// Books what came back of a payment to another bank, under the bank's name of it and for its reason. The caller has
/// seen that it had settled. A core that keeps the accounts books the return itself.
pub(in crate::work) fn book_returned(
    tx: &mut Tx,
    state: &PayrollState,
    statement: &StatementHeader,
    payment: RailPayment,
    (name, answer): (&str, RailAnswer),
    author: &Actor,
) -> Result<(), JobError> {
    let now = state.clock.now();
    let (line, amount) = (payment.id.line, payment.amount);
    let id = StuckId { statement: statement.id, line };
    let [reason, english] = answer.return_reason();
    returns::insert(tx, (name, &reason), id, amount, now)?;
    let mut is_taken = true;
    if keeper(tx)? == Keeper::Ledger {
        let back = returns_to(tx, statement, amount)?;
        is_taken = back.is_taken;
        if !is_taken {
            keep_unclaimed(tx, state.into(), statement, &[&(payment, answer)], now)?;
        }
        let desk = Desk::from(state).by(author);
        book_return(tx, desk, statement, (line, &reason), amount, back.account)?;
    }
    let code = if is_taken { Code::D27 } else { Code::D28 };
    let day = state.settings.zone.date_of(now).to_string();
    let account = statement.terms.account.to_string();
    findings::add(tx, id, &Reason::with(code, [reason, english, day, amount.to_string(), account]))?;
    for transfer in outcomes::between(tx, statement.id, line - 1, line)? {
        announce::returned(tx, statement, (line, transfer.order_number), (amount, code), now)?;
    }
    Ok(())
}

/// Returns the payment of a transfer; none of a transfer that was paid inside this bank, so that nothing can come back.
pub(in crate::work) fn paid_outside(
    tx: &mut Tx,
    state: &PayrollState,
    statement: &StatementHeader,
    line: i64,
) -> Result<Option<RailPayment>, JobError> {
    let lines = payable::lines(tx, statement.id, line.saturating_sub(1), line)?;
    let Some(transfer) = lines.into_iter().next() else { return Ok(None) };
    let Some(bic) = transfer.bic.filter(|bic| *bic != state.settings.bic) else { return Ok(None) };
    Ok(Some(RailPayment {
        id: PaymentId::of(statement, line),
        bic,
        account: transfer.account,
        amount: transfer.amount,
        handed_at: state.clock.now(),
    }))
}
