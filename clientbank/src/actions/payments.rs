//! Payments of wages that do not get on by themselves.

use std::sync::Arc;

use bank::work::actions::action::{ActionError, Argument, Arguments, Deed, Doer, Done, value};
use kernel::{AccountNumber, Money, Translated};
use payroll::rail::RailAnswer;
use payroll::{Operating, StuckError, StuckId};
use store::Tx;

use super::Means;

const PAYMENT: Argument = Argument::required(
    "payment",
    "Statement and line with a colon between them, as the table of stuck ones has it",
);

super::actions! {
    Money TWO_FROM_AMOUNT, "payments.settle", [PAYMENT] => settle,
        "Decides that a payment without an answer of the rail reached the employee's bank";
    Money TWO_FROM_AMOUNT, "payments.return", [PAYMENT] => give_back,
        "Decides that a payment without an answer came back: its money returns to the debit account";
    Money TWO_FROM_AMOUNT, "payments.claim",
        [PAYMENT, Argument::required("account", "The account, 20 digits")] => claim,
        "Pays unclaimed money to an account of the same company";
}

fn of_payment(
    means: &Means,
    arguments: &Arguments,
    words: &'static str,
    work: impl Fn(&mut Tx, &Operating, StuckId, &Doer<'_>) -> Result<Money, StuckError> + Send + Sync + 'static,
) -> Result<Deed, ActionError> {
    let id: StuckId = value(arguments, "payment")?;
    let desk = means.desk.clone().map_err(ActionError::Refused)?;
    let (clock, randomness, zone) =
        (Arc::clone(&means.clock), Arc::clone(&means.randomness), means.zone.clone());
    Ok(Arc::new(move |tx, doer| {
        let (clock, randomness) = (Arc::clone(&clock), Arc::clone(&randomness));
        let (desk, zone, operator) = (desk.clone(), zone.clone(), doer.name.to_owned());
        let operating = Operating { clock, randomness, zone, desk, operator };
        let amount = work(tx, &operating, id, doer).map_err(|error| match error {
            StuckError::Store(error) => error.into(),
            error => ActionError::Refused(error.to_string()),
        })?;
        Ok(Done::told(format!("payment {id} of {amount} RUB {words}")).moving(Some(amount)))
    }))
}

fn settle(means: &Means, arguments: &Arguments) -> Result<Deed, ActionError> {
    of_payment(means, arguments, "has reached the employee's bank", |tx, operating, id, doer| {
        payroll::decide(tx, operating, id, &RailAnswer::Settled, doer.reason)
    })
}

fn give_back(means: &Means, arguments: &Arguments) -> Result<Deed, ActionError> {
    of_payment(means, arguments, "has come back to the debit account", |tx, operating, id, doer| {
        let reason = Translated { russian: doer.reason.to_owned(), english: doer.reason.to_owned() };
        payroll::decide(tx, operating, id, &RailAnswer::Returned { reason }, doer.reason)
    })
}

fn claim(means: &Means, arguments: &Arguments) -> Result<Deed, ActionError> {
    let to: AccountNumber = value(arguments, "account")?;
    of_payment(means, arguments, "is paid to the account that is named", move |tx, operating, id, doer| {
        payroll::claim(tx, operating, id, &to, doer.reason)
    })
}
