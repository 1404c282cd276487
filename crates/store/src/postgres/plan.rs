//! Reads the plan of a text from the server.

use super::{Postgres, statement};
use crate::{Query, Result};

impl Postgres {
    /// Reads the generic plan, line by line: the server changes over to it after a few executions of a prepared
    /// statement.
    pub(crate) async fn plan(&self, query: &'static Query) -> Result<Vec<String>> {
        let error_of = |error| statement::error_of(query.name(), &error).error;
        let client = self.0.session().await?.into_client();
        let parameters = client.kinds(query).await.map_err(error_of)?.len();
        let arguments = match parameters {
            0 => String::new(),
            _ => format!("({})", vec!["null"; parameters].join(", ")),
        };
        // Nothing of it stays in the session, which a pooler would lend to others.
        let text = format!(
            "begin; set local plan_cache_mode = force_generic_plan; prepare explained as {}; \
             explain (costs off) execute explained{arguments}; deallocate explained; rollback",
            query.sql()
        );
        let answers = client.simple_query(&text).await.map_err(error_of)?;
        Ok(statement::rows_of(&answers).filter_map(|row| row.get(0).map(ToOwned::to_owned)).collect())
    }
}
