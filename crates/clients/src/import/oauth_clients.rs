//! `oauth_clients`.

use std::sync::Arc;

use import::{
    ImportContext, ImportFile, ImportRow, RowError, RowOutcome, RowResult, TableImporter, columns, upsert,
};
use kernel::{ClientId, Cnum};
use store::{Result, Tx, params};

use super::NAME_CHARACTERS_MAX;
use crate::store::queries::{
    CLIENT_COMPANIES_DELETE, CLIENT_COMPANIES_INSERT, CLIENT_INSERT, CLIENT_STORED, CLIENT_TOUCH,
    CLIENT_UPDATE, CLIENTS_LISTED, COMPANY_BY_CNUM,
};
use crate::store::set_redirect_uris;
use crate::{
    AccessEndings, ClientStatus, IdTokenAlgorithm, OauthClient, Profile, REDIRECT_URIS_MAX, RedirectUri,
    RedirectUse, SecretHash, mint_secret,
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
        let status = row.optional_parse("status")?.unwrap_or(ClientStatus::Active);
        let values = params![
            &id,
            row.checked_text("name", NAME_CHARACTERS_MAX)?,
            secret.as_str(),
            row.optional_parse("profile")?.unwrap_or(Profile::Specification).as_str(),
            row.optional_parse("id_token_algorithm")?.unwrap_or(IdTokenAlgorithm::Rs256).as_str(),
            status.as_str(),
            context.applied_at,
        ];
        let lists = Lists::read(tx, row)?;
        let outcome = upsert(tx, &CLIENT_INSERT, &CLIENT_UPDATE, &values)?;
        if present.as_ref().is_some_and(|before| before.status != status) {
            self.endings.client_status_changed(tx, &id, context)?;
        }
        Ok(outcome.and(lists.replace(tx, &id, present.as_ref())?))
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

/// The lists of a row, each in order.
struct Lists {
    redirect_uris: Vec<RedirectUri>,
    post_logout_redirect_uris: Vec<RedirectUri>,
    companies: Vec<Cnum>,
}

impl Lists {
    fn read(tx: &mut Tx, row: &ImportRow) -> Result<Self, RowError> {
        let mut companies: Vec<Cnum> = row.parse_list("cnums")?;
        companies.sort();
        for cnum in &companies {
            if tx.query_optional(&COMPANY_BY_CNUM, params![cnum])?.is_none() {
                return Err(RowError::new("cnums", format!("there is no company {cnum}")));
            }
        }
        Ok(Self {
            redirect_uris: uris(row, "redirect_uris")?,
            post_logout_redirect_uris: uris(row, "post_logout_redirect_uris")?,
            companies,
        })
    }

    /// Gives the client exactly these lists, where they differ from those it has in `present`.
    fn replace(&self, tx: &mut Tx, id: &ClientId, present: Option<&OauthClient>) -> Result<RowOutcome> {
        let mut outcome = RowOutcome::Unchanged;
        if present.is_none_or(|client| client.redirect_uris != self.redirect_uris) {
            set_redirect_uris(tx, id, RedirectUse::Login, &self.redirect_uris)?;
            outcome = RowOutcome::Changed;
        }
        if present.is_none_or(|client| client.post_logout_redirect_uris != self.post_logout_redirect_uris) {
            set_redirect_uris(tx, id, RedirectUse::Logout, &self.post_logout_redirect_uris)?;
            outcome = RowOutcome::Changed;
        }
        if present.is_none_or(|client| client.companies != self.companies) {
            tx.execute(&CLIENT_COMPANIES_DELETE, params![id])?;
            tx.execute_many(
                &CLIENT_COMPANIES_INSERT,
                self.companies.iter().map(|cnum| params![id, cnum]).collect(),
            )?;
            outcome = RowOutcome::Changed;
        }
        if outcome == RowOutcome::Changed {
            tx.execute(&CLIENT_TOUCH, params![id])?;
        }
        Ok(outcome)
    }
}

fn uris(row: &ImportRow, column: &'static str) -> Result<Vec<RedirectUri>, RowError> {
    let mut uris: Vec<RedirectUri> = row.parse_list(column)?;
    if uris.len() > REDIRECT_URIS_MAX {
        return Err(RowError::new(column, format!("lists more than {REDIRECT_URIS_MAX} URIs")));
    }
    uris.sort();
    Ok(uris)
}
