//! The bank's systems that call the bank API.

use std::sync::Arc;

use bank::system::{System, SystemKey, SystemKeyError, SystemName};
use bank::work::actions::action::{ActionError, Argument, Arguments, Deed, Done, text, value};
use bank::work::push::NewPush;
use bank::work::systems;
use orders::Role;
use serde_json::json;

use super::{Means, key_told};

const NAME: Argument = Argument::required("name", "The name, which its assertions have as `iss` and `sub`");

super::actions! {
    Security TWO, "systems.add",
        [
            NAME,
            Argument::required("role", "Its kind, which decides which orders it is handed"),
            Argument::required("key", "Its public key on P-256 in PEM, as `openssl ec -pubout` writes it"),
            Argument::optional("push", "The address to which its orders are sent, `https://…`")
        ] => add,
        "Lets a system call the bank API, or gives one another key or role; its tokens end";
    Security ONE, "systems.close", [NAME] => close,
        "Lets a system call no more; its tokens end at once";
}

fn add(means: &Means, arguments: &Arguments) -> Result<Deed, ActionError> {
    let (name, role): (SystemName, Role) = (value(arguments, "name")?, value(arguments, "role")?);
    let key = SystemKey::from_pem(text(arguments, "key")?.unwrap_or_default()).ok_or(SystemKeyError);
    let key = key.map_err(|error| ActionError::Arguments(format!("`arguments.key` {error}")))?;
    let wrong = |error: String| ActionError::Arguments(format!("`arguments.push`: {error}"));
    let push = match text(arguments, "push")? {
        Some(address) => {
            let master_key =
                means.master_key.as_ref().map_err(|error| ActionError::Refused(error.clone()))?;
            let push = NewPush::of(&name, address, master_key, &*means.randomness).map_err(wrong)?;
            let [secret, public] = push.shared().map_err(wrong)?;
            Some((push, json!({ "secret": secret, "publicKey": public })))
        }
        None => None,
    };
    let system = System { name, role, key };
    Ok(Arc::new(move |tx, doer| {
        let new = push.as_ref().map(|(push, _)| push);
        let is_lost = systems::add(tx, (&system, new), doer.author, doer.now, doer.randomness)?;
        let (name, role, key) = (&system.name, system.role.as_str(), key_told(&system.key.point()));
        let mut done = Done::told(format!("system {name} calls with the role {role} and {key}"));
        if is_lost {
            done.told.push("its orders are sent nowhere any more: it has to ask for them".to_owned());
        }
        if let Some((push, shared)) = &push {
            done.told.push(format!("its orders are sent to {}", push.shown()));
            done = done.with(shared.clone());
        }
        Ok(done)
    }))
}

fn close(_: &Means, arguments: &Arguments) -> Result<Deed, ActionError> {
    let name: SystemName = value(arguments, "name")?;
    Ok(Arc::new(move |tx, doer| {
        if !systems::close(tx, &name, doer.author, doer.now, doer.randomness)? {
            return Err(ActionError::Refused(format!("there is no open system {name}")));
        }
        Ok(Done::told(format!("system {name} calls no more")))
    }))
}
