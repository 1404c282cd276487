//! Imports of folders: they are started, and stopped while they are at work.

use std::sync::Arc;

use ::import::{Approved, ImportContext, Started};
use bank::work::actions::action::{ActionError, Argument, Arguments, Deed, Done, value};
use proposals::shortened;
use serde_json::json;

use super::registry::refused;
use super::{Means, note};
use crate::imports::{RUN, find, refuse_fed, told};

/// The most bytes of the files of one folder: they are read before the call is answered.
const BYTES_MAX: u64 = 4 * 1024 * 1024 * 1024;
/// The most bytes of files that the call itself imports, and of those with passwords, each of which is hashed.
const BYTES_AT_ONCE_MAX: u64 = 1024 * 1024;
const PASSWORD_BYTES_AT_ONCE_MAX: u64 = 10 * 1024;

super::actions! {
    Registry TWO, "imports.start",
        [Argument::required("folder", "Its name below `import_folder`")] => start,
        "Imports the files of a folder that has come to the bank's machine, all of them or none";
    Registry ONE, "imports.stop",
        [
            Argument::optional("import", "The number of one at work, as the list `imports` has it"),
            Argument::optional("started", "The number of one that waits, as the list `imports_started` has it")
        ] => stop,
        "Stops an import that waits or is at work: a decided one goes on when it is run again with the same files, \
            of another one nothing is applied";
}

fn start(means: &Means, arguments: &Arguments) -> Result<Deed, ActionError> {
    let name: String = value(arguments, "folder")?;
    let folder = find(means.import_folder.as_deref(), &name).map_err(refused)?;
    let seen = ::import::look(&folder, &means.importers, BYTES_MAX).map_err(refused)?;
    let has_passwords = seen.files.keys().any(|file| file.starts_with("credentials."));
    let at_once = if has_passwords { PASSWORD_BYTES_AT_ONCE_MAX } else { BYTES_AT_ONCE_MAX };
    let batch = if seen.bytes <= at_once {
        let now = means.clock.now();
        let context = ImportContext { now, applied_at: now, randomness: &*means.randomness, operator: "" };
        Some(::import::read(&folder, &means.importers, Some(&seen.files), &context).map_err(refused)?)
    } else {
        None
    };
    Ok(Arc::new(move |tx, doer| {
        refuse_fed(tx, seen.files.keys().map(String::as_str)).map_err(refused)?;
        let (now, randomness, operator) = (doer.now, doer.randomness, doer.name);
        let approved = Approved { files: seen.files.clone(), facts: doer.facts.clone() };
        let started = Started::add(tx, &name, &approved, operator, now).map_err(refused)?;
        let mut lines = seen.told.clone();
        let number = started.number.to_string();
        let detail = json!({ "folder": name, "files": seen.files });
        note(tx, doer, "import.started", ("started_import", number.as_str()), detail)?;
        if let Some(batch) = &batch {
            let context = ImportContext { now, applied_at: now, randomness, operator };
            let report = ::import::apply_rows(tx, batch, &context).map_err(refused)?;
            lines.extend(told(&report, true));
            started.ends(tx, Ok(&report), now, randomness)?;
        } else {
            ::jobs::enqueue(tx, RUN, &number, now)?;
            lines.push(
                "a job imports them; `clientbank import --dry-run` tells what they would change".to_owned(),
            );
        }
        let told = shortened(lines.join("\n")).lines().map(str::to_owned).collect();
        Ok(Done { told, ..Done::default() }.with(json!({ "started": number })))
    }))
}

fn stop(_: &Means, arguments: &Arguments) -> Result<Deed, ActionError> {
    match (arguments.contains_key("import"), arguments.contains_key("started")) {
        (true, false) => Ok(stop_at_work(value(arguments, "import")?)),
        (false, true) => Ok(stop_waiting(value(arguments, "started")?)),
        _ => Err(ActionError::Arguments("name `import` or `started`, not both".to_owned())),
    }
}

fn stop_at_work(import: i64) -> Deed {
    Arc::new(move |tx, doer| {
        let stopped = ::import::stop(tx, import, doer.name, doer.now)?;
        let stopped =
            stopped.ok_or_else(|| ActionError::Refused(format!("import {import} is not at work")))?;
        let (is_decided, left) = (stopped.is_decided, stopped.rows_left);
        let detail = json!({ "reason": doer.reason, "decided": is_decided, "rows_left": left });
        note(tx, doer, "import.stopped", ("import", import.to_string()), detail)?;
        Ok(Done::told(if is_decided {
            format!("import {import}: stops, and goes on when it is run again with the same files")
        } else {
            format!("import {import}: ends, and nothing of it is applied")
        }))
    })
}

fn stop_waiting(number: i64) -> Deed {
    Arc::new(move |tx, doer| {
        if !Started::stop(tx, number, doer.name, doer.now, doer.randomness)? {
            return Err(ActionError::Refused(format!("started import {number} does not wait")));
        }
        note(
            tx,
            doer,
            "import.stopped",
            ("started_import", number.to_string()),
            json!({ "reason": doer.reason }),
        )?;
        Ok(Done::told(format!("started import {number}: ends, and no longer waits")))
    })
}
