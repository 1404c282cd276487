//! Answers that come as messages of ISO 20022: pain.002 and camt.054.
//!
//! A status or a booking names a payment from end to end. That is the name of an order, or of a part of the order that
//! the message names as a whole. A booking that takes money settles, one that brings it back refuses or, once the
//! payment was settled, is a return.

use std::collections::{BTreeMap, BTreeSet};

use iso20022::Document;
use iso20022::payments::{Booking, PaymentStatus, Status, bookings, statuses};
use kernel::{Money, Translated, with_unseen_escaped};
use orders::{
    Answer, Order, OrderId, OrderState, Outcome, PARTS_AT_ONCE_MAX, PartAnswer, RETURN_NAME_CHARACTERS_MAX,
    Refusal, Verdict,
};
use serde_json::{Map, Value};

use super::answer::{Returned, answer, answer_parts, record_accepted, take_return};
use super::hand_out::{DeskError, check_goes_on};
use super::initiation::{all_parts, text};
use crate::state::Call;

/// The most characters of a reason in one language.
const REASON_CHARACTERS_MAX: usize = 250;

/// The word of a message about one payment.
#[derive(Clone, Debug)]
struct Said {
    /// The name of the payments together.
    payments: Option<String>,
    /// The number of the payment among them.
    number: Option<i64>,
    /// The payment's name from end to end.
    end_to_end: Option<String>,
    /// Tells whether it is said of one payment, and not of all of them.
    is_of_one: bool,
    /// Its fate; none while it is under way.
    outcome: Option<Outcome>,
    reason: String,
    /// The bank's name of the booking, and its amount.
    booked: Option<(String, String)>,
}

/// Takes what a message says, and returns what became of each: the name that the message has for the payment, and the
/// verdict. `None` for a message of another kind.
pub(crate) async fn take(
    call: &Call,
    document: &Document,
) -> Result<Option<Vec<(String, Verdict)>>, DeskError> {
    let said: Vec<Said> = match document.message() {
        "pain.002.001.10" => statuses(document).into_iter().map(Said::from).collect(),
        "camt.054.001.08" => bookings(document).into_iter().filter_map(Said::of_booking).collect(),
        _ => return Ok(None),
    };
    check_goes_on(call).await?;
    let (mut verdicts, mut parts) = (Vec::with_capacity(said.len()), Parts::default());
    for one in &said {
        let name = one.end_to_end.clone().or_else(|| one.payments.clone()).unwrap_or_default();
        verdicts.push((name, take_one(call, one, &mut parts).await?));
    }
    record_accepted(call, &parts.accepted).await?;
    for (place, verdict) in parts.take(call).await? {
        if let Some((_, told)) = verdicts.get_mut(place) {
            *told = verdict;
        }
    }
    Ok(Some(verdicts))
}

impl From<PaymentStatus> for Said {
    fn from(status: PaymentStatus) -> Self {
        let outcome = match status.status {
            Status::Settled => Some(Outcome::Done),
            Status::Rejected => Some(Outcome::Refused),
            Status::UnderWay => None,
        };
        let PaymentStatus { payments, number, end_to_end, is_of_one, reason, .. } = status;
        Self { payments: Some(payments), number, end_to_end, is_of_one, outcome, reason, booked: None }
    }
}

impl Said {
    /// A booking that takes money, or brings back what it took; none for money that comes from elsewhere.
    fn of_booking(booking: Booking) -> Option<Self> {
        let outcome = match (booking.is_credit, &booking.returned) {
            (false, None) => Outcome::Done,
            (true, Some(_)) => Outcome::Refused,
            (true, None) | (false, Some(_)) => return None,
        };
        Some(Self {
            payments: booking.payments,
            number: booking.number,
            end_to_end: Some(booking.end_to_end),
            is_of_one: true,
            outcome: Some(outcome),
            reason: booking.returned.unwrap_or_default(),
            booked: Some((booking.name, booking.amount)),
        })
    }

    /// Returns the reason for people, who see every character of it (GEN-06).
    fn told(&self) -> Translated {
        let words = self.reason.split_whitespace().collect::<Vec<_>>().join(" ");
        let words = if words.is_empty() { "RJCT".to_owned() } else { with_unseen_escaped(&words) };
        let words: String = words.chars().take(REASON_CHARACTERS_MAX).collect();
        Translated { russian: words.clone(), english: words }
    }
}

/// Answers to parts, gathered for their orders, each with its places among the verdicts: that of its first word, and of
/// those that say the same again.
#[derive(Default)]
struct Parts {
    /// The parts of orders by their names from end to end, with the outcomes that they have or are about to get.
    known: BTreeMap<OrderId, BTreeMap<String, Value>>,
    answers: BTreeMap<OrderId, Vec<(Vec<usize>, PartAnswer)>>,
    /// The orders at which the system works: a message may say so of each payment of one.
    accepted: BTreeSet<OrderId>,
    verdicts: Vec<(usize, Verdict)>,
    seen: usize,
}

impl Parts {
    /// Notes an order that is under way.
    fn accept(&mut self, order: Order) -> Verdict {
        let verdict = Verdict::of_accepted(order.state);
        if matches!(verdict, Verdict::Taken(_)) {
            self.accepted.insert(order.id);
        }
        verdict
    }

    async fn find(
        &mut self,
        call: &Call,
        order: &OrderId,
        name: &str,
    ) -> Result<Option<&mut Value>, DeskError> {
        if !self.known.contains_key(order) {
            let all = all_parts(call, order).await?.into_iter();
            let by_name = all.filter_map(|part| Some((text(&part, "endToEndId")?, part)));
            self.known.insert(order.clone(), by_name.collect());
        }
        Ok(self.known.get_mut(order).and_then(|known| known.get_mut(name)))
    }

    /// Notes the place of a word that may say again what is gathered of a part.
    fn again(&mut self, order: &OrderId, part: Option<i64>, place: usize) {
        let mut gathered = self.answers.get_mut(order).into_iter().flatten();
        if let Some((places, _)) = gathered.find(|(_, answer)| Some(answer.part) == part) {
            places.push(place);
        }
    }

    /// Answers what is gathered for an order.
    async fn take_of(&mut self, call: &Call, order: &OrderId) -> Result<(), DeskError> {
        for some in self.answers.remove(order).unwrap_or_default().chunks(PARTS_AT_ONCE_MAX) {
            let bunch = some.iter().map(|(_, answer)| answer.clone()).collect();
            let verdict = answer_parts(call, order, bunch).await?;
            // The first word took what is said again, or is refused together with it.
            let told = if matches!(verdict, Verdict::Refused(_)) {
                // They have no outcome of this message: the next word about one is as the first.
                self.known.remove(order);
                usize::MAX
            } else {
                1
            };
            let places = some.iter().flat_map(|(places, _)| places.iter().take(told));
            self.verdicts.extend(places.map(|place| (*place, verdict.clone())));
        }
        Ok(())
    }

    async fn take(mut self, call: &Call) -> Result<Vec<(usize, Verdict)>, DeskError> {
        let orders: Vec<OrderId> = self.answers.keys().cloned().collect();
        for order in orders {
            self.take_of(call, &order).await?;
        }
        Ok(self.verdicts)
    }
}

async fn take_one(call: &Call, said: &Said, parts: &mut Parts) -> Result<Verdict, DeskError> {
    let place = parts.seen;
    parts.seen += 1;
    let impossible = |reason: &str| Ok(Verdict::Refused(Refusal::Impossible(reason.to_owned())));
    let names = [said.end_to_end.as_deref(), said.payments.as_deref()];
    let Some(order) = call.state.desk.named(call.by.role, &names).await? else {
        return Ok(Verdict::Refused(Refusal::Unknown));
    };
    let Some(outcome) = said.outcome else { return Ok(parts.accept(order)) };
    let (mut told, mut part) = (outcome_of(&order), None);
    let mut asked: Value = serde_json::from_str(&order.payload).unwrap_or_default();
    let is_in_parts = asked.get("partsCount").is_some();
    if is_in_parts && said.end_to_end.is_none() {
        if said.is_of_one {
            // The status of one payment does not hold for the others.
            return impossible("a payment of the order is named by its `OrgnlEndToEndId`");
        }
        // A status of a single payment, told before in the message, goes before that of all.
        parts.take_of(call, &order.id).await?;
    }
    if let (Some(name), true) = (&said.end_to_end, is_in_parts) {
        let found = parts.find(call, &order.id, name).await?;
        let Some(found) = found.filter(|found| is_numbered(found, said)) else {
            return impossible("the order has no such payment");
        };
        asked = found.clone();
        part = asked.get("part").and_then(Value::as_i64);
        told = text(&asked, "outcome").and_then(|outcome| outcome.parse().ok());
        if told.is_some_and(|told| told != outcome) {
            // The other outcome may be of this message.
            parts.take_of(call, &order.id).await?;
        }
    }
    if let Some((name, amount)) = &said.booked {
        let Ok(amount) = amount.parse::<Money>() else {
            return impossible("the booking has no sum in roubles");
        };
        if outcome == Outcome::Refused && told == Some(Outcome::Done) {
            let name = name.chars().take(RETURN_NAME_CHARACTERS_MAX).collect();
            let returned = Returned { name, part, amount: Some(amount), reason: said.told() };
            return take_return(call, &order.id, returned).await;
        }
        if text(&asked, "amount") != Some(amount.to_string()) {
            return impossible("the booking has another sum");
        }
    }
    if told == Some(outcome) {
        parts.again(&order.id, part, place);
        return Ok(Verdict::Same);
    }
    let reason = (outcome == Outcome::Refused).then(|| said.told());
    if let Some(part) = part {
        let answer = PartAnswer { part, outcome, reason };
        if told.is_some() {
            // It contradicts; a bunch with it would be refused as a whole.
            return answer_parts(call, &order.id, vec![answer]).await;
        }
        if let Some(name) = &said.end_to_end
            && let Some(found) = parts.find(call, &order.id, name).await?
        {
            found["outcome"] = outcome.as_str().into();
        }
        parts.answers.entry(order.id).or_default().push((vec![place], answer));
        return Ok(Verdict::Same);
    }
    let given = Answer { outcome, reference: None, reason, details: Map::new() };
    let verdict = answer(call, vec![(order.id, given)]).await?.pop();
    Ok(verdict.unwrap_or(Verdict::Refused(Refusal::Unknown)))
}

/// Tells whether a part has the number that is told beside its name, where one is.
fn is_numbered(part: &Value, said: &Said) -> bool {
    said.number.is_none_or(|number| part.get("part").and_then(Value::as_i64) == Some(number))
}

/// Returns the outcome that ended an order.
pub(super) fn outcome_of(order: &Order) -> Option<Outcome> {
    let answer = order.answer.as_ref().filter(|_| order.state == OrderState::Answered)?;
    let answer: Value = serde_json::from_str(answer).ok()?;
    answer.get("outcome").and_then(Value::as_str)?.parse().ok()
}
