//! An action: something that the bank's people do by name, over the bank API or by a command.

use std::fmt;
use std::sync::Arc;

use area::Author;
use kernel::{Instant, Money, Randomness};
use proposals::{OperatorRole, ProposalError, is_enforced, move_alone};
use serde_json::{Map, Value};
use store::{Result, Store, StoreError, Tx};
use thiserror::Error;

use import::TableImporter;

/// The arguments of a call, by their names.
pub type Arguments = Map<String, Value>;

#[derive(Clone, Copy, Debug)]
pub struct Argument {
    pub name: &'static str,
    pub about: &'static str,
    /// Refuses a call without it.
    pub is_required: bool,
}

impl Argument {
    /// An argument that every call has.
    pub const fn required(name: &'static str, about: &'static str) -> Self {
        Self { name, about, is_required: true }
    }

    /// An argument that a call may leave out.
    pub const fn optional(name: &'static str, about: &'static str) -> Self {
        Self { name, about, is_required: false }
    }
}

/// The facts of an action, which no setting decides.
#[derive(Clone, Copy, Debug)]
pub struct Declared {
    /// The name: the things, and what becomes of them, such as `users.lock`.
    pub name: &'static str,
    pub about: &'static str,
    pub role: OperatorRole,
    /// Asks for a second person, as soon as the bank has named two, where the bank has set nothing else.
    pub needs_two: bool,
    /// Its deed tells the amount that it moves, so that the bank may set one from which on it needs a second person.
    pub tells_amount: bool,
    pub arguments: &'static [Argument],
}

/// When an action needs a second person, as soon as the bank has named two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SecondPerson {
    Never,
    Always,
    /// When what one person has moved by it within 24 hours reaches this amount in roubles, or is not known.
    From(Money),
}

/// Reads in a unit of work what the bank has set.
pub type Rule = Arc<dyn Fn(&mut Tx) -> Result<SecondPerson> + Send + Sync>;

/// An action with what it does.
#[derive(Clone)]
pub struct Action {
    pub declared: Declared,
    /// When it needs a second person.
    pub rule: Rule,
    /// Reads the arguments and does the long work that needs no database, such as hashing a password.
    pub begin: Begin,
}

/// Makes the deed of one call. Blocks.
pub type Begin = Arc<dyn Fn(&Arguments) -> Result<Deed, ActionError> + Send + Sync>;

/// Does what a call asks for, in a unit of work that may be repeated, or rolled back to see what it would do.
pub type Deed = Arc<dyn Fn(&mut Tx, &Doer<'_>) -> Result<Done, ActionError> + Send + Sync>;

/// The person who does something, with the moment.
#[derive(Clone, Copy)]
pub struct Doer<'a> {
    pub author: &'a Author,
    pub name: &'a str,
    /// The reason; not empty.
    pub reason: &'a str,
    pub now: Instant,
    pub randomness: &'a dyn Randomness,
    /// The facts that entries of the trail have of it; null by command, where they are those of the process.
    pub facts: &'a Value,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// Sentences about what is other than before: no secrets, and the same for the same change. A second person
    /// approves them.
    pub told: Vec<String>,
    /// An answer for whoever has done it, such as a one-time password; it is shown once.
    pub result: Value,
    /// The amount in roubles that it has moved, where it tells one and there is one.
    pub amount: Option<Money>,
}

impl Done {
    pub fn told(sentence: impl Into<String>) -> Self {
        Self { told: vec![sentence.into()], ..Self::default() }
    }

    pub fn moving(self, amount: Option<Money>) -> Self {
        Self { amount, ..self }
    }

    pub fn with(self, result: Value) -> Self {
        Self { result, ..self }
    }
}

/// The end of a unit of work that is a rehearsal: the sentences, and whether a second person is needed.
#[derive(Debug)]
pub struct Rehearsal(Result<(Vec<String>, bool), ActionError>);

impl Rehearsal {
    /// Returns what would be other than before, and whether a second person is needed.
    pub fn told(self) -> Result<(Vec<String>, bool), ActionError> {
        self.0
    }
}

impl From<StoreError> for Rehearsal {
    fn from(error: StoreError) -> Self {
        Self(Err(error.into()))
    }
}

#[derive(Debug, Error)]
pub enum ActionError {
    /// The arguments are not those that it takes.
    #[error("{0}")]
    Arguments(String),
    #[error("{0}")]
    Refused(String),
    /// A second person has to approve it.
    #[error("this needs a second person with the role {0}")]
    NeedsTwo(OperatorRole),
    /// The second person, or the proposal, refuses it.
    #[error(transparent)]
    Proposal(#[from] ProposalError),
    #[error("look again, and propose it again: by now it would do another thing: {0}")]
    LookAgain(String),
    #[error("the database failed: {0}")]
    Store(#[from] StoreError),
}

impl Action {
    /// Reads the arguments of a call and begins it. Blocks.
    pub fn begun(&self, arguments: &Arguments) -> Result<Deed, ActionError> {
        let declared = self.declared.arguments;
        let is_known = |name: &&String| declared.iter().any(|argument| argument.name == name.as_str());
        if let Some(name) = arguments.keys().find(|name| !is_known(name)) {
            return Err(ActionError::Arguments(format!("`arguments.{name}` is unknown")));
        }
        let missing =
            declared.iter().find(|argument| argument.is_required && !arguments.contains_key(argument.name));
        match missing {
            Some(argument) => {
                Err(ActionError::Arguments(format!("`arguments.{}` is required", argument.name)))
            }
            None => (self.begin)(arguments),
        }
    }

    /// Does the deed of one person alone. The amount that decides is the one that the deed has moved: where it asks for
    /// a second person, the unit of work ends and takes everything back.
    pub fn alone(&self, tx: &mut Tx, deed: &Deed, doer: &Doer<'_>) -> Result<Done, ActionError> {
        let needs_two = || ActionError::NeedsTwo(self.declared.role);
        let rule = self.in_force(tx)?;
        if rule == SecondPerson::Always {
            return Err(needs_two());
        }
        let done = deed(tx, doer)?;
        if self.needs_two(tx, rule, &done, doer)? { Err(needs_two()) } else { Ok(done) }
    }

    /// Does the deed in a unit of work that ends by it and takes everything back.
    pub fn rehearsed(&self, tx: &mut Tx, deed: &Deed, doer: &Doer<'_>) -> Rehearsal {
        let mut rehearse = || {
            let rule = self.in_force(tx)?;
            let done = deed(tx, doer)?;
            let needs_two = self.needs_two(tx, rule, &done, doer)?;
            Ok((done.told, needs_two))
        };
        Rehearsal(rehearse())
    }

    /// Tells when it needs a second person: never before the bank has named two. A deed may change that, so that it is
    /// asked for before.
    pub fn in_force(&self, tx: &mut Tx) -> Result<SecondPerson> {
        if is_enforced(tx)? { (self.rule)(tx) } else { Ok(SecondPerson::Never) }
    }

    /// Tells of what was just done in this unit of work whether it needs a second person, and counts its amount.
    fn needs_two(&self, tx: &mut Tx, rule: SecondPerson, done: &Done, doer: &Doer<'_>) -> Result<bool> {
        match (rule, done.amount) {
            (SecondPerson::Never, _) => Ok(false),
            (SecondPerson::Always, _) | (SecondPerson::From(_), None) => Ok(true),
            // It is large alone, and a sum with it may leave the range of amounts.
            (SecondPerson::From(least), Some(amount)) if amount >= least => Ok(true),
            (SecondPerson::From(least), Some(amount)) => {
                let moved = move_alone(tx, (doer.name, self.declared.name), amount, doer.now)?;
                Ok(moved >= least)
            }
        }
    }
}

kernel::debug_shows!(Action { declared, .. });

/// Reads a text among the arguments; `None` when it is left out.
///
/// # Errors
/// It is no text, is empty, has more than 4,096 bytes, or a NUL.
pub fn text<'a>(arguments: &'a Arguments, name: &str) -> Result<Option<&'a str>, ActionError> {
    const BYTES_MAX: usize = 4_096;
    let wrong =
        || ActionError::Arguments(format!("`arguments.{name}` must be a text of up to {BYTES_MAX} bytes"));
    let Some(value) = arguments.get(name) else { return Ok(None) };
    let text = value.as_str().filter(|text| (1..=BYTES_MAX).contains(&text.len()) && !text.contains('\0'));
    text.map(Some).ok_or_else(wrong)
}

/// Reads the value of a text that the action requires.
pub fn value<T>(arguments: &Arguments, name: &str) -> Result<T, ActionError>
where
    T: std::str::FromStr<Err: fmt::Display>,
{
    let text = text(arguments, name)?.unwrap_or_default();
    text.parse().map_err(|error| ActionError::Arguments(format!("`arguments.{name}`: {error}")))
}

/// A table of the registry, which people of the bank read.
#[derive(Clone)]
pub struct RegistryTable {
    pub name: &'static str,
    /// The columns by which a row is found.
    pub key: &'static [&'static str],
    pub source: Source,
}

/// Place of the rows of a table.
#[derive(Clone)]
pub enum Source {
    /// The table of a file that the bank imports.
    File(Arc<dyn TableImporter>),
    /// A short list of the program's own, the number of rows at which it may have ended before all were read, and the
    /// way to a row that it may lack, where there is one.
    List(List, usize, Option<FindRow>),
}

/// An answer of the database that is waited for.
type Read<'a, T> = std::pin::Pin<Box<dyn Future<Output = Result<T>> + Send + 'a>>;

/// Reads a short list, row by row as an object.
pub type List = Arc<dyn for<'a> Fn(&'a Store) -> Read<'a, Vec<Value>> + Send + Sync>;

/// Finds a row by its key, as an object.
pub type FindRow = Arc<dyn for<'a> Fn(&'a Store, &'a str) -> Read<'a, Option<Value>> + Send + Sync>;

kernel::debug_shows!(RegistryTable { name, .. });

/// Everything that the bank's people do and read, as the program puts it together.
#[derive(Clone, Debug, Default)]
pub struct Administration {
    pub actions: Vec<Action>,
    pub tables: Vec<RegistryTable>,
}
