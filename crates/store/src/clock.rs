//! The clock of the database's server.

use kernel::Instant;

use crate::migration::EngineKind;
use crate::{DynamicQuery, Result, Store};

impl Store {
    /// Asks the PostgreSQL server for the present moment; none on SQLite, which has the clock of this machine.
    pub async fn server_clock(&self) -> Result<Option<Instant>> {
        if self.engine() == EngineKind::Sqlite {
            return Ok(None);
        }
        let mut query = DynamicQuery::new("SERVER_CLOCK");
        query.sql("select cast(extract(epoch from clock_timestamp()) * 1000000 as bigint) as now_us");
        let rows = self.run_dynamic(query).await?;
        rows.first().map(|row| row.integer("now_us").map(Instant::from_microseconds)).transpose()
    }
}
