//! Rows of the bank's tables, as a small import changes them.

use std::collections::BTreeMap;
use std::sync::Arc;

use bank::work::actions::action::{ActionError, Argument, Arguments, Deed, Done};
use import::{ImportContext, ImportError, TableImporter};
use kernel::Instant;
use serde_json::{Value, json};

use super::Means;
use crate::imports::refuse_fed;

/// The table of passwords, which no proposal may hold: `users.password` gives one-time ones.
const CREDENTIALS: &str = "credentials";
/// Columns with secrets that no proposal may hold.
const SECRET_COLUMNS: [&str; 1] = ["secret"];

/// The most faults of one answer.
const FAULTS_MAX: usize = 20;

super::actions! {
    Registry TWO, "registry.change",
        [Argument::required("tables", "Rows as docs/IMPORT.md has them, by the name of their table")] => change,
        "Brings rows of tables to the state that is given, all of them or none, as an import does";
}

/// Tells whether people change the table so.
pub(super) fn is_changed(importer: &Arc<dyn TableImporter>) -> bool {
    importer.file_stem() != CREDENTIALS
}

fn change(means: &Means, arguments: &Arguments) -> Result<Deed, ActionError> {
    let wrong = |message: &str| ActionError::Arguments(format!("`arguments.tables` {message}"));
    let Some(Value::Object(tables)) = arguments.get("tables") else {
        return Err(wrong("must be an object: the rows of each table under its name"));
    };
    let mut texts = BTreeMap::new();
    for (name, rows) in tables {
        let Value::Array(rows) = rows else { return Err(wrong("has a table that is no list of rows")) };
        let has_secret = |row: &Value| SECRET_COLUMNS.iter().any(|column| row.get(column).is_some());
        if rows.iter().any(has_secret) {
            return Err(wrong("has a secret: `clients.secret` mints one"));
        }
        // One row a line, so that a fault has the number of its row as its line.
        let lines: Vec<String> = rows.iter().map(Value::to_string).collect();
        texts.insert(name.clone(), format!("[{}]", lines.join(",\n")).into_bytes());
    }
    let importers: Vec<_> = means.importers.iter().filter(|one| is_changed(one)).cloned().collect();
    let randomness = Arc::clone(&means.randomness);
    // Preparation needs no moment: it has no database.
    let now = Instant::from_unix_seconds(0);
    let context = ImportContext { now, applied_at: now, randomness: &*randomness, operator: "" };
    let batch = import::read_rows(&texts, &importers, &context).map_err(refused)?;
    if !batch.errors().is_empty() {
        let faults: Vec<String> = batch.errors().iter().take(FAULTS_MAX).map(ToString::to_string).collect();
        return Err(ActionError::Refused(faults.join("; ")));
    }
    Ok(Arc::new(move |tx, doer| {
        let (now, randomness, operator) = (doer.now, doer.randomness, doer.name);
        refuse_fed(tx, texts.keys().map(String::as_str)).map_err(refused)?;
        let context = ImportContext { now, applied_at: now, randomness, operator };
        let report = import::apply_rows(tx, &batch, &context).map_err(refused)?;
        let (mut told, mut sums) = (Vec::new(), Vec::new());
        for table in &report.tables {
            let import::TableReport { file, created, changed, unchanged, .. } = table;
            told.push(format!("{file}: {created} new, {changed} changed, {unchanged} unchanged"));
            sums.push(
                json!({ "table": file, "created": created, "changed": changed, "unchanged": unchanged }),
            );
        }
        told.extend(report.changes);
        Ok(Done { told, ..Done::default() }.with(json!({ "tables": sums })))
    }))
}

pub(super) fn refused(error: ImportError) -> ActionError {
    match error {
        ImportError::Store(error) => error.into(),
        error => ActionError::Refused(error.to_string()),
    }
}
