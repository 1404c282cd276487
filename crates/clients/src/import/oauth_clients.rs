//! `oauth_clients`.

use std::sync::Arc;

use import::{
    ImportContext, ImportFile, ImportRow, RowError, RowOutcome, RowResult, TableImporter, columns, upsert,
};
use kernel::{ClientId, Cnum};
use store::{Result, Tx, params};

use super::NAME_CHARACTERS_MAX;
use crate::store::oauth_clients::{client_values, keep_lists};
use crate::store::queries::{
    CLIENT_INSERT, CLIENT_STORED, CLIENT_TOUCH, CLIENT_UPDATE, CLIENTS_LISTED, COMPANY_BY_CNUM,
};
use crate::{
    AccessEndings, ClientSecrets, ClientStatus, IdTokenAlgorithm, OauthClient, Profile, REDIRECT_URIS_MAX,
    RedirectUri, SecretHash, mint_secret,
};

/// The fewest characters of a secret given in plain text.
const SECRET_CHARACTERS_MIN: usize = 32;
/// The most characters of a secret given in plain text.
const SECRET_CHARACTERS_MAX: usize = 200;

/// The name under which the bank's own pages are in the table of sessions.
const ONLINE_BANK: &str = "online-bank";

pub(crate) struct OauthClientsFile {
    /// The port for ending sessions when a row changes a status.
    pub(crate) endings: Arc<dyn AccessEndings>,
}

impl TableImporter for OauthClientsFile {
    fn file(&self) -> ImportFile {
        ImportFile {
            stored: Some(&CLIENT_STORED),
            listed: Some(&CLIENTS_LISTED),
            secrets: &["secret_hash"],
            hidden: &["secret", "secret_sha256", "secret_hash"],
            columns: columns! {
                client_id, name, secret = optional, secret_sha256 = optional, profile = optional,
                id_token_algorithm = optional, redirect_uris, post_logout_redirect_uris = optional,
                cnums = optional, status = optional,
            },
            ..ImportFile::new("oauth_clients", "oauth_client", &["client_id"])
        }
    }

    fn apply(&self, tx: &mut Tx, row: &ImportRow, context: &ImportContext<'_>) -> RowResult {
        let id: ClientId = row.parse("client_id")?;
        if id.as_str() == ONLINE_BANK {
            return Err(RowError::new("client_id", "is the name of the online bank's own sessions"));
        }
        let present = crate::find_client(tx, &id)?;
        let secret = match secret(row, &id)? {
            Some(secret) => secret,
            None => match &present {
                Some(client) => client.secrets.hash.clone(),
                // Nobody knows it: the client waits for the command that mints one.
                None => SecretHash::compute(&id, &mint_secret(context.randomness)),
            },
        };
        let client = OauthClient {
            secrets: ClientSecrets::first(secret, context.applied_at),
            status: row.optional_parse("status")?.unwrap_or(ClientStatus::Active),
            name: row.checked_text("name", NAME_CHARACTERS_MAX)?.to_owned(),
            profile: row.optional_parse("profile")?.unwrap_or(Profile::Specification),
            id_token_algorithm: row.optional_parse("id_token_algorithm")?.unwrap_or(IdTokenAlgorithm::Rs256),
            companies: companies(tx, row)?,
            redirect_uris: uris(row, "redirect_uris")?,
            post_logout_redirect_uris: uris(row, "post_logout_redirect_uris")?,
            version: 1,
            id,
        };
        let values = client_values(&client, context.applied_at);
        let outcome = upsert(tx, &CLIENT_INSERT, &CLIENT_UPDATE, &values)?;
        if present.as_ref().is_some_and(|before| before.status != client.status) {
            self.endings.client_status_changed(tx, &client.id, context)?;
        }
        if !keep_lists(tx, present.as_ref(), &client)? {
            return Ok(outcome);
        }
        tx.execute(&CLIENT_TOUCH, params![&client.id])?;
        Ok(outcome.and(RowOutcome::Changed))
    }
}

/// The hash of the secret that the row gives, if it gives one.
fn secret(row: &ImportRow, id: &ClientId) -> Result<Option<SecretHash>, RowError> {
    let hash = row.optional_parse("secret_sha256")?;
    let Some(plain) = row.optional_checked_text("secret", SECRET_CHARACTERS_MAX)? else { return Ok(hash) };
    if hash.is_some() {
        return Err(RowError::new("secret", "give either secret or secret_sha256, not both"));
    }
    if plain.chars().nth(SECRET_CHARACTERS_MIN - 1).is_none() {
        let message = format!("must have at least {SECRET_CHARACTERS_MIN} characters");
        return Err(RowError::new("secret", message));
    }
    Ok(Some(SecretHash::compute(id, plain)))
}

fn companies(tx: &mut Tx, row: &ImportRow) -> Result<Vec<Cnum>, RowError> {
    let mut companies: Vec<Cnum> = row.parse_list("cnums")?;
    companies.sort();
    for cnum in &companies {
        if tx.query_optional(&COMPANY_BY_CNUM, params![cnum])?.is_none() {
            return Err(RowError::new("cnums", format!("there is no company {cnum}")));
        }
    }
    Ok(companies)
}

fn uris(row: &ImportRow, column: &'static str) -> Result<Vec<RedirectUri>, RowError> {
    let mut uris: Vec<RedirectUri> = row.parse_list(column)?;
    if uris.len() > REDIRECT_URIS_MAX {
        return Err(RowError::new(column, format!("lists more than {REDIRECT_URIS_MAX} URIs")));
    }
    uris.sort();
    Ok(uris)
}
