//! The second person whom a command needs that changes rights, money or keys (BNK-09).
//!
//! As soon as a bank has named two people who can approve each other, such a command is proposed by one, approved by
//! another and carried out once, whichever way: `--propose`, `proposals approve`, `proposals carry-out`. What is
//! proposed is the command word by word, with the digests of its files.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use clap::{ArgMatches, Args};
use proposals::{Draft, OperatorRole, Proposal, ProposalError, ProposalState, Proved, Said, shortened};
use serde::{Deserialize, Serialize};
use store::{Result, StoreLocation, Tx};

use super::database::{on_current, open_current, open_or_make};
use super::digest::digest_of;
use super::operator::{self, operator};
use super::{Command, Failure, SET, configured, import, on_runtime, program, read_text};
use crate::actions::second_person::{self, GuardedCommand};
use crate::application::Surroundings;
use crate::configuration::{Configuration, Sources};
use crate::terminal::{remark, say};

/// Options that say who wants something and where, and not what: they are no part of a proposal.
const ASIDE: [&str; 5] = ["propose", "break-glass", "operator-key", "configuration", SET];

const HEADING: &str = "Four eyes";

/// Commands that may need a second person, and those that an operator gives by name.
const USED_BY: [&str; 17] = [
    "bank",
    "breaks",
    "clients",
    "feed",
    "import",
    "jobs",
    "journal",
    "keys",
    "operators",
    "orders",
    "payments",
    "proposals",
    "settings",
    "signature-schemes",
    "switch",
    "systems",
    "users",
];

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
        help_heading = HEADING
    )]
    pub(super) propose: Option<String>,
    /// Carry this command out alone, with the reason: the trail and an alarm tell of it until another person has
    /// looked at it.
    #[arg(long, global = true, value_name = "REASON", help_heading = HEADING)]
    pub(super) break_glass: Option<String>,
    /// The private key of the operator whom `CLIENTBANK_OPERATOR` names, in PEM.
    #[arg(
        long,
        global = true,
        value_name = "FILE",
        env = "CLIENTBANK_OPERATOR_KEY",
        help_heading = HEADING
    )]
    operator_key: Option<PathBuf>,
}

/// Leaves the options of the second person out of the help of commands that need none.
pub(super) fn shown_where_used(mut program: clap::Command) -> clap::Command {
    // Commands inherit the options when the program is built.
    program.build();
    program.mut_subcommands(
        |command| if USED_BY.contains(&command.get_name()) { command } else { hidden(command) },
    )
}

fn hidden(command: clap::Command) -> clap::Command {
    let hide = |option: clap::Arg| {
        let is_one = option.get_help_heading() == Some(HEADING);
        if is_one { option.hide(true) } else { option }
    };
    command.mut_args(hide).mut_subcommands(hidden)
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
    pub(super) fn of(words: &[OsString]) -> Result<Self, Failure> {
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

/// Computes the digests of the files that words name, and of those in a folder that they name. The names of commands
/// name none, whatever lies in the folder where they are given.
fn digests(words: &[String]) -> Result<BTreeMap<String, String>, Failure> {
    let (mut files, program) = (BTreeMap::new(), program());
    let mut command = &program;
    for word in words {
        if let Some(within) = command.find_subcommand(word) {
            command = within;
            continue;
        }
        let path = Path::new(
            word.split_once('=').filter(|_| word.starts_with("--")).map_or(word.as_str(), |(_, value)| value),
        );
        if path.is_dir() {
            for entry in fs::read_dir(path)? {
                let path = entry?.path();
                if path.is_file() {
                    files.insert(path.display().to_string(), digest_of(&path)?);
                }
            }
        } else if path.is_file() {
            files.insert(path.display().to_string(), digest_of(path)?);
        }
        if files.len() > FILES_MAX {
            return Err(format!("a proposal has at most {FILES_MAX} files").into());
        }
    }
    Ok(files)
}

/// Returns what is known of a command that may need a second person and is no action.
fn guarded(matches: &ArgMatches, command: &Command) -> Option<&'static GuardedCommand> {
    let (mut path, mut inside) = (Vec::new(), matches);
    while let Some((word, within)) = inside.subcommand() {
        path.push(word);
        inside = within;
    }
    let is_rehearsal = matches!(command, Command::Import(import) if import.dry_run);
    second_person::command(&path.join(".")).filter(|_| !is_rehearsal)
}

/// Tells whether a command that is no action goes on. One that was proposed is not carried out.
pub(super) fn admit(
    asked: &FourEyes,
    (words, matches, command): (&[OsString], &ArgMatches, &Command),
    settings: &Sources,
) -> Result<bool, Failure> {
    let wants = asked.propose.is_some() || asked.break_glass.is_some();
    let Some(guarded) = guarded(matches, command) else {
        return if wants { Err(NEEDLESS.into()) } else { Ok(true) };
    };
    let configuration = configured(settings)?;
    let (is_needed, is_enforced) = rule(&configuration, command, guarded)?;
    if wants {
        refuse_needless(is_needed, is_enforced)?;
    } else {
        return if is_needed && is_enforced { Err(needs_two(guarded.role)) } else { Ok(true) };
    }
    let content = serde_json::to_string(&Content::of(words)?)?;
    let reason = asked.propose.as_ref().or(asked.break_glass.as_ref()).cloned().unwrap_or_default();
    let is_alone = asked.break_glass.is_some();
    let difference = if is_alone { String::new() } else { difference(command, settings)? };
    let draft = Draft { role: guarded.role, content, difference, reason };
    on_current(settings, async |_, opened| {
        if is_alone {
            break_glass(&opened, asked, draft).await?;
        } else {
            propose(&opened, asked, draft).await?;
        }
        Ok(is_alone)
    })
}

const NEEDLESS: &str = "this command needs no second person: leave --propose and --break-glass out";

/// Refuses what asks for a second person where none is needed, or nobody is there.
pub(super) fn refuse_needless(is_needed: bool, is_enforced: bool) -> Result<(), Failure> {
    if !is_needed {
        return Err(NEEDLESS.into());
    }
    let nobody =
        "nobody is there to approve: `clientbank operators add` adds two people with the role security";
    if is_enforced { Ok(()) } else { Err(nobody.into()) }
}

pub(super) fn needs_two(role: OperatorRole) -> Failure {
    format!(
        "this needs two people with the role {role}: --propose REASON proposes it to another one; in need, \
         --break-glass REASON does it alone"
    )
    .into()
}

/// Tells whether a command needs a second person, and whether the database has people who approve each other. One that
/// is not there has nobody.
fn rule(
    configuration: &Configuration,
    command: &Command,
    guarded: &'static GuardedCommand,
) -> Result<(bool, bool), Failure> {
    if let StoreLocation::Sqlite { path } = &configuration.database
        && !path.is_file()
    {
        return Ok((true, false));
    }
    on_runtime(async {
        // The first import makes the tables.
        let opened = match command {
            Command::Import(_) => open_or_make(configuration).await?,
            _ => open_current(configuration).await?,
        };
        let read = move |tx: &mut Tx| -> Result<_> {
            Ok((second_person::is_needed(tx, guarded)?, proposals::is_enforced(tx)?))
        };
        let found = opened.store.read("commands.rule", read).await?;
        opened.store.close().await;
        Ok(found)
    })
}

/// Says what a command that is no action would change, in words: of an import what its dry run tells.
fn difference(command: &Command, settings: &Sources) -> Result<String, Failure> {
    Ok(match command {
        Command::Import(arguments) => shortened(import::difference(arguments, settings)?),
        // The settings are no words of the command.
        Command::Settings(_) => shortened(super::settings::difference(settings)?),
        _ => String::new(),
    })
}

/// Proposes something, and prints the number.
pub(super) async fn propose(opened: &Surroundings, asked: &FourEyes, draft: Draft) -> Result<(), Failure> {
    let Surroundings { store, clock, randomness, .. } = opened;
    let (by, now, randomness) = (asked.prove(opened).await?, clock.now(), randomness.clone());
    let work = move |tx: &mut Tx| proposals::make(tx, &by, &draft, Said { now, randomness: &*randomness });
    let number = store.write::<_, ProposalError>("proposals.make", work).await?;
    say(&number.to_string());
    remark(&format!(
        "proposed: another person looks at it with `clientbank proposals show {number}` and approves it with \
         `clientbank proposals approve {number}`"
    ));
    Ok(())
}

async fn break_glass(opened: &Surroundings, asked: &FourEyes, draft: Draft) -> Result<(), Failure> {
    let Surroundings { store, clock, randomness, .. } = opened;
    let (by, now, randomness) = (asked.prove(opened).await?, clock.now(), randomness.clone());
    let (name, reason) = (by.operator().name.to_string(), draft.reason.clone());
    let work =
        move |tx: &mut Tx| proposals::break_glass(tx, &by, &draft, Said { now, randomness: &*randomness });
    let number = store.write::<_, ProposalError>("proposals.break_glass", work).await?;
    tell_of_glass(&name, number, &reason);
    operator::add_facts([("proposal", number.into()), ("alone", true.into())]);
    Ok(())
}

/// Tells that somebody does alone what two people do.
pub(super) fn tell_of_glass(name: &str, number: i64, reason: &str) {
    tracing::warn!(operator = %name, proposal = number, "somebody does alone what two people do: {reason}");
    remark(&format!("another person looks at it afterwards with `clientbank proposals review {number}`"));
}

/// Finds an approved proposal of a command, whose files are as they were.
pub(super) fn approved(number: i64, settings: &Sources) -> Result<(Proposal, Content), Failure> {
    let proposal = on_current(settings, async |_, opened| {
        Ok(proposals::find(&opened.store, number).await?.ok_or(ProposalError::Absent(number))?)
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
    Ok((proposal, content))
}

/// Takes an approved command that is no action, to be carried out now.
pub(super) fn take(
    asked: &FourEyes,
    proposal: &Proposal,
    command: &Command,
    settings: &Sources,
) -> Result<(), Failure> {
    if let Some(line) = proposal.other_line(&difference(command, settings)?) {
        return Err(
            format!("look again, and propose it again: by now it would do another thing: {line}").into()
        );
    }
    let number = proposal.number;
    on_current(settings, async |_, opened| {
        let Surroundings { store, clock, randomness, .. } = &opened;
        let (by, now, randomness) = (asked.prove(&opened).await?, clock.now(), randomness.clone());
        let work = move |tx: &mut Tx| {
            proposals::carry_out(tx, by.operator(), number, Said { now, randomness: &*randomness })
        };
        name(&store.write::<_, ProposalError>("proposals.carry_out", work).await?);
        Ok(())
    })
}

/// Has the entries of the trail name the proposal and both people from now on.
pub(super) fn name(proposal: &Proposal) {
    operator::add_facts([
        ("proposal", proposal.number.into()),
        ("proposed_by", proposal.made_by.as_str().into()),
        ("approved_by", proposal.decided.as_ref().map(|(name, _, _)| name.as_str()).into()),
    ]);
}

impl FourEyes {
    /// Finds out whether the person at the terminal is the operator of the name that they give.
    pub(super) async fn prove(&self, opened: &Surroundings) -> Result<Proved, Failure> {
        let (pem, name) = (self.key_file()?, operator());
        let work = move |tx: &mut Tx| proposals::prove(tx, &name, &pem);
        let proved = opened.store.read::<_, ProposalError>("proposals.prove", work).await?;
        operator::add_facts([("proved_by", "key".into())]);
        Ok(proved)
    }

    /// Reads the private key of the person.
    #[cfg(feature = "client")]
    pub(super) fn private_key(&self) -> Result<proposals::PrivateKey, Failure> {
        let key = proposals::PrivateKey::from_pem(&self.key_file()?);
        Ok(key.ok_or("the file of your private key holds none on P-256 without a password")?)
    }

    pub(super) fn key_file(&self) -> Result<String, Failure> {
        let file = self.operator_key.as_ref();
        let file =
            file.ok_or("--operator-key or CLIENTBANK_OPERATOR_KEY names the file of your private key")?;
        read_text(file)
    }
}
