//! The units that pay: a chunk of lines each.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use accounts::ledger::{
    Credit, EntryKind, InternalAccount, LedgerAccountId, Payout, Refusal, RefusedPayee, pay_from_hold,
};
use jiff::civil::Date;
use jobs::{JobError, Lease};
use kernel::{AccountNumber, Bic, Currency, Instant, Money};
use store::{Column, Row, StoreError, Tx, Value, params};

use super::position::admit;
use super::{Context, hold_id, of_ledger, of_lost_row};
use crate::catalogue::{Code, Reason};
use crate::conversion_terms::ConversionSettings;
use crate::execution::split;
use crate::statement::StatementHeader;
use crate::store::codec;
use crate::transfer_status::Outcome;

store::queries! {
    /// What execution needs of the transfers after line $2 up to $3.
    PAYABLE_LINES = "select line, amount_minor, account, bic, conversion from payroll_transfers
        where statement_id = $1 and line > $2 and line <= $3 order by line";

    /// The accounts in other currencies of those whose money of these lines is converted, by number: converted is into the
    /// first of a currency.
    CURRENCY_ACCOUNTS = "select t.line, l.currency, e.number from payroll_transfers t
        join employees_accounts e on e.rouble_account = t.account
        join ledger_accounts l on l.ledger_account_id = e.number
        where t.statement_id = $1 and t.line > $2 and t.line <= $3 and t.conversion is not null
        order by t.line, e.number";

    /// What became of a transfer, where it is not executed by a posting at this bank.
    pub(super) INSERT_OUTCOME = "insert into payroll_outcomes
            (statement_id, line, outcome, reason_code, reason_parameters, changed_at_us)
        values ($1, $2, $3, $4, $5, $6)";

    /// A payment that the rail is to be told of.
    INSERT_PAYMENT = "insert into payroll_rail_payments (statement_id, line, bic, account, amount_minor, state, handed_at_us)
        values ($1, $2, $3, $4, $5, 'HANDED', $6)";

    /// How far execution has come: from line $2 to line $3, in one step.
    PROGRESS = "update payroll_statements set done_through_line = $3, executed_minor = executed_minor + $4,
            declined_count = declined_count + $5
        where statement_id = $1 and done_through_line = $2 and state = 'PROCESSING'";
}

/// The lines of one unit of work, ready to be paid.
pub(super) struct Chunk {
    /// Lines up to this are done.
    after: i64,
    /// And up to this after it.
    pub(super) through: i64,
    payout: Payout,
    /// Payments to other banks.
    outgoing: Vec<Outgoing>,
    /// Lines that nobody can be paid for.
    declined: Vec<Declined>,
    /// The day of the bank on which its currencies are sold.
    day: Date,
    conversion: ConversionSettings,
}

/// What the lines come to.
#[derive(Default)]
struct Gathered {
    credits: Vec<Credit>,
    outgoing: Vec<Outgoing>,
    declined: Vec<Declined>,
}

struct Outgoing {
    line: i64,
    bic: Bic,
    account: AccountNumber,
    amount: Money,
}

#[derive(Clone)]
pub(super) struct Declined {
    pub(super) line: i64,
    pub(super) reason: Reason,
}

/// The account of a line's employee in a currency.
type CurrencyAccounts = BTreeMap<(i64, Currency), AccountNumber>;

fn has_conversion(row: &Row) -> bool {
    // A column of another type is told where the row is taken apart.
    row.optional_text("conversion").is_ok_and(|text| text.is_some())
}

fn currency_accounts(
    tx: &mut Tx,
    statement: &StatementHeader,
    after: i64,
    through: i64,
) -> Result<CurrencyAccounts, StoreError> {
    let mut accounts = CurrencyAccounts::new();
    for row in tx.query(&CURRENCY_ACCOUNTS, params![statement.id.bytes(), after, through])? {
        let place = (row.integer("line")?, row.parse("currency")?);
        if let Entry::Vacant(first) = accounts.entry(place) {
            first.insert(row.parse("number")?);
        }
    }
    Ok(accounts)
}

impl Chunk {
    /// Reads the lines after `after` up to `through`. They never change any more.
    pub(super) fn read(
        tx: &mut Tx,
        context: &Context,
        statement: &StatementHeader,
        after: i64,
        through: i64,
    ) -> Result<Self, JobError> {
        let rows = tx.query(&PAYABLE_LINES, params![statement.id.bytes(), after, through])?;
        if i64::try_from(rows.len()) != Ok(through - after) {
            return Err(JobError::Failed(format!("lines of {} are missing", statement.id)));
        }
        // Most statements convert nothing.
        let own = if rows.iter().any(has_conversion) {
            currency_accounts(tx, statement, after, through)?
        } else {
            CurrencyAccounts::new()
        };
        let mut gathered = Gathered { credits: Vec::with_capacity(rows.len()), ..Gathered::default() };
        let outgoing_account = InternalAccount::OutgoingPayments.in_currency(Currency::RUR);
        for row in &rows {
            gathered.add(context, statement, row, &own, &outgoing_account)?;
        }
        let Gathered { credits, outgoing, declined } = gathered;
        let header = context.entry(statement, &after.to_string(), EntryKind::Payroll)?;
        let (day, conversion) = (header.value_date, context.state.settings.conversion);
        let from = LedgerAccountId::from(&statement.terms.account);
        let payout = Payout::new(header, from, hold_id(statement.id), credits);
        let payout = payout.map_err(|error| JobError::Failed(error.to_string()))?;
        Ok(Self { after, through, payout, outgoing, declined, day, conversion })
    }
}

impl Gathered {
    fn add(
        &mut self,
        context: &Context,
        statement: &StatementHeader,
        row: &Row,
        own: &CurrencyAccounts,
        outgoing_account: &LedgerAccountId,
    ) -> Result<(), JobError> {
        let line = row.integer("line")?;
        let payee = u32::try_from(line).map_err(|_| row.inconsistency("line", "is out of range"))?;
        let amount = Money::from_minor(row.integer("amount_minor")?);
        let account: AccountNumber = row.parse("account")?;
        let bic: Option<Bic> = row.optional_parse("bic")?;
        let roubles =
            |account, amount| Credit { payee, account, currency: Currency::RUR, amount, cost: amount };
        if let Some(bic) = bic.filter(|bic| *bic != context.state.settings.bic) {
            self.credits.push(roubles(outgoing_account.clone(), amount));
            self.outgoing.push(Outgoing { line, bic, account, amount });
            return Ok(());
        }
        let conversions = codec::conversions(row, "conversion")?;
        if conversions.is_empty() {
            self.credits.push(roubles(LedgerAccountId::from(&account), amount));
            return Ok(());
        }
        // The checks have divided it too: only a statement that was checked by an older program comes to this.
        let Ok(split) = split(amount, &conversions, &statement.terms.conversion_rates) else {
            self.declined.push(Declined { line, reason: Reason::new(Code::D23) });
            return Ok(());
        };
        let mut credits = Vec::with_capacity(3);
        if split.roubles.is_positive() {
            credits.push(roubles(LedgerAccountId::from(&account), split.roubles));
        }
        for bought in split.bought {
            let Some(number) = own.get(&(line, bought.currency)) else {
                let reason = Reason::with(Code::D05, [bought.currency.as_str()]);
                self.declined.push(Declined { line, reason });
                return Ok(());
            };
            let account = LedgerAccountId::from(number);
            let (currency, amount, cost) = (bought.currency, bought.amount, bought.cost);
            credits.push(Credit { payee, account, currency, amount, cost });
        }
        self.credits.extend(credits);
        Ok(())
    }
}

/// Pays a chunk.
pub(super) fn pay(
    tx: &mut Tx,
    lease: &Lease,
    statement: &StatementHeader,
    chunk: &Chunk,
    now: Instant,
) -> Result<(), JobError> {
    lease.progress(tx, now)?;
    let admitted = admit(tx, &chunk.conversion, &chunk.payout, chunk.day)?;
    let paid = pay_from_hold(tx, &admitted.payout).map_err(of_ledger)?;
    admitted.count(tx, &paid.refused)?;
    let refused = paid.refused.iter().map(|refused| Declined {
        line: i64::from(refused.payee),
        reason: reason_of(refused, chunk.payout.credits()),
    });
    let mut declined: Vec<Declined> = refused.collect();
    declined.extend(chunk.declined.iter().cloned());
    declined.extend(admitted.declined);
    let refused: BTreeSet<i64> = declined.iter().map(|one| one.line).collect();
    let outgoing: Vec<&Outgoing> =
        chunk.outgoing.iter().filter(|payment| !refused.contains(&payment.line)).collect();
    write_outcomes(tx, statement, &declined, &outgoing, now)?;
    let on_the_way = Money::checked_sum(outgoing.iter().map(|payment| payment.amount));
    let declined_count = i64::try_from(declined.len()).unwrap_or(i64::MAX);
    let executed = on_the_way.and_then(|on_the_way| paid.sum.checked_sub(on_the_way)).ok_or_else(|| {
        JobError::Failed(format!("the lines of {} leave the range of an amount", statement.id))
    })?;
    let values = params![statement.id.bytes(), chunk.after, chunk.through, executed, declined_count];
    tx.execute_one(&PROGRESS, values).map_err(of_lost_row)
}

/// Why the account of a transfer did not take the money, as its sender reads it.
fn reason_of(refused: &RefusedPayee, credits: &[Credit]) -> Reason {
    let is_refused = |credit: &&Credit| credit.payee == refused.payee && credit.account == refused.account;
    if refused.refusal == Refusal::BalanceRange {
        return Reason::new(Code::D09);
    }
    match credits.iter().find(is_refused).map(|credit| credit.currency) {
        Some(currency) if !currency.is_national() => Reason::with(Code::D05, [currency.as_str()]),
        _ => Reason::new(Code::D03),
    }
}

fn write_outcomes(
    tx: &mut Tx,
    statement: &StatementHeader,
    declined: &[Declined],
    outgoing: &[&Outgoing],
    now: Instant,
) -> Result<(), StoreError> {
    let id = || Column::Same(Value::from(statement.id.bytes()));
    let at = || Column::Same(Value::from(now));
    if !declined.is_empty() {
        let lines: Vec<i64> = declined.iter().map(|one| one.line).collect();
        let codes: Vec<&str> = declined.iter().map(|one| one.reason.code.as_str()).collect();
        let texts: Vec<String> =
            declined.iter().map(|one| codec::parameters_text(&one.reason.parameters)).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let outcome = Column::Same(Value::from(Outcome::Declined.as_str()));
        let columns =
            [id(), Column::Integers(&lines), outcome, Column::Texts(&codes), Column::Texts(&texts), at()];
        tx.insert_bulk(&INSERT_OUTCOME, &columns)?;
    }
    if outgoing.is_empty() {
        return Ok(());
    }
    let lines: Vec<i64> = outgoing.iter().map(|payment| payment.line).collect();
    let bics: Vec<&str> = outgoing.iter().map(|payment| payment.bic.as_str()).collect();
    let accounts: Vec<&str> = outgoing.iter().map(|payment| payment.account.as_str()).collect();
    let amounts: Vec<i64> = outgoing.iter().map(|payment| payment.amount.minor()).collect();
    let columns = [
        id(),
        Column::Integers(&lines),
        Column::Texts(&bics),
        Column::Texts(&accounts),
        Column::Integers(&amounts),
        at(),
    ];
    tx.insert_bulk(&INSERT_PAYMENT, &columns)?;
    let (outcome, none) =
        (Column::Same(Value::from(Outcome::Pending.as_str())), || Column::Same(Value::Null));
    let columns = [id(), Column::Integers(&lines), outcome, none(), none(), at()];
    tx.insert_bulk(&INSERT_OUTCOME, &columns)?;
    Ok(())
}
