//! Parts that orders about statements share: their names, who pays and what for, and the errors of units that move
//! money as those of answers to orders.

use jobs::JobError;
use kernel::Instant;
use orders::{Order, OrderError, OrderId, OrderIdError, OrderKind};
use serde_json::{Value, json};
use store::{Result, StoreError, Tx};

use crate::income::CODE_FIELD;
use crate::rail::PaymentId;
use crate::state::PayrollState;
use crate::statement::StatementHeader;
use crate::stuck::StuckId;

/// Returns the name of the order of this kind about the payment for a line.
pub(super) fn order_id(
    kind: &'static OrderKind,
    statement: &StatementHeader,
    line: i64,
) -> Result<OrderId, OrderIdError> {
    OrderId::new(kind, &PaymentId::of(statement, line).text())
}

pub(super) fn payment_of(order: &Order) -> Result<StuckId, OrderError> {
    order.object_id.parse().map_err(|_| OrderError::Failed(format!("{} is no payment", order.object_id)))
}

/// Withdraws the order about what an operator has decided: nobody else is to answer it.
pub(super) fn withdraw(
    tx: &mut Tx,
    kind: &'static OrderKind,
    (statement, line): (&StatementHeader, i64),
    (operator, reason): (&str, &str),
    now: Instant,
) -> Result<()> {
    // The name is made of letters and digits, so it is one.
    let Ok(id) = order_id(kind, statement, line) else { return Ok(()) };
    orders::withdraw(tx, &id, operator, reason, now).map(drop)
}

/// Turns an error of a unit that moves money into that of the answer which asked for it.
pub(super) fn of_job(error: JobError) -> OrderError {
    match error {
        JobError::Store(error) => OrderError::Store(error),
        JobError::Changed | JobError::Lost | JobError::Stopped => {
            OrderError::Store(StoreError::Busy("the payments were changed meanwhile".to_owned()))
        }
        JobError::Failed(reason) => OrderError::Failed(reason),
    }
}

/// The salary's code of purpose (ISO 20022 external code list, `CtgyPurp`).
const PURPOSE_CODE: &str = "SALA";
/// The turn of payments of wages (Civil Code of Russia, article 855).
const PRIORITY: u8 = 3;

/// Returns what each order of a statement tells; the order itself adds its own.
pub(super) fn instruction(tx: &mut Tx, state: &PayrollState, statement: &StatementHeader) -> Result<Value> {
    let terms = &statement.terms;
    let company = clients::find_company(tx, &statement.cnum)?;
    Ok(json!({
        "statement": statement.id.to_string(),
        "externalId": terms.external_id.as_str(),
        "currency": "RUB",
        "payer": {
            "name": company.as_ref().map(|company| company.name_ru.as_str()),
            "inn": company.as_ref().map(|company| company.inn.as_str()),
            "kpp": company.as_ref().and_then(|company| company.kpp.as_ref()).map(kernel::Kpp::as_str),
            "account": terms.account.as_str(),
            "bic": state.settings.bic.as_str(),
        },
        // As people have signed it; account histories call the same money by the number of the statement.
        "purpose": statement.purpose.as_str(),
        "purposeCode": PURPOSE_CODE,
        "priority": PRIORITY,
        CODE_FIELD: terms.income.code,
    }))
}

pub(super) fn example_instruction() -> Value {
    json!({
        "statement": "019ab1f0-c6a0-7c3c-8d2f-0a5b1e3d4c5f", "externalId": "salary-2026-11", "currency": "RUB",
        "payer": {
            "name": "ООО «Ромашка»", "inn": "7707123458", "kpp": "770701001", "account": "40702810900000000001",
            "bic": "044525999"
        },
        "purpose": "Заработная плата за ноябрь 2026", "purposeCode": PURPOSE_CODE, "priority": PRIORITY, CODE_FIELD: 1
    })
}

pub(super) fn with(mut instruction: Value, own: Value) -> Value {
    if let (Value::Object(instruction), Value::Object(own)) = (&mut instruction, own) {
        instruction.extend(own);
    }
    instruction
}
