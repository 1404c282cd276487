//! OAuth clients, as the bank's support changes them.

use std::sync::Arc;

use ::clients::{ClientStatus, SecretHash, client_status_since, find_client, mint_secret, set_client_secret};
use bank::work::actions::action::{ActionError, Argument, Arguments, Deed, Doer, Done, value};
use identity::work::suspend;
use kernel::ClientId;
use serde_json::json;
use store::Tx;

use super::Means;
use super::users::{occasion, stopped, told_if};

const CLIENT_ID: Argument = Argument::required("client_id", "The client's identifier");

super::actions! {
    Security TWO, "clients.secret", [CLIENT_ID] => secret,
        "Mints a new secret, which is shown once; the old ones stop working, tokens that are out go on";
    Security ONE, "clients.disable", [CLIENT_ID] => disable,
        "Stops a client: no login through it, and every session ends with its tokens within two seconds, for good";
    Security TWO, "clients.enable", [CLIENT_ID] => enable,
        "Lets a client in again; one that its company has switched off stays so";
}

fn of_client(
    arguments: &Arguments,
    work: impl Fn(&mut Tx, &ClientId, &Doer<'_>) -> Result<Done, ActionError> + Send + Sync + 'static,
) -> Result<Deed, ActionError> {
    let client: ClientId = value(arguments, "client_id")?;
    Ok(Arc::new(move |tx, doer| {
        let absent = || ActionError::Refused("there is no client with this identifier".to_owned());
        find_client(tx, &client)?.ok_or_else(absent)?;
        work(tx, &client, doer)
    }))
}

fn secret(means: &Means, arguments: &Arguments) -> Result<Deed, ActionError> {
    let minted = mint_secret(&*means.randomness);
    of_client(arguments, move |tx, client, doer| {
        set_client_secret(tx, client, &SecretHash::compute(client, &minted), doer.now)?;
        let object = ("client", client.as_str());
        audit::record(tx, doer.author.entry(doer.now, doer.randomness, "client.secret_minted", object))?;
        Ok(Done::told(format!("client {client} gets another secret")).with(json!({ "secret": minted })))
    })
}

fn disable(_: &Means, arguments: &Arguments) -> Result<Deed, ActionError> {
    of_client(arguments, |tx, client, doer| {
        let is_changed = suspend::stop(tx, client, &occasion(doer))?;
        Ok(told_if(is_changed, || format!("client {client} is disabled, and every session has ended")))
    })
}

fn enable(_: &Means, arguments: &Arguments) -> Result<Deed, ActionError> {
    of_client(arguments, |tx, client, doer| {
        let since = client_status_since(tx, client)?;
        let is_changed = suspend::let_in(tx, client, &occasion(doer))?;
        let is_off = find_client(tx, client)?.is_some_and(|found| found.status == ClientStatus::SwitchedOff);
        let told = match (is_changed, is_off) {
            (true, false) => "is let in again",
            (true, true) => "is let in again, and stays switched off: its company has done that",
            (false, true) => "stays as it is: the bank has not stopped it; its company has switched it off",
            (false, false) => return Ok(Done::default()),
        };
        let stop = if is_changed { stopped(since) } else { String::new() };
        Ok(Done::told(format!("client {client}{stop} {told}")))
    })
}
