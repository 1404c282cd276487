//! PostgreSQL beside the process, or another server of its protocol.

mod address;
mod attempts;
mod beside;
mod bulk;
mod client;
mod copy;
mod encrypted;
mod lanes;
mod parameters;
mod password;
mod route;
mod security;
mod seed;
mod servers;
pub(crate) mod session;
mod settings;
mod statement;
mod timeline;
mod tls;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use deadpool::Runtime;
use deadpool::managed::{Hook, HookError, Pool, PoolError, QueueMode, TimeoutType};
use futures_util::future::try_join_all;
use tokio::runtime::Handle;
use tokio::sync::RwLock;
use tokio::task::spawn_blocking;

use self::address::Address;
pub(crate) use self::address::read as read_address;
use self::password::PasswordFile;
use self::route::Route;
pub(crate) use self::seed::{KEEP, restore_all_but};
use self::session::{Reading, Session};

use self::attempts::run_unit;
use self::lanes::{LaneSlot, Lanes, lanes_of};
use self::servers::Servers;
use self::settings::Settings;
use self::statement::StatementError;
use crate::metric::{Connections, Counters, QueueSlot};
use crate::unit::{ErasedWork, UnitKind};
use crate::{LocationError, Query, Result, Row, StoreError, StoreLimits};

/// The name the server lists the connections under.
const APPLICATION_NAME: &str = "clientbank";
/// A connection is replaced after this time, so that none outlives a failover or grows for ever.
const CONNECTION_AGE_MAX: Duration = Duration::from_mins(30);
/// A silent connection is probed after this time, so that a router in between does not forget it.
const KEEPALIVE_IDLE: Duration = Duration::from_secs(30);
/// Without an answer it is probed again after this time, and is lost after so many probes.
const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(5);
const KEEPALIVE_TRIES: u32 = 3;
/// A read is repeated when its connection turns out to be lost, on this many connections in all.
const READ_CONNECTIONS_MAX: u32 = 3;

pub(crate) struct Postgres(Arc<Shared>);

struct Shared {
    pool: Pool<Servers>,
    lanes: Lanes,
    waiting: AtomicUsize,
    /// The lock of running units: each holds it for reading. `close` takes it for writing to wait for them.
    at_work: Arc<RwLock<()>>,
    limits: StoreLimits,
    counters: Arc<Counters>,
    route: Route,
}

impl Postgres {
    pub(crate) async fn open(
        url: &str,
        password_file: Option<&Path>,
        limits: StoreLimits,
        counters: Arc<Counters>,
    ) -> Result<Self> {
        let unavailable = |error: &dyn std::error::Error| StoreError::Unavailable(error.to_string());
        let settings = Settings::from_limits(&limits);
        let address = configure(url, &limits, &settings).map_err(|error| unavailable(&error))?;
        let route = address.route;
        let password_file = match (password_file, &address.security.passfile) {
            (Some(path), _) => Some(PasswordFile::Alone(path.to_owned())),
            (None, passfile) => passfile.clone().map(PasswordFile::Many),
        };
        let lanes = lanes_of(limits.postgres_connections_max, route);
        // The servers know the limit for a new connection: each has its share of the time.
        let pool = Pool::builder(Servers::new(&address, settings, password_file, limits.connect_max))
            .max_size(limits.postgres_connections_max - lanes)
            .wait_timeout(Some(limits.wait_max))
            .recycle_timeout(Some(limits.connect_max))
            .runtime(Runtime::Tokio1)
            // The one used last has its statements prepared and its memory warm; going round would warm all of them.
            .queue_mode(QueueMode::Lifo)
            .pre_recycle(Hook::sync_fn(|_, metrics| {
                if metrics.age() > CONNECTION_AGE_MAX {
                    return Err(HookError::message("the connection is old"));
                }
                Ok(())
            }))
            .build()
            .map_err(|error| unavailable(&error))?;
        let postgres = Self(Arc::new(Shared {
            pool,
            lanes: Lanes::new(lanes),
            waiting: AtomicUsize::new(0),
            at_work: Arc::default(),
            limits,
            counters,
            route,
        }));
        postgres.0.session().await?;
        Ok(postgres)
    }

    /// The connections of the pool; those that short reads share are not among them.
    pub(crate) fn connections(&self) -> Connections {
        let status = self.0.pool.status();
        Connections { open: status.size, idle: status.available, most: status.max_size }
    }

    /// Reads the rows, on another connection when one turns out to be lost. Dynamic texts may take their time, and
    /// hold up no others.
    pub(crate) async fn query(&self, reading: Reading<'_>) -> Result<Vec<Row>> {
        let mut attempt = 1;
        loop {
            let slot = match reading {
                Reading::Kept(..) if !self.0.pool.is_closed() => self.0.lanes.slot(),
                Reading::Kept(..) | Reading::Dynamic(_) => None,
            };
            let (rows, is_lost) = match slot {
                Some(slot) => self.0.query_on_lane(&slot, reading).await,
                None => self.0.query_alone(reading).await,
            };
            if rows.is_ok() || !is_lost || attempt == READ_CONNECTIONS_MAX {
                return rows;
            }
            attempt += 1;
        }
    }

    pub(crate) async fn prepare_all(&self, queries: &[&'static Query]) -> Result<()> {
        let session = self.0.session().await?;
        for chunk in queries.chunks(session::PIPELINE_MAX) {
            try_join_all(chunk.iter().map(|query| session.check_async(query))).await?;
        }
        Ok(())
    }

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

    /// Runs a unit of work on a blocking thread, to its end even when the caller stops waiting.
    pub(crate) async fn unit(&self, kind: UnitKind, name: &'static str, work: ErasedWork) -> Result<()> {
        let at_work = Arc::clone(&self.0.at_work).read_owned().await;
        let session = self.0.session().await?;
        let (shared, span) = (Arc::clone(&self.0), tracing::Span::current());
        let run = move || {
            let _at_work = at_work;
            span.in_scope(|| run_unit(&shared, session, kind, name, work))
        };
        spawn_blocking(run).await.unwrap_or_else(|error| Err(StoreError::Unavailable(error.to_string())))
    }

    /// Waits for the running units, abandoned ones included.
    pub(crate) async fn close(&self) {
        self.0.pool.close();
        self.0.lanes.close();
        drop(self.0.at_work.write().await);
    }
}

impl Shared {
    /// Reads the rows on a shared connection; tells also whether that connection is lost.
    async fn query_on_lane(&self, slot: &LaneSlot<'_>, reading: Reading<'_>) -> (Result<Vec<Row>>, bool) {
        let servers = self.pool.manager();
        let connection = match slot.connection(servers) {
            Some(connection) => connection,
            None => match self.session().await {
                // Another read may have opened it while this one waited: each its own would be a flood.
                Ok(session) => match slot.connection(servers) {
                    Some(connection) => connection,
                    None => slot.open(session.into_client()),
                },
                Err(error) => return (Err(error), false),
            },
        };
        let rows = session::rows(&connection.client, reading, self.limits.rows_max);
        match session::bounded(self.limits.statement_max, reading.name(), rows).await {
            Ok(rows) => (Ok(rows), false),
            Err(StatementError { error, is_lost, .. }) => {
                if is_lost {
                    slot.discard(&connection);
                    self.forget_idle();
                }
                (Err(error), is_lost)
            }
        }
    }

    /// Reads the rows on a connection of its own; tells also whether that connection is lost.
    async fn query_alone(&self, reading: Reading<'_>) -> (Result<Vec<Row>>, bool) {
        let mut session = match self.session().await {
            Ok(session) => session,
            Err(error) => return (Err(error), false),
        };
        let rows = session.query_async(reading, self.limits.rows_max).await;
        let is_lost = session.is_lost;
        if is_lost {
            session.discard();
            self.forget_idle();
        }
        (rows, is_lost)
    }

    /// Closes the connections that nobody uses: where one is lost, the others mostly are, and each would be found out
    /// by a wait of its own. Reads under way on lanes keep theirs to their ends.
    fn forget_idle(&self) {
        self.pool.retain(|_, _| false);
        self.lanes.close();
    }

    /// Takes a connection, after a wait that is bounded in time and in the number of waiting callers.
    async fn session(&self) -> Result<Session> {
        let slot = Waiting::new(self)?;
        let client = self.pool.get().await.map_err(|error| match error {
            PoolError::Timeout(TimeoutType::Wait) => {
                StoreError::Busy("every connection is in use".to_owned())
            }
            PoolError::Backend(error) => error,
            error => StoreError::Unavailable(error.to_string()),
        })?;
        drop(slot);
        Ok(Session::new(client, Handle::current(), self.limits.statement_max))
    }
}

/// One caller without a connection.
struct Waiting<'shared>(&'shared Shared, QueueSlot);

impl<'shared> Waiting<'shared> {
    fn new(shared: &'shared Shared) -> Result<Self> {
        if shared.waiting.fetch_add(1, Ordering::Relaxed) >= shared.limits.queue_length_max {
            shared.waiting.fetch_sub(1, Ordering::Relaxed);
            return Err(StoreError::Busy("too many wait for a connection".to_owned()));
        }
        Ok(Self(shared, QueueSlot::taken()))
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.waiting.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Writes the statements that give `role` the settings which this program needs behind a pooler, where it cannot send
/// them by itself (`pooler=transaction` in the address).
pub fn settings_of_role(limits: &StoreLimits, role: &str) -> String {
    Settings::from_limits(limits).of_role().lacking(&BTreeMap::new(), role)
}

/// The operator's URL with this program's habits; options in the URL come last and win.
fn configure(url: &str, limits: &StoreLimits, settings: &Settings) -> Result<Address, LocationError> {
    let mut address = address::read(url)?;
    let config = &mut address.config;
    if address.route == Route::Direct {
        config.options(settings.options(config.get_options().unwrap_or_default()));
    }
    config.application_name(APPLICATION_NAME);
    config.connect_timeout(limits.connect_max);
    config.keepalives_idle(KEEPALIVE_IDLE);
    config.keepalives_interval(KEEPALIVE_INTERVAL);
    config.keepalives_retries(KEEPALIVE_TRIES);
    config.tcp_user_timeout(limits.statement_max);
    Ok(address)
}
