//! Builds indexes beside the traffic: outside of any transaction, on a connection of its own.

use super::client::Client;
use super::route::Route;
use super::session::MIGRATION_STATEMENT_MAX;
use super::{Postgres, statement};
use crate::migrate::POSTGRES_LOCK;
use crate::migration::{Migration, index_beside};
use crate::{Result, StoreError};

impl Postgres {
    /// Builds the indexes of a migration unless the database has it. What a former attempt left unfinished is removed
    /// first. The migration is not noted here.
    pub(crate) async fn build_beside(&self, area: &str, migration: &Migration) -> Result<()> {
        if self.0.route == Route::Pooled {
            let reason = "an index is built beside the traffic on a session of its own, which a pooler does not give: \
                          run `clientbank migrate` with the address of the server itself";
            return Err(StoreError::Unavailable(reason.to_owned()));
        }
        // Closed afterwards: the settings and the lock end with it.
        let client = self.0.session().await?.into_client();
        let limit = MIGRATION_STATEMENT_MAX.as_millis();
        // Waiting for those who still read the table from before is a wait for their locks: they keep nobody else.
        run(
            &client,
            &format!(
                "set default_transaction_read_only = off; set statement_timeout = {limit}; set lock_timeout = {limit}"
            ),
        )
        .await?;
        if first(&client, &format!("select pg_try_advisory_lock({POSTGRES_LOCK})")).await?.as_deref()
            != Some("t")
        {
            return Err(StoreError::Busy("another process migrates".to_owned()));
        }
        let version = migration.version;
        let applied =
            format!("select 1 from schema_migrations where area = '{area}' and version = {version}");
        if first(&client, &applied).await?.is_some() {
            return Ok(());
        }
        for text in migration.statements() {
            let Some(index) = index_beside(&text) else { continue };
            let unfinished = format!(
                "select 1 from pg_index where indexrelid = to_regclass('{index}') and not indisvalid"
            );
            if first(&client, &unfinished).await?.is_some() {
                run(&client, &format!("drop index concurrently {index}")).await?;
            }
            run(&client, &text).await.map_err(|error| match error {
                StoreError::Busy(reason) => StoreError::Busy(reason),
                error => StoreError::Migration { area: area.to_owned(), version, reason: error.to_string() },
            })?;
        }
        Ok(())
    }
}

async fn run(client: &Client, text: &str) -> Result<()> {
    client.batch_execute(text).await.map_err(|error| statement::error_of("migrate", &error).error)
}

async fn first(client: &Client, text: &str) -> Result<Option<String>> {
    let answer = client.simple_query(text).await;
    let answer = answer.map_err(|error| statement::error_of("migrate", &error).error)?;
    Ok(statement::rows_of(&answer).find_map(|row| row.get(0).map(ToOwned::to_owned)))
}
