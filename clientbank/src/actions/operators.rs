//! The people of the bank, with their keys.

use std::sync::Arc;

use bank::work::actions::action::{ActionError, Argument, Arguments, Deed, Done, text, value};
use proposals::{
    DIRECTORY_SUBJECT_CHARACTERS_MAX, NewOperator, OperatorKey, OperatorName, OperatorRole, Said,
};

use super::{Means, key_told};

const NAME: Argument = Argument::required("name", "The name, which nobody else ever has");

super::actions! {
    Security TWO, "operators.add",
        [
            NAME,
            Argument::required("roles", "Kinds of changes, with a comma between them"),
            Argument::required("key", "The public key on P-256 in PEM, as `openssl ec -pubout` writes it"),
            Argument::optional("directory", "The subject (`sub`) by which the bank's directory knows the person")
        ] => add,
        "Adds a person, who proposes changes and approves those of others";
    Security TWO, "operators.close", [NAME] => close,
        "Lets a person change nothing any more";
}

fn add(_: &Means, arguments: &Arguments) -> Result<Deed, ActionError> {
    let name: OperatorName = value(arguments, "name")?;
    let wrong = |text: String| ActionError::Arguments(format!("`arguments.roles`: {text}"));
    let roles = text(arguments, "roles")?.unwrap_or_default().split(',').map(str::parse::<OperatorRole>);
    let mut roles = roles.collect::<Result<Vec<_>, _>>().map_err(|error| wrong(error.to_string()))?;
    roles.sort_unstable();
    roles.dedup();
    let key = OperatorKey::from_pem(text(arguments, "key")?.unwrap_or_default());
    let key =
        key.ok_or_else(|| ActionError::Arguments("`arguments.key` holds no public key on P-256".to_owned()))?;
    let subject = text(arguments, "directory")?.map(str::to_owned);
    if let Some(subject) = &subject {
        kernel::checked_text(subject, DIRECTORY_SUBJECT_CHARACTERS_MAX)
            .map_err(|error| ActionError::Arguments(format!("`arguments.directory` {error}")))?;
    }
    Ok(Arc::new(move |tx, doer| {
        let said = Said { now: doer.now, randomness: doer.randomness };
        let directory_subject = subject.as_deref();
        let new = NewOperator { name: &name, roles: &roles, key: &key, directory_subject };
        proposals::add(tx, new, doer.name, said)?;
        let names: Vec<&str> = roles.iter().map(|role| role.as_str()).collect();
        let (roles, key) = (names.join(", "), key_told(&key.point()));
        let mut done = Done::told(format!("{name} works with the roles {roles} and {key}"));
        done.told.extend(
            subject.as_ref().map(|subject| format!("the bank's directory knows {name} as {subject}")),
        );
        Ok(done)
    }))
}

fn close(_: &Means, arguments: &Arguments) -> Result<Deed, ActionError> {
    let name: OperatorName = value(arguments, "name")?;
    Ok(Arc::new(move |tx, doer| {
        proposals::close(tx, &name, doer.name, Said { now: doer.now, randomness: doer.randomness })?;
        Ok(Done::told(format!("{name} changes nothing any more")))
    }))
}
