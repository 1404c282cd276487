//! Changes beside statements: tariff requests, the letters that tell how they ended, and messages with certificates.

use std::time::Duration;

use sdk::Tokens;
use serde_json::json;

use super::super::Dice;
use super::super::journal::COMPANY;
use super::super::messages::message;
use crate::outside::User;

const ANSWER_MAX: Duration = Duration::from_secs(10);
/// The ends that the sandbox's people and staff give a tariff request.
const TARIFF_ENDS: [&str; 3] =
    ["tariff-declined-plan-withdrawn", "tariff-declined-bank-fault", "tariff-withdrawn"];
/// One in so many rounds has a tariff request, and one a message.
const REQUESTS_ONE_OF: u64 = 2;

/// Acts at the desk in a round.
#[derive(Clone, Copy, Debug)]
pub(super) enum Order {
    /// A tariff request that comes to this end.
    Tariff(&'static str),
    /// A message with a certificate, by its number.
    Certificate(u32),
}

pub(super) fn orders(dice: &Dice, round: u32) -> Vec<Order> {
    let mut orders = Vec::new();
    if dice.below(REQUESTS_ONE_OF) == 0 {
        let end = usize::try_from(dice.below(TARIFF_ENDS.len() as u64)).unwrap_or(0);
        orders.push(Order::Tariff(TARIFF_ENDS[end]));
    }
    if dice.below(REQUESTS_ONE_OF) == 0 {
        orders.push(Order::Certificate(round));
    }
    orders
}

pub(super) struct Desk(User);

impl Desk {
    pub(super) fn new(api: &str, tokens: &Tokens) -> Self {
        Self(User::new(api, tokens, Some(ANSWER_MAX)))
    }

    /// Carries an order out. Whether one without an answer was done is left open: the histories tell.
    pub(super) fn carry_out(&self, order: Order) -> Result<(), String> {
        let (path, media_type, trigger, body) = match order {
            Order::Tariff(end) => {
                let body = json!({ "cnum": COMPANY, "tariffPlan": "PRO" }).to_string();
                ("/v1/ctcm/request/create", "application/json", Some(end), body)
            }
            Order::Certificate(round) => {
                let body = message(&format!("HOOKS-{round}"), &format!("HOOKS-{round}-T"));
                ("/v1/iso20022/currency-transaction-certificate", "application/xml", None, body)
            }
        };
        let mut headers = vec![("content-type", media_type)];
        headers.extend(trigger.map(|trigger| ("sandbox-trigger", trigger)));
        let Ok(mut answer) = self.0.post(path, &headers, body) else { return Ok(()) };
        match answer.status().as_u16() {
            200 | 500 | 502..=504 => Ok(()),
            status => {
                let text = answer.body_mut().read_to_string().unwrap_or_default();
                // The one before is not finished yet: its worker died, and rests.
                if text.contains("REQUEST_ALREADY_EXISTS") {
                    return Ok(());
                }
                Err(format!("{order:?} was answered {status}: {text}"))
            }
        }
    }
}
