//! The second person whom a command needs that changes rights, money or keys (BNK-09).
//!
//! As soon as a bank has named two people who can approve each other, such a command is proposed by one, approved by
//! another and carried out once, whichever way: `--propose`, `proposals approve`, `proposals carry-out`. What is
//! proposed is the command word by word, with the digests of its files.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use clap::{ArgMatches, Args};
use kernel::hexadecimal;
use proposals::{
    DIFFERENCE_BYTES_MAX, Draft, OperatorRole, Proposal, ProposalError, ProposalState, Proved, Said,
};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use store::{StoreLocation, Tx};

use super::database::{open_current, open_or_make};
use super::operator::{self, operator};
use super::{Command, Failure, SET, configured, import, on_runtime};
use crate::actions::declared;
use crate::application::Surroundings;
use crate::configuration::{Configuration, Sources};
use crate::terminal::{remark, say};

/// Commands that need a second person besides those of actions, by their words, and the role of both.
const CHANGES: [(&[&str], OperatorRole); 4] = [
    (&["import"], OperatorRole::Registry),
    (&["keys", "rotate"], OperatorRole::Security),
    (&["settings", "adopt"], OperatorRole::Security),
    (&["orders", "answer"], OperatorRole::Money),
];

/// Options that say who wants something and where, and not what: they are no part of a proposal.
const ASIDE: [&str; 5] = ["propose", "break-glass", "operator-key", "configuration", SET];

/// The most files of one proposal.
const FILES_MAX: usize = 1_000;

/// The person who wants a change, and how.
#[derive(Args, Clone)]
pub(super) struct FourEyes {
    /// Propose this command to another person, with the reason, instead of carrying it out.
    #[arg(
        long,
        global = true,
        value_name = "REASON",
        conflicts_with = "break_glass",
        help_heading = "Four eyes"
    )]
    propose: Option<String>,
    /// Carry this command out alone, with the reason: the trail and an alarm tell of it until another person has
    /// looked at it.
    #[arg(long, global = true, value_name = "REASON", help_heading = "Four eyes")]
    break_glass: Option<String>,
    /// The private key of the operator whom `CLIENTBANK_OPERATOR` names, in PEM.
    #[arg(
        long,
        global = true,
        value_name = "FILE",
        env = "CLIENTBANK_OPERATOR_KEY",
        help_heading = "Four eyes"
    )]
    operator_key: Option<PathBuf>,
}

/// A proposed command: its words, and the digests of the files that they name.
#[derive(Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
#[serde(default)]
pub(super) struct Content {
    pub(super) command: Vec<String>,
    pub(super) files: BTreeMap<String, String>,
    /// An action in its place, as the bank API proposes one, with its arguments.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) action: Option<String>,
    #[serde(skip_serializing_if = "serde_json::Value::is_null")]
    pub(super) arguments: serde_json::Value,
}

impl Content {
    /// Takes the words that say what is to be done.
    fn of(words: &[OsString]) -> Result<Self, Failure> {
        let (mut command, mut words) = (Vec::new(), words.iter().skip(1));
        while let Some(word) = words.next() {
            let word = word.to_str().ok_or("the words of a proposal are UTF-8")?;
            let option = word.strip_prefix("--").unwrap_or_default();
            let (name, value) =
                option.split_once('=').map_or((option, None), |(name, value)| (name, Some(value)));
            if !ASIDE.contains(&name) {
                command.push(word.to_owned());
            } else if value.is_none() {
                words.next();
            }
        }
        let files = digests(&command)?;
        Ok(Self { command, files, ..Self::default() })
    }

    /// Reads what was proposed.
    pub(super) fn read(proposal: &Proposal) -> Result<Self, Failure> {
        Ok(serde_json::from_str(&proposal.content)?)
    }

    /// Names a file that is not as it was proposed.
    fn other_file(&self) -> Result<Option<String>, Failure> {
        let now = digests(&self.command)?;
        let names = self.files.keys().chain(now.keys());
        Ok(names.into_iter().find(|name| self.files.get(*name) != now.get(*name)).cloned())
    }
}

/// Computes the digests of the files that words name, and of those in a folder that they name.
fn digests(words: &[String]) -> Result<BTreeMap<String, String>, Failure> {
    let mut files = BTreeMap::new();
    for word in words {
        let path = Path::new(
            word.split_once('=').filter(|_| word.starts_with("--")).map_or(word.as_str(), |(_, value)| value),
        );
        if path.is_dir() {
            for entry in fs::read_dir(path)? {
                let path = entry?.path();
                if path.is_file() {
                    files.insert(path.display().to_string(), digest(&path)?);
                }
            }
        } else if path.is_file() {
            files.insert(path.display().to_string(), digest(path)?);
        }
        if files.len() > FILES_MAX {
            return Err(format!("a proposal has at most {FILES_MAX} files").into());
        }
    }
    Ok(files)
}

fn digest(path: &Path) -> Result<String, Failure> {
    let (mut file, mut digest, mut piece) = (File::open(path)?, Sha256::new(), vec![0; 64 * 1024]);
    loop {
        let read = file.read(&mut piece).map_err(|error| format!("{}: {error}", path.display()))?;
        let Some(some) = piece.get(..read).filter(|some| !some.is_empty()) else {
            return Ok(hexadecimal(&digest.finalize()));
        };
        digest.update(some);
    }
}

/// Returns the role that a command needs of two people; none when one is enough.
fn role_of(matches: &ArgMatches, command: &Command) -> Option<OperatorRole> {
    let (mut path, mut inside) = (Vec::new(), matches);
    while let Some((word, within)) = inside.subcommand() {
        path.push(word);
        inside = within;
    }
    let is_rehearsal = matches!(command, Command::Import(import) if import.is_dry_run());
    let found = CHANGES.iter().find(|(words, _)| path == *words).filter(|_| !is_rehearsal);
    let action = || declared(&path.join(".")).filter(|action| action.needs_two).map(|action| action.role);
    found.map(|(_, role)| *role).or_else(action)
}

/// Tells whether a command goes on. One that was proposed is not carried out.
///
/// # Errors
/// It needs a second person, or whoever proposes it cannot.
pub(super) fn admit(
    asked: &FourEyes,
    (words, matches, command): (&[OsString], &ArgMatches, &Command),
    settings: &Sources,
) -> Result<bool, Failure> {
    let wants = asked.propose.is_some() || asked.break_glass.is_some();
    let Some(role) = role_of(matches, command) else {
        let alone = "this command needs no second person: leave --propose and --break-glass out";
        return if wants { Err(alone.into()) } else { Ok(true) };
    };
    let configuration = configured(settings)?;
    if !is_needed(&configuration, command)? {
        let nobody =
            "nobody is there to approve: `clientbank operators add` adds two people with the role security";
        return if wants { Err(nobody.into()) } else { Ok(true) };
    }
    let content = serde_json::to_string(&Content::of(words)?)?;
    match (&asked.propose, &asked.break_glass) {
        (Some(reason), _) => {
            let difference = difference(command, settings)?;
            let draft = Draft { role, content, difference, reason: reason.clone() };
            propose(&configuration, asked, draft)?;
            Ok(false)
        }
        (None, Some(reason)) => {
            let draft = Draft { role, content, difference: String::new(), reason: reason.clone() };
            break_glass(&configuration, asked, draft)?;
            Ok(true)
        }
        (None, None) => Err(format!(
            "this needs two people with the role {role}: --propose REASON proposes it to another one; in need, \
             --break-glass REASON does it alone"
        )
        .into()),
    }
}

/// Tells whether the database has people who approve each other. One that is not there has nobody.
fn is_needed(configuration: &Configuration, command: &Command) -> Result<bool, Failure> {
    if let StoreLocation::Sqlite { path } = &configuration.database
        && !path.is_file()
    {
        return Ok(false);
    }
    on_runtime(async {
        // The first import makes the tables.
        let opened = match command {
            Command::Import(_) => open_or_make(configuration).await?,
            _ => open_current(configuration).await?,
        };
        let is_enforced = opened.store.read("proposals.is_enforced", proposals::is_enforced).await?;
        opened.store.close().await;
        Ok(is_enforced)
    })
}

/// Says what a command would change, in words: of an import what its dry run tells. Most commands say it themselves.
fn difference(command: &Command, settings: &Sources) -> Result<String, Failure> {
    let whole = match command {
        Command::Import(arguments) => import::difference(arguments, settings)?,
        // A number says nothing to whoever approves.
        Command::Journal(arguments) => super::journal::difference(arguments, settings)?,
        Command::Breaks(arguments) => super::breaks::difference(arguments, settings)?,
        // The settings are no words of the command.
        Command::Settings(_) => super::settings::difference(settings)?,
        _ => return Ok(String::new()),
    };
    if whole.len() <= DIFFERENCE_BYTES_MAX {
        return Ok(whole);
    }
    let end = format!("\n… SHA-256 of all: {}", hexadecimal(&Sha256::digest(&whole)));
    let mut cut = DIFFERENCE_BYTES_MAX - end.len();
    while !whole.is_char_boundary(cut) {
        cut -= 1;
    }
    Ok(whole[..cut].to_owned() + &end)
}

fn propose(configuration: &Configuration, asked: &FourEyes, draft: Draft) -> Result<(), Failure> {
    on_runtime(async {
        let opened = open_current(configuration).await?;
        let Surroundings { store, clock, randomness, .. } = &opened;
        let (by, now, randomness) = (asked.prove(&opened).await?, clock.now(), randomness.clone());
        let work =
            move |tx: &mut Tx| proposals::make(tx, &by, &draft, Said { now, randomness: &*randomness });
        let number = store.write::<_, ProposalError>("proposals.make", work).await?;
        say(&number.to_string());
        remark(&format!(
            "proposed: another person looks at it with `clientbank proposals show {number}` and approves it with \
             `clientbank proposals approve {number}`"
        ));
        opened.store.close().await;
        Ok(())
    })
}

fn break_glass(configuration: &Configuration, asked: &FourEyes, draft: Draft) -> Result<(), Failure> {
    on_runtime(async {
        let opened = open_current(configuration).await?;
        let Surroundings { store, clock, randomness, .. } = &opened;
        let (by, now, randomness) = (asked.prove(&opened).await?, clock.now(), randomness.clone());
        let (name, reason) = (by.operator().name.to_string(), draft.reason.clone());
        let work = move |tx: &mut Tx| {
            proposals::break_glass(tx, &by, &draft, Said { now, randomness: &*randomness })
        };
        let number = store.write::<_, ProposalError>("proposals.break_glass", work).await?;
        tracing::warn!(operator = %name, proposal = number, "somebody does alone what two people do: {reason}");
        remark(&format!("another person looks at it afterwards with `clientbank proposals review {number}`"));
        operator::add_facts([("proposal", number.into()), ("alone", true.into())]);
        opened.store.close().await;
        Ok(())
    })
}

/// Takes an approved proposal and returns the words of its command, to be carried out now.
///
/// # Errors
/// It is not approved, or would do something else by now: a file is another one, or the dry run of an import tells
/// other changes.
pub(super) fn take(
    asked: &FourEyes,
    number: i64,
    settings: &Sources,
    command_of: impl Fn(&[String]) -> Result<Command, Failure>,
) -> Result<Command, Failure> {
    let configuration = configured(settings)?;
    let proposal = on_runtime(async {
        let opened = open_current(&configuration).await?;
        let found = proposals::find(&opened.store, number).await?;
        opened.store.close().await;
        Ok(found.ok_or(ProposalError::Absent(number))?)
    })?;
    if proposal.state != ProposalState::Approved {
        return Err(ProposalError::State(proposal.state).into());
    }
    let content = Content::read(&proposal)?;
    if content.action.is_some() {
        return Err("it was proposed over the bank API, which executes it".into());
    }
    if let Some(file) = content.other_file()? {
        return Err(format!("{file} is not the file that was approved: propose it again").into());
    }
    let command = command_of(&content.command)?;
    if let Some(line) = other_line(&proposal.difference, &difference(&command, settings)?) {
        return Err(
            format!("look again, and propose it again: by now it would do another thing: {line}").into()
        );
    }
    on_runtime(async {
        let opened = open_current(&configuration).await?;
        let Surroundings { store, clock, randomness, .. } = &opened;
        let (by, now, randomness) = (asked.prove(&opened).await?, clock.now(), randomness.clone());
        let work = move |tx: &mut Tx| {
            proposals::carry_out(tx, by.operator(), number, Said { now, randomness: &*randomness })
        };
        let taken = store.write::<_, ProposalError>("proposals.carry_out", work).await?;
        let checker = taken.decided.map(|(name, _, _)| name);
        operator::add_facts([
            ("proposal", number.into()),
            ("proposed_by", taken.made_by.into()),
            ("approved_by", checker.into()),
        ]);
        opened.store.close().await;
        Ok(())
    })?;
    Ok(command)
}

/// Returns the first line that is another one now than before, or that is there no more.
fn other_line<'a>(before: &'a str, now: &'a str) -> Option<&'a str> {
    let (mut before, mut now) = (before.lines(), now.lines());
    loop {
        match (before.next(), now.next()) {
            (None, None) => return None,
            (was, is) if was != is => return is.or(was),
            _ => {}
        }
    }
}

impl FourEyes {
    /// Finds out whether the person at the terminal is the operator of the name that they give.
    ///
    /// # Errors
    /// There is no key, or it is another operator's.
    pub(super) async fn prove(&self, opened: &Surroundings) -> Result<Proved, Failure> {
        let (pem, name) = (self.key_file()?, operator());
        let work = move |tx: &mut Tx| proposals::prove(tx, &name, &pem);
        let proved = opened.store.read::<_, ProposalError>("proposals.prove", work).await?;
        operator::add_facts([("proved_by", "key".into())]);
        Ok(proved)
    }

    /// Reads the private key of the person.
    ///
    /// # Errors
    /// No file is named, or it holds no such key.
    #[cfg(feature = "client")]
    pub(super) fn private_key(&self) -> Result<proposals::PrivateKey, Failure> {
        let key = proposals::PrivateKey::from_pem(&self.key_file()?);
        Ok(key.ok_or("the file of your private key holds none on P-256 without a password")?)
    }

    fn key_file(&self) -> Result<String, Failure> {
        let file = self.operator_key.as_ref();
        let file =
            file.ok_or("--operator-key or CLIENTBANK_OPERATOR_KEY names the file of your private key")?;
        Ok(fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?)
    }
}
