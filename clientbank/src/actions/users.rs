//! Users, as the bank's support changes them.

use std::sync::Arc;

use ::clients::{User, UserStatus, find_user_by_login, user_status_since};
use bank::work::actions::action::{ActionError, Argument, Arguments, Deed, Doer, Done, text};
use identity::person::credential::hash;
use identity::person::one_time_password::{ONE_TIME_PASSWORD_S, mint};
use identity::person::second_factor::TotpSecret;
use identity::sealing::Purpose;
use identity::store::credentials;
use identity::token::session::EndReason;
use identity::work::count_attempt;
use identity::work::end_access::end_access;
use identity::work::replace_credential::{give_password, replace_second_factor};
use identity::work::suspend;
use identity::work::trail::Occasion;
use kernel::Instant;
use serde_json::{Value, json};
use store::{Result, Tx};

use super::Means;

const LOGIN: Argument = Argument::required("login", "The login name");

super::actions! {
    Security ONE, "users.lock", [LOGIN] => lock,
        "Stops a user: no login, and every session ends with its tokens within two seconds, for good";
    Security TWO, "users.unlock", [LOGIN] => unlock,
        "Lets a user in again, and forgets wrong passwords";
    Security ONE, "users.end_sessions", [LOGIN] => end_sessions,
        "Ends every session of a user, who may log in again";
    Security TWO, "users.password", [LOGIN] => password,
        "Gives a one-time password, which opens one login within 24 hours; every session ends, passkeys go";
    Security TWO, "users.totp",
        [LOGIN, Argument::optional("remove", "True to remove the second factor")] => totp,
        "Sets up or removes a second factor; every session ends, passkeys go";
}

fn of_user(
    arguments: &Arguments,
    work: impl Fn(&mut Tx, &User, &Doer<'_>) -> Result<Done, ActionError> + Send + Sync + 'static,
) -> Result<Deed, ActionError> {
    let login = text(arguments, "login")?.unwrap_or_default().to_owned();
    Ok(Arc::new(move |tx, doer| {
        let absent = || ActionError::Refused("there is no user with this login".to_owned());
        let user = find_user_by_login(tx, &login)?.ok_or_else(absent)?;
        work(tx, &user, doer)
    }))
}

/// The user in a sentence. What two people approve names the person, because a login may pass to somebody else before
/// it is carried out.
fn named(user: &User) -> String {
    format!("user {} ({})", user.login, user.id)
}

/// The moment of a stop in a sentence. Two people end the stop that they know of, and not one that has come since.
pub(super) fn stopped(at: Option<Instant>) -> String {
    at.map(|at| format!(", stopped at {at},")).unwrap_or_default()
}

pub(super) const fn occasion<'a>(doer: &Doer<'a>) -> Occasion<'a> {
    Occasion { author: doer.author, randomness: doer.randomness, now: doer.now }
}

fn lock(_: &Means, arguments: &Arguments) -> Result<Deed, ActionError> {
    of_user(arguments, |tx, user, doer| {
        let is_changed = suspend::stop(tx, &user.id, &occasion(doer))?;
        Ok(told_if(is_changed, || format!("{} is locked, and every session has ended", named(user))))
    })
}

fn unlock(_: &Means, arguments: &Arguments) -> Result<Deed, ActionError> {
    of_user(arguments, |tx, user, doer| {
        let since = user_status_since(tx, &user.id)?;
        let is_changed = suspend::let_in(tx, &user.id, &occasion(doer))?;
        count_attempt::unlock(tx, user.login.as_str())?;
        let sentence = match user.status {
            _ if is_changed => "is let in again",
            UserStatus::Closed => "is closed, which is for good",
            UserStatus::Active | UserStatus::Locked => "has no wrong passwords any more",
        };
        let stop = if is_changed { stopped(since) } else { String::new() };
        Ok(Done::told(format!("{}{stop} {sentence}", named(user))))
    })
}

fn end_sessions(_: &Means, arguments: &Arguments) -> Result<Deed, ActionError> {
    of_user(arguments, |tx, user, doer| {
        let ended = end_access(tx, &user.id, EndReason::Operator, &occasion(doer))?;
        Ok(told_if(ended > 0, || format!("{}: {ended} sessions have ended", named(user))))
    })
}

fn password(means: &Means, arguments: &Arguments) -> Result<Deed, ActionError> {
    let minted = mint(&*means.randomness);
    let hashed = hash(means.passwords, &minted, &*means.randomness);
    let hashed = hashed.map_err(|error| ActionError::Refused(error.to_string()))?;
    of_user(arguments, move |tx, user, doer| {
        let until = doer.now.plus_seconds(ONE_TIME_PASSWORD_S);
        give_password(tx, &user.id, (&hashed, Some(until)), &occasion(doer))?;
        record(tx, user, doer, "user.password_set")?;
        let told = format!("{} gets a one-time password, and every session has ended", named(user));
        Ok(Done::told(told).with(json!({ "password": minted })))
    })
}

fn totp(means: &Means, arguments: &Arguments) -> Result<Deed, ActionError> {
    let is_removed = match arguments.get("remove") {
        None | Some(Value::Bool(false)) => false,
        Some(Value::Bool(true)) => true,
        Some(_) => return Err(ActionError::Arguments("`arguments.remove` must be true or false".to_owned())),
    };
    let secret = (!is_removed).then(|| TotpSecret::mint(&*means.randomness));
    let master_key = means.master_key.clone().map_err(ActionError::Refused)?;
    let bank_name = means.bank_name.clone();
    of_user(arguments, move |tx, user, doer| {
        if credentials::find(tx, &user.id)?.is_none() {
            return Err(ActionError::Refused("the user has no password yet: set one first".to_owned()));
        }
        let seal = |secret: &TotpSecret| {
            master_key.seal(Purpose::SecondFactors, user.id.as_str(), secret.bytes(), doer.randomness)
        };
        let sealed = secret.as_ref().map(seal).transpose();
        let sealed = sealed.map_err(|error| ActionError::Refused(error.to_string()))?;
        replace_second_factor(tx, &user.id, sealed.as_deref(), &occasion(doer))?;
        let Some(secret) = &secret else {
            record(tx, user, doer, "user.second_factor_removed")?;
            return Ok(Done::told(format!("{} has no second factor any more", named(user))));
        };
        record(tx, user, doer, "user.second_factor_set")?;
        let uri = secret.provisioning_uri(&bank_name, user.login.as_str());
        let uri = uri.map_err(|error| ActionError::Refused(error.to_string()))?;
        let told = format!("{} gets another second factor, and every session has ended", named(user));
        Ok(Done::told(told).with(json!({ "uri": uri })))
    })
}

fn record(tx: &mut Tx, user: &User, doer: &Doer<'_>, action: &'static str) -> Result<()> {
    audit::record(tx, doer.author.entry(doer.now, doer.randomness, action, ("user", user.id.as_str())))
}

/// Tells of a change; nothing when there is none.
pub(super) fn told_if(is_changed: bool, sentence: impl FnOnce() -> String) -> Done {
    if is_changed { Done::told(sentence()) } else { Done::default() }
}
