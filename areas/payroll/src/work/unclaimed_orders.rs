//! Money that came back to an account which takes nothing, as orders to the bank (BNK-08).

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use kernel::{AccountNumber, Instant};
use orders::{AnswerTaker, Answered, NewOrder, NotTaken, OrderError, OrderKind, Outcome, Role, Verdict};
use serde_json::json;
use store::{Result, StoreError, Tx};

use super::execute::Desk;
use super::order::{order_id, payment_of};
use super::stuck::{StuckError, pay_out};
use crate::rail::RailPayment;
use crate::state::PayrollState;
use crate::statement::StatementHeader;
use crate::store::statements;
use crate::stuck::StuckId;

/// The account that unclaimed money goes to.
pub static SETTLE_UNCLAIMED: OrderKind = OrderKind {
    name: "unclaimed.settle",
    prefix: "unc-",
    role: Role::Core,
    deadline_s: 10 * 24 * 60 * 60,
    moves_money: false,
    is_refused_by_checks: false,
    stopped_by: &[],
    meaning: "Say where money goes that came back when the account that had paid it took nothing any more. `DONE` has \
        in `details.account` an open rouble account of the same company; the money is booked there. It is not refused.",
    payload: || {
        json!({
            "endToEndId": "VQ3K5RZ2N7JH4TYC6WLD2XAGUB5SPE7M", "statement": "019ab1f0-c6a0-7c3c-8d2f-0a5b1e3d4c5f",
            "externalId": "salary-2026-11", "line": 7, "amount": "50000.00", "currency": "RUB",
            "account": "40702810900000000001"
        })
    },
    answer: || json!({ "outcome": "DONE", "details": { "account": "40702810200000000002" } }),
};

/// Places orders for money that no account took, in the unit of work that keeps it.
pub(super) fn place(
    tx: &mut Tx,
    statement: &StatementHeader,
    payments: &[&RailPayment],
    now: Instant,
) -> Result<()> {
    let order = |payment: &&RailPayment| {
        let line = payment.id.line;
        let payload = json!({
            "endToEndId": payment.id.text(), "statement": statement.id.to_string(),
            "externalId": statement.terms.external_id.as_str(), "line": line,
            "amount": payment.amount.to_string(), "currency": "RUB", "account": statement.terms.account.as_str(),
        });
        let (cnum, object_id) =
            (statement.cnum.clone(), StuckId { statement: statement.id, line }.to_string());
        let id = order_id(&SETTLE_UNCLAIMED, statement, line).ok()?;
        Some(NewOrder { id, cnum, object_id, payload: payload.to_string() })
    };
    // The names are made of letters and digits, so each is one.
    let orders: Vec<NewOrder> = payments.iter().filter_map(order).collect();
    orders::place(tx, &SETTLE_UNCLAIMED, &orders, now)
}

pub(crate) struct UnclaimedAnswers(pub(crate) PayrollState);

impl AnswerTaker for UnclaimedAnswers {
    fn kind(&self) -> &'static OrderKind {
        &SETTLE_UNCLAIMED
    }

    fn take(&self, answers: Vec<Answered>) -> BoxFuture<'_, Result<Vec<Verdict>, OrderError>> {
        let state = &self.0;
        let unit = (&state.store, "payroll.unclaimed_answer");
        orders::take_each(unit, (&*state.clock, &state.randomness), state, answers, take).boxed()
    }
}

fn take(tx: &mut Tx, state: &PayrollState, answered: &Answered) -> Result<Verdict, OrderError> {
    orders::settle(tx, answered, state.clock.now(), &*state.randomness, |tx, order| {
        if answered.answer.outcome == Outcome::Refused {
            return Err(NotTaken::impossible("the money is there, so an account is needed for it"));
        }
        let account = answered.answer.detail("account").and_then(|text| text.parse::<AccountNumber>().ok());
        let account = account.ok_or_else(|| {
            NotTaken::impossible("`details.account` is required: an account of the company")
        })?;
        let id = payment_of(order)?;
        let header = statements::header(tx, id.statement)?;
        let header = header.ok_or_else(|| OrderError::Failed(format!("{id} has no statement")))?;
        // This unit may have changed something by now, so a refusal undoes it.
        pay_out(tx, Desk::from(state).by(&answered.by.actor), &header, id, &account).map_err(of_stuck)?;
        Ok(())
    })
}

fn of_stuck(error: StuckError) -> OrderError {
    match error {
        StuckError::Store(error) => OrderError::Store(error),
        StuckError::Changed => {
            OrderError::Store(StoreError::Busy("the money was paid out meanwhile".to_owned()))
        }
        error => OrderError::Undone(error.to_string()),
    }
}
