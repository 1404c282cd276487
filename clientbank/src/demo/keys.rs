//! The signing keys of the demo: an authority, a key with a certificate for each right to sign, and three
//! certificates with which a signature does not count. Made at the first start, so that no key is published with the
//! program, and kept in the folder `demo-keys`.

use std::path::Path;
use std::{fs, io};

use cms::{Authority, Certificate, SignerError, Subject};
use kernel::{Instant, Randomness};
use serde_json::json;

use crate::private_file::write_private;

/// The rights to sign of `demo-data/user_rights.csv`; a test compares them.
pub const SIGNATURE_RIGHTS: [(&str, &str, &str, &str); 4] = [
    ("ivanova", "Иванова Анна Сергеевна", "C00001", "FIRST"),
    ("petrov", "Петров Пётр Ильич", "C00001", "SECOND"),
    ("ivanova", "Иванова Анна Сергеевна", "C00002", "FIRST"),
    ("sidorov", "Сидоров Олег Петрович", "C00003", "FIRST"),
];

/// The authority's certificate; written last, so that its presence means that the keys are complete.
pub(super) const AUTHORITY: &str = "ca.crt";
/// The authority's key: a demo issues certificates for whoever asks.
pub(super) const AUTHORITY_KEY: &str = "ca.key";

const DAY_S: i64 = 86_400;
pub(super) const VALIDITY_S: i64 = 10 * 365 * DAY_S;

#[derive(Debug)]
pub struct DemoKeys {
    /// Names and texts of the files in `demo-keys`.
    pub files: Vec<(String, String)>,
    /// Names and texts of the files to import.
    pub import: Vec<(&'static str, String)>,
}

struct Issued {
    name: String,
    key: String,
    certificate: Certificate,
    /// Login, company and type; nothing for a certificate that is not registered.
    registered: Option<(&'static str, &'static str, &'static str)>,
}

/// Makes the keys with certificates around the moment `now`.
pub fn demo_keys(randomness: &dyn Randomness, now: Instant) -> Result<DemoKeys, SignerError> {
    let (yesterday, end) = (now.plus_seconds(-DAY_S), now.plus_seconds(VALIDITY_S));
    let subject = |name: &str, from, to| Subject {
        common_name: name.to_owned(),
        organisation: sandbox::ORGANISATION.to_owned(),
        not_before: from,
        not_after: to,
    };
    let early = now.plus_seconds(-2 * VALIDITY_S);
    let authority = Authority::new(&subject("Sandbox authority", early, end), randomness)?;
    let issue = |name: String, person: &str, from, to, registered| {
        let (key, certificate) = authority.issue(&subject(person, from, to), randomness)?;
        Ok::<_, SignerError>(Issued { name, key, certificate, registered })
    };
    let mut issued = Vec::new();
    for (login, person, cnum, signature) in SIGNATURE_RIGHTS {
        let name = format!("{login}-{cnum}-{signature}");
        issued.push(issue(name, person, yesterday, end, Some((login, cnum, signature)))?);
    }
    let [(login, person, cnum, signature), ..] = SIGNATURE_RIGHTS;
    let right = Some((login, cnum, signature));
    let named = |remark: &str| format!("{login}-{cnum}-{signature}-{remark}");
    issued.push(issue(named("expired"), person, early, yesterday, right)?);
    let revoked = issue(named("revoked"), person, yesterday, end, right)?;
    let list = authority.revoke(&[&revoked.certificate], now, end)?;
    issued.push(revoked);
    issued.push(issue(named("unregistered"), person, yesterday, end, None)?);
    let mut made = files(&authority, &list, issued);
    made.files.insert(0, (AUTHORITY_KEY.to_owned(), authority.key_to_pem()?));
    Ok(made)
}

fn files(authority: &Authority, list: &str, issued: Vec<Issued>) -> DemoKeys {
    let authority = authority.certificate().to_pem();
    let mut files = Vec::new();
    let mut people = Vec::new();
    for one in issued {
        let pem = one.certificate.to_pem();
        if let Some((login, cnum, signature)) = one.registered {
            people.push(json!({
                "login": login, "cnum": cnum, "signature_type": signature, "certificate": pem,
            }));
        }
        files.push((format!("{}.key", one.name), one.key));
        files.push((format!("{}.crt", one.name), pem));
    }
    let import = vec![
        ("certificate_authorities.json", json!([{ "certificate": authority, "kind": "ROOT" }]).to_string()),
        ("revocation_lists.json", json!([{ "list": list }]).to_string()),
        ("signing_certificates.json", json!(people).to_string()),
    ];
    files.push((AUTHORITY.to_owned(), authority));
    DemoKeys { files, import }
}

#[derive(Debug, thiserror::Error)]
pub enum DemoKeysError {
    #[error("the signing keys of the demo could not be made: {0}")]
    Keys(#[from] SignerError),
    #[error("the signing keys of the demo could not be written: {0}")]
    FileSystem(#[from] io::Error),
}

/// Makes the keys and writes them to the folder `keys`, and their registration to the folder `import`; both are made
/// when absent. Existing keys stay with their registration.
pub fn write_keys(
    keys: &Path,
    import: &Path,
    randomness: &dyn Randomness,
    now: Instant,
) -> Result<(), DemoKeysError> {
    if keys.join(AUTHORITY).exists() {
        return Ok(());
    }
    demo_keys(randomness, now)?.write(keys, import)
}

impl DemoKeys {
    /// Writes the keys to the folder `keys`, and their registration to the folder `import`; both are made when absent.
    pub fn write(&self, keys: &Path, import: &Path) -> Result<(), DemoKeysError> {
        fs::create_dir_all(keys)?;
        fs::create_dir_all(import)?;
        for (name, text) in &self.import {
            fs::write(import.join(name), text)?;
        }
        for (name, text) in &self.files {
            write_private(&keys.join(name), text)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
