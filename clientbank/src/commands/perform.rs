//! An action or a list by a command: as the bank API has it, by whoever has the shell.

use std::convert::Infallible;
use std::ffi::OsString;
use std::sync::Arc;

use ::audit::Actor;
use area::Author;
use bank::work::actions::action::{
    Action, ActionError, Arguments, Deed, Doer, Done, Rehearsal, SecondPerson, Source,
};
use kernel::{Instant, Randomness};
use orders::Desk;
use proposals::{Draft, Proposal, ProposalError, Said, is_enforced, shortened};
use serde_json::Value;
use store::{StoreError, Tx};

use super::database::{WithRemedy as _, on_current, told};
use super::four_eyes::{self, Content, FourEyes};
use super::{Failure, check_reason, operator};
use crate::actions::{Means, administration};
use crate::application::Surroundings;
use crate::application::areas::players;
use crate::configuration::{Configuration, Sources};
use crate::terminal::{remark, say_all};

/// An action as a command asks for it.
pub(super) struct Call {
    name: &'static str,
    arguments: Arguments,
    reason: String,
    tell: Box<dyn Fn(&Done)>,
}

impl Call {
    /// Names an action with its arguments, of which null is none, and says how to tell what has come of it.
    pub(super) fn new<const N: usize>(
        name: &'static str,
        arguments: [(&str, Value); N],
        tell: impl Fn(&Done) + 'static,
    ) -> Self {
        let given = arguments.into_iter().filter(|(_, value)| !value.is_null());
        let arguments = given.map(|(name, value)| (name.to_owned(), value)).collect();
        Self { name, arguments, reason: String::new(), tell: Box::new(tell) }
    }

    pub(super) fn because(self, reason: &str) -> Self {
        Self { reason: reason.to_owned(), ..self }
    }
}

/// An action that is begun, with the person who does it.
struct Begun {
    action: Action,
    deed: Deed,
    reason: String,
    author: Author,
    name: String,
    now: Instant,
    randomness: Arc<dyn Randomness>,
}

impl Begun {
    fn of(call: &Call, configuration: &Configuration, opened: &Surroundings) -> Result<Arc<Self>, Failure> {
        if !call.reason.is_empty() {
            check_reason(&call.reason)?;
        }
        let actions = administration(means(configuration, opened), configuration).actions;
        let action = actions.into_iter().find(|action| action.declared.name == call.name);
        let action = action.ok_or("the action is unknown")?;
        let (deed, name) = (action.begun(&call.arguments)?, operator());
        let author = Author::outside_of_requests(Actor::Operator(name.clone()));
        let (now, randomness) = (opened.clock.now(), Arc::clone(&opened.randomness));
        Ok(Arc::new(Self { action, deed, reason: call.reason.clone(), author, name, now, randomness }))
    }

    fn doer(&self) -> Doer<'_> {
        let Self { author, name, reason, now, randomness, .. } = self;
        Doer { author, name, reason, now: *now, randomness: &**randomness, facts: &Value::Null }
    }

    fn said(&self) -> Said<'_> {
        Said { now: self.now, randomness: &*self.randomness }
    }

    fn draft(&self, words: &[OsString], difference: &[String], reason: &str) -> Result<Draft, Failure> {
        let content = serde_json::to_string(&Content::of(words)?)?;
        let difference = shortened(difference.join("\n"));
        Ok(Draft { role: self.action.declared.role, content, difference, reason: reason.to_owned() })
    }
}

/// Does an action, proposes it, or does it alone in need.
pub(super) fn run(
    call: &Call,
    asked: &FourEyes,
    words: &[OsString],
    settings: &Sources,
) -> Result<(), Failure> {
    on_current(settings, async |configuration, opened| {
        let begun = Begun::of(call, &configuration, &opened)?;
        if asked.propose.is_some() || asked.break_glass.is_some() {
            let one = Arc::clone(&begun);
            let read = move |tx: &mut Tx| Ok::<_, StoreError>(((one.action.rule)(tx)?, is_enforced(tx)?));
            let (rule, is_enforced) = opened.store.read("commands.rule", read).await?;
            four_eyes::refuse_needless(rule != SecondPerson::Never, is_enforced)?;
        }
        let done = match (&asked.propose, &asked.break_glass) {
            (Some(reason), _) => {
                let draft = begun.draft(words, &rehearse(&opened, &begun).await?, reason)?;
                four_eyes::propose(&opened, asked, draft).await?;
                None
            }
            (None, Some(reason)) => {
                let draft = begun.draft(words, &[], reason)?;
                Some(break_glass(&opened, &begun, asked, draft).await?)
            }
            (None, None) => Some(alone(&opened, &begun, asked).await?),
        };
        if let Some(done) = &done {
            (call.tell)(done);
        }
        Ok(())
    })
}

/// Carries an approved action out, if it does what was approved: all of it in one unit of work.
pub(super) fn carry_out(
    call: &Call,
    proposal: Proposal,
    asked: &FourEyes,
    settings: &Sources,
) -> Result<(), Failure> {
    on_current(settings, async |configuration, opened| {
        let (begun, by) = (Begun::of(call, &configuration, &opened)?, asked.prove(&opened).await?);
        four_eyes::name(&proposal);
        let unit = move |tx: &mut Tx| {
            proposals::carry_out(tx, by.operator(), proposal.number, begun.said())?;
            let done = (begun.deed)(tx, &begun.doer())?;
            let is = shortened(done.told.join("\n"));
            proposal.other_line(&is).map_or(Ok(done), |line| Err(ActionError::LookAgain(line.to_owned())))
        };
        let done = opened.store.write("commands.carry_out", unit).await.map_err(in_words)?;
        (call.tell)(&done);
        Ok(())
    })
}

/// Does the deed in a unit of work that is rolled back, and returns what it would change.
async fn rehearse(opened: &Surroundings, begun: &Arc<Begun>) -> Result<Vec<String>, Failure> {
    let begun = Arc::clone(begun);
    let unit = move |tx: &mut Tx| -> Result<Infallible, Rehearsal> {
        Err(begun.action.rehearsed(tx, &begun.deed, &begun.doer()))
    };
    let Err(rehearsal) = opened.store.write("commands.rehearse", unit).await;
    Ok(rehearsal.told().map_err(in_words)?.0)
}

/// Does it where one person is enough. Whoever does alone what others need a second person for shows the own key:
/// amounts count by name.
async fn alone(opened: &Surroundings, begun: &Arc<Begun>, asked: &FourEyes) -> Result<Done, Failure> {
    let key = asked.key_file().map_err(|error| error.to_string());
    let begun = Arc::clone(begun);
    let unit = move |tx: &mut Tx| {
        if matches!(begun.action.in_force(tx)?, SecondPerson::From(_)) {
            let key = key.as_ref().map_err(|error| ActionError::Refused(error.clone()))?;
            let (by, role) = (proposals::prove(tx, &begun.name, key)?, begun.action.declared.role);
            if !by.operator().has(role) {
                return Err(ProposalError::NoRole(role).into());
            }
            operator::add_facts([("proved_by", "key".into())]);
        }
        begun.action.alone(tx, &begun.deed, &begun.doer())
    };
    opened.store.write("commands.perform", unit).await.map_err(in_words)
}

/// Does it without the second person, and leaves a proposal that another person reviews.
async fn break_glass(
    opened: &Surroundings,
    begun: &Arc<Begun>,
    asked: &FourEyes,
    draft: Draft,
) -> Result<Done, Failure> {
    let (begun, by, reason) = (Arc::clone(begun), asked.prove(opened).await?, draft.reason.clone());
    let unit = move |tx: &mut Tx| {
        let number = proposals::break_glass(tx, &by, &draft, begun.said())?;
        operator::add_facts([("proposal", number.into()), ("alone", true.into())]);
        Ok((number, (begun.deed)(tx, &begun.doer())?))
    };
    let (number, done) = opened.store.write("commands.break_glass", unit).await.map_err(in_words)?;
    four_eyes::tell_of_glass(&operator(), number, &reason);
    Ok(done)
}

fn in_words(error: ActionError) -> Failure {
    match error {
        ActionError::Store(error) | ActionError::Proposal(ProposalError::Store(error)) => told(&error).into(),
        ActionError::NeedsTwo(role) => four_eyes::needs_two(role),
        error => error.into(),
    }
}

/// Prints a short list of the program's own: one JSON object a line.
pub(super) fn list(settings: &Sources, table: &str) -> Result<(), Failure> {
    on_current(settings, async |configuration, opened| {
        let tables = administration(means(&configuration, &opened), &configuration).tables;
        let found = tables.into_iter().find(|found| found.name == table).ok_or("the list is unknown")?;
        if let Source::List(rows, listed_max, _) = found.source {
            let rows = rows(&opened.store).await.told()?;
            let count = rows.len();
            say_all(rows);
            if count >= listed_max {
                remark(&format!("there may be more than these {count}"));
            }
        }
        Ok(())
    })
}

fn means(configuration: &Configuration, opened: &Surroundings) -> Means {
    let Surroundings { store, clock, randomness, sandbox, .. } = opened;
    let desk =
        players(configuration, false).map(|players| Desk::new(store.clone(), Arc::clone(clock), players));
    let desk = desk.map_err(|error| error.to_string());
    Means::of(configuration, clock, randomness, desk, sandbox.is_none())
}
