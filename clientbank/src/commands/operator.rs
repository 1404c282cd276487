//! The person who gives a command, as the trail names them.

use std::env;
use std::fs::File;
use std::io::Read;
use std::sync::{LazyLock, Mutex, PoisonError};

use ::audit::Actor;
use area::Author;
use serde_json::{Map, Value, json};

use super::Failure;

/// The most characters of a name.
const NAME_CHARACTERS_MAX: usize = 128;
/// The most bytes of the system's list of users that are read.
const PASSWD_BYTES_MAX: u64 = 1 << 20;
/// The variable with the name that the person gives.
const NAMED_BY: &str = "CLIENTBANK_OPERATOR";

/// Refuses a name that the trail would not show as it is, and has each entry by an operator say which user of the
/// system gave the command: the name alone is the word of whoever types it.
pub(super) fn introduce() -> Result<(), Failure> {
    if let Some(name) = env::var_os(NAMED_BY) {
        let name = name.into_string().map_err(|_| format!("{NAMED_BY} must be UTF-8"))?;
        refusal(&name).map_or(Ok(()), |rule| Err(format!("{NAMED_BY} {rule}")))?;
    }
    let uid = rustix::process::getuid().as_raw();
    let mut system = user_of_system("", uid);
    if let Some(uid) = env::var("SUDO_UID").ok().and_then(|uid| uid.parse().ok()) {
        system.append(&mut user_of_system("sudo_", uid));
    }
    add_facts(system);
    Ok(())
}

/// The facts that entries by this person tell of them.
static FACTS: LazyLock<Mutex<Map<String, Value>>> = LazyLock::new(Mutex::default);

/// Adds something to what entries by this person say of them, from now on.
pub(super) fn add_facts(facts: impl IntoIterator<Item = (impl Into<String>, Value)>) {
    let mut known = FACTS.lock().unwrap_or_else(PoisonError::into_inner);
    known.extend(facts.into_iter().map(|(name, value)| (name.into(), value)));
    ::audit::operate_as(Value::Object(known.clone()));
}

/// The name that the person gives, or else the system's.
pub(super) fn operator() -> String {
    let named = [NAMED_BY, "USER"].into_iter().filter_map(|variable| env::var(variable).ok());
    let mut good = named.filter(|name| !name.is_empty() && refusal(name).is_none());
    good.next().unwrap_or_else(|| "operator".to_owned())
}

/// The person as the author of entries of the trail.
pub(super) fn author() -> Author {
    Author::outside_of_requests(Actor::Operator(operator()))
}

/// The rule that a name breaks, in words.
fn refusal(name: &str) -> Option<String> {
    if name.chars().any(char::is_control) {
        return Some("must not contain control characters".to_owned());
    }
    let checked = kernel::checked_text(name, NAME_CHARACTERS_MAX);
    checked.err().filter(|_| !name.is_empty()).map(|error| error.to_string())
}

fn user_of_system(prefix: &str, uid: u32) -> Map<String, Value> {
    let mut facts = Map::from_iter([(format!("{prefix}uid"), json!(uid))]);
    if let Some(name) = name_of(uid) {
        facts.insert(format!("{prefix}user"), json!(name));
    }
    facts
}

/// The name of a user of this machine; users of a directory have a number alone.
fn name_of(uid: u32) -> Option<String> {
    let mut users = String::new();
    File::open("/etc/passwd").ok()?.take(PASSWD_BYTES_MAX).read_to_string(&mut users).ok()?;
    let named = users.lines().find_map(|line| {
        let mut fields = line.split(':');
        let (name, number) = (fields.next()?, fields.nth(1)?);
        (number.parse() == Ok(uid)).then(|| name.to_owned())
    });
    named.filter(|name| refusal(name).is_none())
}
