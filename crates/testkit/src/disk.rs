//! A disk that a test can fill.

use std::fmt::Write as _;

use store::{Result, Store, StoreError, Tx, params};

use crate::{Bench, Engine, postgres};

store::queries! {
    /// Fills or frees the disk, on PostgreSQL.
    SET_DISK = "update test_disk set is_full = $1, is_late = $2";
    /// Lets the file of SQLite grow no more.
    NO_MORE_PAGES = "pragma max_page_count = 1";
    MANY_PAGES = "pragma max_page_count = 1000000";
    /// Pages of the file in which nothing is.
    FREE_PAGES = "select freelist_count as pages from pragma_freelist_count";
    /// The other data on the disk.
    OTHERS = "create table if not exists test_others (bytes blob not null)";
    TAKE_PAGE = "insert into test_others (bytes) values (zeroblob(3000))";
    GIVE_PAGES_BACK = "delete from test_others";
}

/// The pages of other data on a disk that fills up. A test has fewer.
const PAGES_MAX: usize = 100_000;

/// The one who finds the disk full. SQLite knows only the statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoundBy {
    /// The statement that needs room.
    Statement,
    Commit,
}

/// The disk under a bench's database. It has room at first.
///
/// On SQLite the file grows no more and has no free page left: what fits into the pages that are there can be
/// written. On PostgreSQL every change of the named tables fails as the server fails that cannot extend a file.
#[derive(Clone, Debug)]
pub struct Disk {
    store: Store,
    engine: Engine,
}

impl Disk {
    /// Takes the disk of `tables`, which exist and are changed by the test.
    pub async fn under(bench: &Bench, tables: &[&str]) -> Self {
        if let store::StoreLocation::Postgres { url, .. } = &bench.location {
            postgres::execute(url, &triggers(tables)).await;
        }
        Self { store: bench.store.clone(), engine: bench.engine }
    }

    pub async fn fill(&self, found_by: FoundBy) {
        let engine = self.engine;
        let fill = move |tx: &mut Tx| match engine {
            Engine::Sqlite => fill_file(tx),
            Engine::Postgres => tx.execute_one(&SET_DISK, params![true, found_by == FoundBy::Commit]),
        };
        self.store.write("test.fill_disk", fill).await.expect("the disk is filled");
    }

    pub async fn free(&self) {
        let engine = self.engine;
        let free = move |tx: &mut Tx| match engine {
            Engine::Sqlite => {
                tx.query(&MANY_PAGES, params![])?;
                tx.execute(&GIVE_PAGES_BACK, params![]).map(drop)
            }
            Engine::Postgres => tx.execute_one(&SET_DISK, params![false, false]),
        };
        self.store.write("test.free_disk", free).await.expect("the disk is freed");
    }
}

/// Fills every free page, or small changes would find room for a while.
fn fill_file(tx: &mut Tx) -> Result<()> {
    tx.execute(&OTHERS, params![])?;
    for _ in 0..PAGES_MAX {
        if tx.select_one::<i64>(&FREE_PAGES, params![])? == 0 {
            return tx.query(&NO_MORE_PAGES, params![]).map(drop);
        }
        tx.execute_one(&TAKE_PAGE, params![])?;
    }
    Err(StoreError::Busy(format!("more than {PAGES_MAX} pages are free")))
}

fn triggers(tables: &[&str]) -> String {
    let mut sql = "create table test_disk (is_full boolean not null, is_late boolean not null);
        insert into test_disk values (false, false);
        create function test_disk() returns trigger language plpgsql as $$ begin
            if (select is_full and is_late = (tg_argv[0] = 'late') from test_disk) then
                raise exception 'could not extend file' using errcode = '53100';
            end if;
            return null;
        end $$;"
        .to_owned();
    for table in tables {
        // Writing to a text cannot fail.
        let _ = write!(
            sql,
            "create trigger test_disk after insert or update on {table} for each row
                execute function test_disk('early');
            create constraint trigger test_disk_late after insert or update on {table}
                deferrable initially deferred for each row execute function test_disk('late');"
        );
    }
    sql
}
