//! Things that the bank's people do by name (LIF-06): the same over the bank API and by a command.
//!
//! To add an action, add its facts and its deed to the file of its things; to add a list, see [`lists`].

/// Declares the actions of a file: the role of both people, how many are needed where the bank has set nothing else,
/// the name, the arguments, the maker of the deed, and the words.
macro_rules! actions {
    ($($role:ident $people:ident, $name:literal, $arguments:expr => $maker:expr, $about:literal;)+) => {
        pub(super) const ACTIONS: &[(bank::work::actions::action::Declared, super::Maker)] = &[$((
            bank::work::actions::action::Declared {
                name: $name,
                about: $about,
                role: proposals::OperatorRole::$role,
                needs_two: super::$people.needs_two,
                tells_amount: super::$people.tells_amount,
                arguments: &$arguments,
            },
            $maker,
        )),+];
    };
}
use actions;

pub(crate) mod books;
mod clients;
mod feed;
mod imports;
mod jobs;
pub(crate) mod lists;
mod operators;
mod payments;
mod registry;
pub(crate) mod second_person;
mod signature_schemes;
mod switches;
mod systems;
mod users;

use std::path::PathBuf;
use std::sync::Arc;

use bank::work::actions::action::{Action, ActionError, Administration, Arguments, Declared, Deed, Doer};
use identity::person::credential::PasswordSettings;
use identity::sealing::MasterKey;
use import::TableImporter;
use kernel::{BankZone, Clock, Randomness, hexadecimal};
use orders::Desk;
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use store::{StoreError, Tx};

use crate::application::areas;
use crate::configuration::Configuration;

/// Everything that deeds need besides their arguments and the database.
pub(crate) struct Means {
    passwords: PasswordSettings,
    /// Or the reason for which there is none.
    master_key: Result<MasterKey, String>,
    /// The name of the bank in Latin letters, for authenticators.
    bank_name: String,
    clock: Arc<dyn Clock>,
    randomness: Arc<dyn Randomness>,
    zone: BankZone,
    /// The desk that knows who answers orders, or the reason for which nobody knows.
    desk: Result<Desk, String>,
    /// None without a master key.
    importers: Vec<Arc<dyn TableImporter>>,
    /// The folder below which files come that people import.
    import_folder: Option<PathBuf>,
}

impl Means {
    /// Takes them from the settings; a command works without a master key, which few deeds need.
    pub(crate) fn of(
        configuration: &Configuration,
        clock: &Arc<dyn Clock>,
        randomness: &Arc<dyn Randomness>,
        desk: Result<Desk, String>,
        is_live: bool,
    ) -> Self {
        let passwords = configuration.passwords;
        let master_key = configuration.needed_master_key().map_err(|error| error.to_string());
        let importers = areas::live_importers(configuration, is_live).unwrap_or_default();
        let import_folder = configuration.import_folder.clone();
        let (bank_name, zone) = (configuration.bank.name_en.clone(), configuration.bank.zone.clone());
        let (clock, randomness) = (Arc::clone(clock), Arc::clone(randomness));
        Self { passwords, master_key, bank_name, clock, randomness, zone, desk, importers, import_folder }
    }
}

type Maker = fn(&Means, &Arguments) -> Result<Deed, ActionError>;

static ACTIONS: [&[(Declared, Maker)]; 12] = [
    users::ACTIONS,
    clients::ACTIONS,
    systems::ACTIONS,
    operators::ACTIONS,
    switches::ACTIONS,
    jobs::ACTIONS,
    imports::ACTIONS,
    registry::ACTIONS,
    signature_schemes::ACTIONS,
    feed::ACTIONS,
    payments::ACTIONS,
    books::ACTIONS,
];

struct People {
    needs_two: bool,
    /// The setting `two_people` may name the amount from which on two are needed.
    tells_amount: bool,
}

const ONE: People = People { needs_two: false, tells_amount: false };
const TWO: People = People { needs_two: true, tells_amount: false };
const TWO_FROM_AMOUNT: People = People { needs_two: true, tells_amount: true };

fn every() -> impl Iterator<Item = &'static (Declared, Maker)> {
    ACTIONS.into_iter().flatten()
}

/// Adds an entry about what somebody does to the trail.
fn note(
    tx: &mut Tx,
    doer: &Doer<'_>,
    action: &'static str,
    object: (&'static str, impl Into<String>),
    detail: Value,
) -> Result<(), StoreError> {
    audit::record(tx, doer.author.entry(doer.now, doer.randomness, action, object).detail(detail))
}

/// A public key on P-256, as people compare it.
fn key_told(point: &[u8]) -> String {
    format!("the key of which the point has the SHA-256 {}", hexadecimal(&Sha256::digest(point)))
}

pub(crate) fn declared(name: &str) -> Option<&'static Declared> {
    every().map(|(declared, _)| declared).find(|declared| declared.name == name)
}

/// Like [`administration`], for a server: who may approve is changed by commands of whoever owns the tables.
pub(crate) fn served(means: Means, configuration: &Configuration) -> Administration {
    let mut all = administration(means, configuration);
    all.actions.retain(|action| !operators::ACTIONS.iter().any(|(own, _)| own.name == action.declared.name));
    all
}

/// Puts together what people do and read.
pub(crate) fn administration(means: Means, configuration: &Configuration) -> Administration {
    let tables = lists::tables(&means.importers, configuration);
    let means = Arc::new(means);
    let action = |(declared, maker): &(Declared, Maker)| {
        let (means, declared, maker) = (Arc::clone(&means), *declared, *maker);
        Action {
            declared,
            rule: Arc::new(move |tx| second_person::of_action(tx, &declared)),
            begin: Arc::new(move |arguments| maker(&means, arguments)),
        }
    };
    Administration { actions: every().map(action).collect(), tables }
}
