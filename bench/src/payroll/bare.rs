//! The peers: the inevitable work alone, which no program does faster.

use std::error::Error;
use std::fmt::Write as _;
use std::time::Instant;

use rusqlite::{Connection, params};
use tokio_postgres::NoTls;

use super::request::rows;

/// The columns of a transfer that have a value.
const TABLE: &str = "create table transfers (statement_id bytea not null, line bigint not null, order_number bigint \
    not null,
    last_name text not null, first_name text not null, middle_name text, amount_minor bigint, account text not null,
    currency text not null, personnel_number text, primary key (statement_id, line))";

/// Seconds to parse the request into values.
pub(super) fn parse(body: &str) -> Result<f64, Box<dyn Error>> {
    let since = Instant::now();
    let value: serde_json::Value = serde_json::from_str(body)?;
    let took = since.elapsed();
    if value["payload"]["transfers"].as_array().is_none_or(Vec::is_empty) {
        return Err("the request has no transfers".into());
    }
    Ok(took.as_secs_f64())
}

/// Seconds to insert the rows by one prepared statement in one transaction that is forced to the disk.
pub(super) fn sqlite() -> Result<f64, Box<dyn Error>> {
    let path = std::env::temp_dir().join(format!("clientbank-bench-bare-{}.db", std::process::id()));
    let mut connection = Connection::open(&path)?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection.execute_batch(&format!("drop table if exists transfers; {TABLE} without rowid"))?;
    let rows = rows()?;
    let since = Instant::now();
    let transaction = connection.transaction()?;
    {
        let mut insert = transaction.prepare(
            "insert into transfers values (?1, ?2, ?3, ?4, 'Иван', 'Иванович', 10001, ?5, 'RUR', ?6)",
        )?;
        for row in &rows {
            let number = row.order_number.to_string();
            insert.execute(params![
                [7_u8; 16],
                row.order_number,
                row.order_number,
                row.last_name,
                row.account,
                number
            ])?;
        }
    }
    transaction.commit()?;
    let took = since.elapsed();
    drop(connection);
    for ending in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{ending}", path.display()));
    }
    Ok(took.as_secs_f64())
}

/// Seconds to write the rows by COPY in one transaction.
pub(super) fn copy(url: &str) -> Result<f64, Box<dyn Error>> {
    let mut text = String::new();
    for row in rows()? {
        let number = row.order_number;
        writeln!(
            text,
            "\\\\x07070707070707070707070707070707\t{number}\t{number}\t{}\tИван\tИванович\t10001\t{}\tRUR\t{number}",
            row.last_name, row.account
        )?;
    }
    tokio::runtime::Runtime::new()?.block_on(async {
        let (mut client, connection) = tokio_postgres::connect(url, NoTls).await?;
        let connection = tokio::spawn(connection);
        client.batch_execute(&format!("create schema bare; set search_path to bare; {TABLE}")).await?;
        let since = Instant::now();
        let transaction = client.transaction().await?;
        let sink = transaction.copy_in("copy transfers from stdin").await?;
        let mut sink = std::pin::pin!(sink);
        futures_util::SinkExt::send(&mut sink, bytes::Bytes::from(text)).await?;
        sink.finish().await?;
        transaction.commit().await?;
        let took = since.elapsed();
        client.batch_execute("drop schema bare cascade").await?;
        drop(client);
        connection.await??;
        Ok(took.as_secs_f64())
    })
}
