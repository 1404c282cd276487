//! Statements that the bank executes: each is an order, whose parts are its transfers (BNK-01).
//!
//! The sum is on hold from the moment at which the order is placed. An answer takes what it pays out of the hold, and
//! the last outcome ends the statement, which releases what is left.

use std::collections::{BTreeMap, BTreeSet};

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use jobs::JobError;
use kernel::{Instant, Money, Randomness};
use orders::{
    Answer, AnswerTaker, Answered, Begun, NewOrder, Order, OrderDocuments, OrderError, OrderId, OrderKind,
    OrderParts, OrderReturns, OrderState, Outcome, PartAnswer, PartsAnswered, Player, Refusal, Return, Role,
    Verdict,
};
use serde_json::{Map, Value, json};
use store::Tx;

use super::execute::{book, end, money_unit};
use super::order::{self, of_job};
use super::order_returns::take_return;
use super::payment_orders::SEND;
use super::switch::{PAYROLL, STATEMENT};
use crate::catalogue::{Code, Reason};
use crate::checks::Reach;
use crate::execution::{Declined, PayableLine};
use crate::identifier::StatementId;
use crate::rail::{PaymentId, RailAnswer, statement_text};
use crate::state::PayrollState;
use crate::statement::StatementHeader;
use crate::store::transfers::{self, Payee};
use crate::store::{outcomes, progress, statements};
use crate::stuck::StuckId;
use crate::transfer_status::Outcome as TransferOutcome;

pub static EXECUTE_STATEMENT: OrderKind = OrderKind {
    name: "payroll.execute",
    prefix: "exe-",
    role: Role::Core,
    deadline_s: 24 * 60 * 60,
    moves_money: false,
    is_refused_by_checks: true,
    stopped_by: &[&PAYROLL, &STATEMENT],
    meaning: "Execute a salary statement: debit the payer and pay each transfer, once for each name of the order. The \
        transfers are its parts (`GET /bank/v1/orders/{id}/parts`), and so may be the answers (`POST` to the same \
        address, in bunches, in any order). `DONE`: every transfer without an outcome was paid. `REFUSED`, with a \
        reason in both languages: none of them was.",
    payload: example_payload,
    answer: || json!({ "outcome": "DONE", "reference": "2026112000018" }),
};

fn example_payload() -> Value {
    let own = json!({
        "name": "JH4TYC6WLD2XAGUB5SPE7MVQ3K5RZ2N7", "number": 17, "date": "2026-11-20", "amount": "150000.00",
        "partsCount": 3, "conversionRates": { "USD": "92.5" }
    });
    order::with(order::example_instruction(), own)
}

/// Returns the banks at which somebody pays employees: the core that executes whole statements pays at all of them.
pub(super) fn reach(desk: &orders::Desk) -> Reach {
    match (desk.player(&EXECUTE_STATEMENT), desk.player(&SEND)) {
        (Player::Nobody, _) => Reach::Nowhere,
        (Player::Embedded, Player::Nobody) => Reach::ThisBank,
        (Player::Bank | Player::Embedded, _) => Reach::EveryBank,
    }
}

/// Hands a statement whose sum is on hold over to the bank, in the unit of work that holds it.
pub(super) fn place(
    tx: &mut Tx,
    state: &PayrollState,
    statement: &StatementHeader,
    now: Instant,
) -> Result<(), JobError> {
    let terms = &statement.terms;
    let name = statement_text(&statement.cnum, &terms.external_id);
    let rates = terms.conversion_rates.iter();
    let rates: Map<String, Value> =
        rates.map(|rate| (rate.currency.to_string(), rate.rate.to_string().into())).collect();
    let own = json!({
        "name": name, "number": statement.number, "date": statement.date.to_string(),
        "amount": terms.total.to_string(), "partsCount": statement.lines_count, "conversionRates": rates,
    });
    let order = NewOrder {
        id: OrderId::new(&EXECUTE_STATEMENT, &name).map_err(|error| JobError::Failed(error.to_string()))?,
        cnum: statement.cnum.clone(),
        object_id: statement.id.to_string(),
        payload: order::with(order::instruction(tx, state, statement)?, own).to_string(),
    };
    orders::place(tx, &EXECUTE_STATEMENT, &[order], now)?;
    progress::hand_to_bank(tx, statement.id, now)?;
    let lines: Vec<i64> = (1..=statement.lines_count).collect();
    outcomes::insert_pending(tx, statement.id, &lines, now)?;
    let through = (statement.done_through_line, statement.lines_count);
    Ok(progress::advance(tx, statement.id, through, Money::ZERO, 0)?)
}

const UNIT: &str = "payroll.bank_answers";

pub(crate) struct StatementAnswers(pub(crate) PayrollState);

impl AnswerTaker for StatementAnswers {
    fn kind(&self) -> &'static OrderKind {
        &EXECUTE_STATEMENT
    }

    fn take(&self, answers: Vec<Answered>) -> BoxFuture<'_, Result<Vec<Verdict>, OrderError>> {
        async move {
            let mut verdicts = Vec::with_capacity(answers.len());
            for answered in answers {
                let unit = move |tx: &mut Tx, state: &PayrollState| take_rest(tx, state, &answered);
                verdicts.push(money_unit(&self.0, UNIT, unit).await?);
            }
            Ok(verdicts)
        }
        .boxed()
    }

    fn parts(&self) -> Option<&dyn OrderParts> {
        Some(self)
    }

    fn returns(&self) -> Option<&dyn OrderReturns> {
        Some(self)
    }

    fn documents(&self) -> Option<&dyn OrderDocuments> {
        Some(&self.0)
    }
}

impl OrderReturns for StatementAnswers {
    fn take_return(&self, returned: Return) -> BoxFuture<'_, Result<Verdict, OrderError>> {
        let payment = |statement: &str, line: Option<i64>| {
            Some(StuckId { statement: statement.parse().ok()?, line: line? })
        };
        take_return(&self.0, returned, payment).boxed()
    }
}

impl OrderParts for StatementAnswers {
    fn parts<'a>(
        &'a self,
        order: &'a Order,
        after: i64,
        limit: i64,
    ) -> BoxFuture<'a, Result<Vec<Value>, OrderError>> {
        async move {
            let (id, state) = (statement_of(order)?, self.0.clone());
            let unit = move |tx: &mut Tx| list(tx, &state, id, after, limit);
            self.0.store.read("payroll.order_parts", unit).await
        }
        .boxed()
    }

    fn take_parts(&self, answered: PartsAnswered) -> BoxFuture<'_, Result<Verdict, OrderError>> {
        let unit = move |tx: &mut Tx, state: &PayrollState| take_parts(tx, state, &answered);
        money_unit(&self.0, UNIT, unit).boxed()
    }
}

fn statement_of(order: &Order) -> Result<StatementId, OrderError> {
    order.object_id.parse().map_err(|_| OrderError::Failed(format!("{} is no statement", order.object_id)))
}

fn list(
    tx: &mut Tx,
    state: &PayrollState,
    id: StatementId,
    after: i64,
    limit: i64,
) -> Result<Vec<Value>, OrderError> {
    let Some(header) = statements::header(tx, id)? else { return Ok(Vec::new()) };
    let parts = transfers::parts(tx, id, after, limit)?;
    let through = parts.last().map_or(after, |(line, _)| line.line.into());
    let outcomes = outcomes::between(tx, id, after, through)?.into_iter();
    let given = outcomes.filter_map(|transfer| {
        let outcome = told(transfer.outcome?)?;
        Some((transfer.line, (outcome, transfer.outcome_at.map(|at| at.to_string()))))
    });
    let outcomes: BTreeMap<i64, _> = given.collect();
    let part = |(transfer, payee): (PayableLine, Payee)| {
        let line = i64::from(transfer.line);
        let bic = transfer.bic.as_ref().unwrap_or(&state.settings.bic);
        let conversions = transfer.conversions.iter();
        let conversions: Vec<Value> = conversions
            .map(|conversion| json!({ "currency": conversion.currency, "percent": conversion.percent }))
            .collect();
        json!({
            "part": line, "endToEndId": PaymentId::of(&header, line).text(),
            "amount": transfer.amount.to_string(), "currency": "RUB",
            "payee": { "name": payee.name, "account": transfer.account.as_str(), "bic": bic.as_str() },
            "deduction": payee.deduction.map(|deduction| deduction.to_string()), "conversions": conversions,
            "outcome": outcomes.get(&line).map(|(outcome, _)| *outcome),
            "outcomeAt": outcomes.get(&line).and_then(|(_, at)| at.as_deref()),
        })
    };
    Ok(parts.into_iter().map(part).collect())
}

/// Returns the bank's own word for an outcome that it gave.
fn told(outcome: TransferOutcome) -> Option<&'static str> {
    match outcome {
        TransferOutcome::Pending => None,
        TransferOutcome::Settled => Some(Outcome::Done.as_str()),
        TransferOutcome::Declined => Some(Outcome::Refused.as_str()),
    }
}

/// Takes an answer to all transfers that have no outcome.
fn take_rest(tx: &mut Tx, state: &PayrollState, answered: &Answered) -> Result<Verdict, OrderError> {
    let (now, randomness) = (state.clock.now(), &*state.randomness);
    let Some(order) = orders::find(tx, &answered.id)? else {
        return Ok(Verdict::Refused(Refusal::Unknown));
    };
    let was_in_parts = order.answer.is_some() && order.answer == answered_in_parts().canonical().ok();
    if was_in_parts && answered.answer.outcome == Outcome::Done {
        return Ok(Verdict::Same);
    }
    if let Begun::Over(verdict) = orders::begin(tx, answered, now, randomness)? {
        return Ok(verdict);
    }
    let id = statement_of(&order)?;
    let header = statements::header(tx, id)?;
    let header = header.ok_or_else(|| OrderError::Failed(format!("there is no statement {id}")))?;
    let waiting = outcomes::all(tx, id)?.into_iter().filter(|(_, one)| *one == TransferOutcome::Pending);
    let waiting: Vec<i64> = waiting.map(|(line, _)| line).collect();
    let (executed, declined) = match (answered.answer.outcome, answered.answer.reason.as_ref()) {
        (Outcome::Done, _) => (waiting, Vec::new()),
        (Outcome::Refused, Some(reason)) => {
            (Vec::new(), waiting.into_iter().map(|line| refused(line, reason)).collect())
        }
        (Outcome::Refused, None) => {
            let reason = "`reason` is required, because the company reads it".to_owned();
            return orders::refuse(tx, answered, Refusal::Impossible(reason), now, randomness);
        }
    };
    book_in(tx, state, &header, &executed, &declined)?;
    orders::note_answered(tx, &answered.by, &[&answered.id], now, randomness)?;
    orders::end(tx, answered, now)
}

/// The answer that an order keeps whose last part was answered.
fn answered_in_parts() -> Answer {
    let details = Map::from_iter([("answered".to_owned(), json!("in parts"))]);
    Answer { outcome: Outcome::Done, reference: None, reason: None, details }
}

/// The transfers that a bunch of answers gives an outcome.
#[derive(Default)]
struct Decided {
    executed: Vec<i64>,
    declined: Vec<Declined>,
}

/// Takes answers to some transfers: all of them, or none when one cannot be.
fn take_parts(tx: &mut Tx, state: &PayrollState, given: &PartsAnswered) -> Result<Verdict, OrderError> {
    let (now, randomness) = (state.clock.now(), &*state.randomness);
    let Some(order) = orders::find(tx, &given.id)? else { return Ok(Verdict::Refused(Refusal::Unknown)) };
    if order.state == OrderState::Withdrawn {
        return keep_refused(tx, given, Refusal::Withdrawn, now, randomness);
    }
    let id = statement_of(&order)?;
    let Some(header) = statements::header(tx, id)? else {
        let left = Refusal::Impossible("the statement has left for the archive".to_owned());
        return keep_refused(tx, given, left, now, randomness);
    };
    let known = outcomes::of_lines(tx, id, given.parts.iter().map(|part| part.part))?;
    let decided = match decided(&known, &given.parts) {
        Ok(decided) => decided,
        Err(refusal) => return keep_refused(tx, given, refusal, now, randomness),
    };
    if decided.executed.is_empty() && decided.declined.is_empty() {
        return Ok(Verdict::Same);
    }
    orders::note(tx, &given.by, "bank_orders.parts_answered", &[&given.id], now, randomness)?;
    if !book_in(tx, state, &header, &decided.executed, &decided.declined)? {
        return Ok(Verdict::Taken(order.state));
    }
    let answer = Answered { id: given.id.clone(), answer: answered_in_parts(), by: given.by.clone() };
    orders::end(tx, &answer, now)
}

/// Compares answers with the outcomes that transfers have.
fn decided(known: &BTreeMap<i64, TransferOutcome>, parts: &[PartAnswer]) -> Result<Decided, Refusal> {
    let (mut decided, mut seen) = (Decided::default(), BTreeSet::new());
    for part in parts {
        let impossible = |why: &str| Refusal::Impossible(format!("part {} {why}", part.part));
        if !seen.insert(part.part) {
            return Err(impossible("is there twice"));
        }
        match (known.get(&part.part), part.outcome, &part.reason) {
            (None, _, _) => return Err(impossible("is none of this order's")),
            (Some(TransferOutcome::Pending), Outcome::Done, _) => decided.executed.push(part.part),
            (Some(TransferOutcome::Pending), Outcome::Refused, Some(reason)) => {
                decided.declined.push(refused(part.part, reason));
            }
            (Some(TransferOutcome::Pending), Outcome::Refused, None) => {
                return Err(impossible("needs a `reason`, because the company reads it"));
            }
            (Some(TransferOutcome::Settled), Outcome::Done, _)
            | (Some(TransferOutcome::Declined), Outcome::Refused, _) => {}
            (Some(_), _, _) => return Err(Refusal::Contradicts),
        }
    }
    Ok(decided)
}

fn refused(line: i64, reason: &kernel::Translated) -> Declined {
    let texts = RailAnswer::Returned { reason: reason.clone() }.return_reason();
    Declined { line, reason: Reason::with(Code::D25, texts) }
}

/// Keeps answers to parts that change nothing, for people to look at.
fn keep_refused(
    tx: &mut Tx,
    given: &PartsAnswered,
    refusal: Refusal,
    now: Instant,
    randomness: &dyn Randomness,
) -> Result<Verdict, OrderError> {
    let parts = given.parts.iter().map(|part| json!([part.part, part.outcome.as_str()]));
    let details = Map::from_iter([("parts".to_owned(), parts.collect())]);
    let answer = Answer { details, ..answered_in_parts() };
    let answered = Answered { id: given.id.clone(), answer, by: given.by.clone() };
    orders::refuse(tx, &answered, refusal, now, randomness)
}

/// Books outcomes; `true` when they were the last ones, with which the statement ends.
fn book_in(
    tx: &mut Tx,
    state: &PayrollState,
    header: &StatementHeader,
    executed: &[i64],
    declined: &[Declined],
) -> Result<bool, OrderError> {
    book(tx, state, header, executed, declined).map_err(of_job)?;
    let is_last = !outcomes::has_pending(tx, header.id)?;
    if is_last {
        end(tx, header.id, state.clock.now()).map_err(of_job)?;
    }
    Ok(is_last)
}
