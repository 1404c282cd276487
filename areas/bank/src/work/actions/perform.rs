//! An action is rehearsed, done, or proposed and carried out.

use std::convert::Infallible;
use std::sync::Arc;

use area::Author;
use audit::Actor;
use idempotency::Keep;
use kernel::Instant;
use proposals::{Draft, Operator, Proposal, ProposalError, ProposalState, Proved, Said, Verdict};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{Result, StoreError, Tx};
use tokio::task::spawn_blocking;

use super::PeopleError;
use super::action::{Action, ActionError, Arguments, Declared, Deed, Doer, Done, Rehearsal, SecondPerson};
use crate::state::{BankState, Call};

/// The most seconds between the moment that a person signs and the call that brings the signature, whichever comes
/// first: clocks differ.
const PROPOSED_WITHIN_S: i64 = 300;

/// A call of an action.
#[derive(Clone, Debug)]
pub(crate) struct ActionCall {
    pub(crate) arguments: Arguments,
    pub(crate) reason: String,
    /// The signature under the proposal, where the action needs a second person.
    pub(crate) signed: Option<Signed>,
}

/// A signature in DER, with the moment that the signed text has.
#[derive(Clone, Debug)]
pub(crate) struct Signed {
    pub(crate) at: Instant,
    pub(crate) signature: Vec<u8>,
}

/// The effects that an action would have, and what its maker would sign to propose it.
#[derive(Debug)]
pub(crate) struct Rehearsed {
    pub(crate) told: Vec<String>,
    pub(crate) needs_two: bool,
    pub(crate) text: String,
    pub(crate) at: Instant,
}

#[derive(Debug)]
pub(crate) enum Performed {
    Done(Done),
    /// It waits for a second person, under this number.
    Proposed(i64),
}

/// A proposed action, as the proposal has it.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct Content {
    pub(crate) action: String,
    pub(crate) arguments: Arguments,
}

/// Returns every action, with when it needs a second person.
pub(crate) async fn actions(state: &BankState) -> Result<Vec<(Declared, SecondPerson)>> {
    let administration = Arc::clone(&state.administration);
    let unit = move |tx: &mut Tx| {
        administration.actions.iter().map(|action| Ok((action.declared, (action.rule)(tx)?))).collect()
    };
    state.store.read("bank.actions", unit).await
}

/// Finds out what an action would do, and the text that proposes it.
pub(crate) async fn rehearse(
    call: &Call<Operator>,
    action: &Action,
    asked: ActionCall,
) -> Result<Rehearsed, PeopleError> {
    check_role(&call.by, action)?;
    let deed = begin(action, &asked.arguments).await?;
    let (told, needs_two) = effects(call, action, &deed, &asked.reason).await?;
    let draft = draft(action, &asked, &told);
    let (at, name) = (call.state.clock.now(), call.by.name.clone());
    let unit = move |tx: &mut Tx| proposals::text_to_propose(tx, &draft, &name, at);
    let text = call.state.store.read::<_, StoreError>("bank.rehearse", unit).await?;
    Ok(Rehearsed { told, needs_two, text, at })
}

/// Does an action, or proposes it where it needs a second person.
pub(crate) async fn perform(
    call: &Call<Operator>,
    action: &Action,
    asked: ActionCall,
    keep: Keep<Performed>,
) -> Result<Performed, PeopleError> {
    check_role(&call.by, action)?;
    let deed = begin(action, &asked.arguments).await?;
    if let Some(signed) = &asked.signed {
        let (told, _) = effects(call, action, &deed, &asked.reason).await?;
        return propose(call, draft(action, &asked, &told), signed, keep).await;
    }
    let (action, operator, reason) = (action.clone(), call.by.clone(), asked.reason);
    let hand = Hand::of(&call.state, &operator);
    let unit = move |tx: &mut Tx| -> Result<_, ActionError> {
        proposals::check_open(tx, &operator)?;
        let done = hand.holds(&operator, &reason, |doer| action.alone(tx, &deed, doer))?;
        let performed = Performed::Done(done);
        keep.keep(tx, &performed)?;
        Ok(performed)
    };
    Ok(call.state.store.write("bank.perform", unit).await?)
}

async fn propose(
    call: &Call<Operator>,
    draft: Draft,
    signed: &Signed,
    keep: Keep<Performed>,
) -> Result<Performed, PeopleError> {
    let by = proved(call, signed)?;
    let (now, randomness) = (call.state.clock.now(), Arc::clone(&call.state.randomness));
    let unit = move |tx: &mut Tx| {
        let said = Said { now, randomness: &*randomness };
        let number = audit::operating_as(&over(), || proposals::make(tx, &by, &draft, said))?;
        let performed = Performed::Proposed(number);
        keep.keep(tx, &performed)?;
        Ok(performed)
    };
    Ok(call.state.store.write::<_, ProposalError>("bank.propose", unit).await?)
}

/// Approves, refuses or, without a verdict, reviews a proposal.
pub(crate) async fn decide(
    call: &Call<Operator>,
    number: i64,
    verdict: Option<Verdict>,
    signed: &Signed,
) -> Result<(), PeopleError> {
    let by = proved(call, signed)?;
    let (now, randomness) = (call.state.clock.now(), Arc::clone(&call.state.randomness));
    let unit = move |tx: &mut Tx| {
        let said = Said { now, randomness: &*randomness };
        audit::operating_as(&over(), || match verdict {
            Some(verdict) => proposals::decide(tx, &by, number, verdict, said).map(drop),
            None => proposals::review(tx, &by, number, said),
        })
    };
    Ok(call.state.store.write::<_, ProposalError>("bank.decide", unit).await?)
}

/// Carries an approved action out, if it does what was approved: all of it in one unit of work.
pub(crate) async fn carry_out(
    call: &Call<Operator>,
    number: i64,
    keep: Keep<Done>,
) -> Result<Done, PeopleError> {
    let proposal =
        proposals::find(&call.state.store, number).await?.ok_or(PeopleError::Absent("proposal"))?;
    if proposal.state != ProposalState::Approved {
        return Err(ProposalError::State(proposal.state).into());
    }
    let content: Content = serde_json::from_str(&proposal.content).map_err(|_| PeopleError::IsCommand)?;
    let action =
        call.state.administration.actions.iter().find(|action| action.declared.name == content.action);
    let action = action.ok_or(PeopleError::Absent("action"))?;
    check_role(&call.by, action)?;
    let deed = begin(action, &content.arguments).await?;
    let operator = call.by.clone();
    let hand = Hand { facts: facts_of(&proposal), ..Hand::of(&call.state, &operator) };
    let unit = move |tx: &mut Tx| {
        let said = Said { now: hand.now, randomness: &*hand.randomness };
        audit::operating_as(&over(), || proposals::carry_out(tx, &operator, number, said))?;
        let done = hand.holds(&operator, &proposal.reason, |doer| deed(tx, doer))?;
        if let Some(line) = proposal.other_line(&difference(&done.told)) {
            return Err(ActionError::LookAgain(line.to_owned()).into());
        }
        keep.keep(tx, &done)?;
        Ok(done)
    };
    call.state.store.write("bank.carry_out", unit).await
}

/// Everything with which a deed is done, but the person.
struct Hand {
    author: Author,
    now: Instant,
    randomness: Arc<dyn kernel::Randomness>,
    /// The proposal, for the entries of the trail.
    facts: Value,
}

impl Hand {
    fn of(state: &BankState, operator: &Operator) -> Self {
        let author = Author::of_request(Actor::Operator(operator.name.to_string()));
        let (now, randomness) = (state.clock.now(), Arc::clone(&state.randomness));
        Self { author, now, randomness, facts: over() }
    }

    /// Has a person do something.
    fn holds<T>(&self, operator: &Operator, reason: &str, work: impl FnOnce(&Doer<'_>) -> T) -> T {
        let Self { author, now, randomness, facts } = self;
        let name = operator.name.as_str();
        let mut facts = facts.clone();
        facts["reason"] = reason.into();
        let doer = Doer { author, name, reason, now: *now, randomness: &**randomness, facts: &facts };
        audit::operating_as(&facts, || work(&doer))
    }
}

/// The way by which a person works, in the place of the user of the system as whom the server runs.
pub(crate) fn over() -> Value {
    json!({ "over": "bank API" })
}

fn facts_of(proposal: &Proposal) -> Value {
    let mut facts = over();
    facts["proposal"] = proposal.number.into();
    facts["proposed_by"] = proposal.made_by.as_str().into();
    facts["approved_by"] = proposal.decided.as_ref().map(|(name, _, _)| name.as_str()).into();
    facts
}

/// Does a deed in a unit of work that is rolled back, and returns what it would change.
async fn effects(
    call: &Call<Operator>,
    action: &Action,
    deed: &Deed,
    reason: &str,
) -> Result<(Vec<String>, bool), ActionError> {
    let (action, deed) = (action.clone(), Arc::clone(deed));
    let (operator, reason) = (call.by.clone(), reason.to_owned());
    let hand = Hand::of(&call.state, &operator);
    let unit = move |tx: &mut Tx| -> Result<Infallible, Rehearsal> {
        Err(hand.holds(&operator, &reason, |doer| action.rehearsed(tx, &deed, doer)))
    };
    let Err(rehearsal) = call.state.store.write("bank.effects", unit).await;
    rehearsal.told()
}

fn draft(action: &Action, asked: &ActionCall, told: &[String]) -> Draft {
    let Declared { name, role, .. } = action.declared;
    let content = json!(Content { action: name.to_owned(), arguments: asked.arguments.clone() });
    Draft { role, content: content.to_string(), difference: difference(told), reason: asked.reason.clone() }
}

fn difference(told: &[String]) -> String {
    told.join("\n")
}

/// Takes the signature that a person has made, which is compared with what is written.
fn proved(call: &Call<Operator>, signed: &Signed) -> Result<Proved, PeopleError> {
    let age_s =
        (call.state.clock.now().microseconds() - signed.at.microseconds()).saturating_abs() / 1_000_000;
    if age_s > PROPOSED_WITHIN_S {
        return Err(PeopleError::Signature);
    }
    Ok(Proved::with_signature(call.by.clone(), signed.signature.clone(), signed.at))
}

fn check_role(operator: &Operator, action: &Action) -> Result<(), PeopleError> {
    let role = action.declared.role;
    if operator.has(role) { Ok(()) } else { Err(PeopleError::NoRole(role.as_str())) }
}

async fn begin(action: &Action, arguments: &Arguments) -> Result<Deed, ActionError> {
    let (action, arguments) = (action.clone(), arguments.clone());
    let begun = spawn_blocking(move || action.begun(&arguments)).await;
    begun.map_err(|_| ActionError::Refused("the work was broken off".to_owned()))?
}
