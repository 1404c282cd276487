//! The known message definitions: those of this crate, and those that a bank adds.

use std::fs;
use std::path::Path;

use crate::schema::{Schema, SchemaError};

/// The messages of currency control. A message is added by a file in `schemas/` and a line here.
pub(crate) const CURRENCY_CONTROL: [(&str, &str); 8] = [
    ("auth.024.001.01.xsd", include_str!("../schemas/auth.024.001.01.xsd")),
    ("auth.024.001.02.xsd", include_str!("../schemas/auth.024.001.02.xsd")),
    ("auth.024.001.03.xsd", include_str!("../schemas/auth.024.001.03.xsd")),
    ("auth.024.001.04.xsd", include_str!("../schemas/auth.024.001.04.xsd")),
    ("auth.027.001.01.xsd", include_str!("../schemas/auth.027.001.01.xsd")),
    ("auth.027.001.02.xsd", include_str!("../schemas/auth.027.001.02.xsd")),
    ("auth.027.001.03.xsd", include_str!("../schemas/auth.027.001.03.xsd")),
    ("auth.027.001.04.xsd", include_str!("../schemas/auth.027.001.04.xsd")),
];

/// The messages between a bank's systems: payments out, what became of them, what was booked.
pub(crate) const PAYMENTS: [(&str, &str); 4] = [
    ("pain.001.001.09.xsd", include_str!("../schemas/pain.001.001.09.xsd")),
    ("pain.002.001.10.xsd", include_str!("../schemas/pain.002.001.10.xsd")),
    ("camt.053.001.08.xsd", include_str!("../schemas/camt.053.001.08.xsd")),
    ("camt.054.001.08.xsd", include_str!("../schemas/camt.054.001.08.xsd")),
];

/// The most files of a folder, and the longest one in bytes.
const FILES_MAX: usize = 64;
const FILE_BYTES_MAX: u64 = 1 << 20;

#[derive(Debug)]
pub(crate) struct Schemas {
    list: Vec<Schema>,
}

impl Schemas {
    pub(crate) fn loaded(files: &[(&str, &str)]) -> Result<Self, SchemaError> {
        let list: Result<Vec<Schema>, SchemaError> =
            files.iter().map(|(file, text)| Schema::load(file, text)).collect();
        Ok(Self { list: list? })
    }

    /// Adds a definition. It replaces a known one of the same namespace, so that a bank can be stricter than ISO
    /// 20022.
    pub(crate) fn add(&mut self, schema: Schema) {
        match self.list.iter_mut().find(|known| known.namespace == schema.namespace) {
            Some(known) => *known = schema,
            None => self.list.push(schema),
        }
    }

    /// Adds every file of the folder that ends in `.xsd`, by name.
    pub(crate) fn add_folder(&mut self, folder: &Path) -> Result<(), SchemaError> {
        let failed = |path: &Path, reason: String| SchemaError { file: path.display().to_string(), reason };
        let mut files = Vec::new();
        for entry in fs::read_dir(folder).map_err(|error| failed(folder, error.to_string()))? {
            let path = entry.map_err(|error| failed(folder, error.to_string()))?.path();
            if path.extension().is_some_and(|extension| extension == "xsd") {
                files.push(path);
            }
        }
        if files.len() > FILES_MAX {
            return Err(failed(folder, format!("more than {FILES_MAX} schema files")));
        }
        files.sort();
        let mut namespaces: Vec<String> = Vec::new();
        for path in &files {
            let size = fs::metadata(path).map_err(|error| failed(path, error.to_string()))?.len();
            if size > FILE_BYTES_MAX {
                return Err(failed(path, format!("longer than {FILE_BYTES_MAX} bytes")));
            }
            let text = fs::read_to_string(path).map_err(|error| failed(path, error.to_string()))?;
            let schema = Schema::load(&path.display().to_string(), &text)?;
            if namespaces.contains(&schema.namespace) {
                return Err(failed(
                    path,
                    format!("{} is defined by two files of the folder", schema.namespace),
                ));
            }
            namespaces.push(schema.namespace.clone());
            self.add(schema);
        }
        Ok(())
    }

    pub(crate) fn of(&self, namespace: &str) -> Option<&Schema> {
        self.list.iter().find(|schema| schema.namespace == namespace)
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &Schema> {
        self.list.iter()
    }
}
