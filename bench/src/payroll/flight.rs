//! Statements in flight: sent at once, followed in the database until all are executed.

use std::time::{Duration, Instant};

use sdk::Tokens;
use store::{Store, StoreLimits, StoreLocation, params};
use tokio::runtime::Runtime;

use super::{TRANSFERS, request};
use crate::login;
use crate::outcome::Outcome;
use crate::outside::{JSON, User, pause};
use crate::prove::client::Signers;
use crate::server::Demo;

store::queries! {
    ENDED = "select count(1) as ended from payroll_statements where state in ('EXECUTED', 'PARTLY_EXECUTED', \
        'DECLINED', 'ERROR', 'ERROR_SIGN')";
    EXECUTED = "select count(1) as executed from payroll_statements where state = 'EXECUTED'";
    /// Reads when the first execution began and the last one ended, of the statements that were created since.
    EXECUTION = "select min(case when h.to_state = 'PROCESSING' then h.at_us end) as began_at_us, \
        max(case when h.to_state = 'EXECUTED' then h.at_us end) as ended_at_us from payroll_history h \
        join payroll_statements s on s.statement_id = h.statement_id where s.created_at_us >= $1";
    /// Reads when the last statement was created.
    NEWEST = "select coalesce(max(created_at_us), 0) as created_at_us from payroll_statements";
    SIZE = "select cast(pg_database_size(current_database()) as bigint) as size";
}

const FLIGHT_MAX: Duration = Duration::from_mins(2);
const LOOK_PAUSE: Duration = Duration::from_millis(2);

#[expect(clippy::struct_field_names, reason = "names carry their unit")]
pub(super) struct Flight {
    /// From the first request to the last 202.
    pub(super) accepted_after_s: f64,
    /// From the first request to the last EXECUTED.
    pub(super) executed_after_s: f64,
    /// From the first PROCESSING to the last EXECUTED.
    pub(super) execution_s: f64,
}

pub(super) struct Flights {
    runtime: Runtime,
    store: Store,
    location: StoreLocation,
    api: String,
    tokens: Tokens,
    signers: Signers,
    sent: usize,
    size_before: u64,
}

impl Flights {
    /// Logs in and reads the demo's keys.
    pub(super) fn new(demo: &Demo) -> Outcome<Self> {
        let runtime = Runtime::new()?;
        let store = runtime.block_on(Store::open(&demo.location, StoreLimits::default()))?;
        let (signers, tokens) = (Signers::read(demo.folder())?, login::tokens(demo)?);
        let (api, location) = (demo.api.clone(), demo.location.clone());
        let mut flights = Self { runtime, store, location, api, tokens, signers, sent: 0, size_before: 0 };
        flights.size_before = flights.size()?;
        Ok(flights)
    }

    /// Sends `count` statements at once and waits until all are executed.
    pub(super) fn fly(&mut self, count: usize) -> Outcome<Flight> {
        let bodies: Outcome<Vec<String>> = (0..count)
            .map(|index| request::body(&format!("bench-{}", self.sent + index), &self.signers))
            .collect();
        let bodies = bodies?;
        let newest = self.number(&NEWEST, "created_at_us")?;
        let since = Instant::now();
        let accepted: Result<(), String> = std::thread::scope(|scope| {
            let senders: Vec<_> = bodies.iter().map(|body| scope.spawn(|| self.send(body))).collect();
            senders
                .into_iter()
                .try_for_each(|sender| sender.join().map_err(|_| "a sender panicked".to_owned())?)
        });
        accepted?;
        let accepted_after_s = since.elapsed().as_secs_f64();
        self.sent += count;
        while usize::try_from(self.number(&ENDED, "ended")?)? < self.sent {
            if since.elapsed() > FLIGHT_MAX {
                return Err("the statements do not come to an end".into());
            }
            pause(LOOK_PAUSE);
        }
        let executed_after_s = since.elapsed().as_secs_f64();
        if usize::try_from(self.number(&EXECUTED, "executed")?)? != self.sent {
            return Err("a statement was not executed".into());
        }
        let times = self.store.query_optional(&EXECUTION, params![newest + 1]);
        let times = self.runtime.block_on(times)?.ok_or("no times")?;
        let took_us = times.integer("ended_at_us")? - times.integer("began_at_us")?;
        let execution_s = Duration::from_micros(u64::try_from(took_us)?).as_secs_f64();
        Ok(Flight { accepted_after_s, executed_after_s, execution_s })
    }

    /// Computes the growth of the database since the first flight, for each transfer.
    #[expect(clippy::float_arithmetic, reason = "a size is no money")]
    pub(super) fn bytes_per_transfer(&self) -> Outcome<f64> {
        let grown = u32::try_from(self.size()?.saturating_sub(self.size_before))?;
        Ok(f64::from(grown) / f64::from(u32::try_from(self.sent * TRANSFERS)?))
    }

    fn send(&self, body: &str) -> Result<(), String> {
        match User::new(&self.api, &self.tokens, None).post("/v1/statements", JSON, body) {
            Ok(answer) if answer.status().as_u16() == 202 => Ok(()),
            Ok(answer) => Err(format!("a statement was answered {}", answer.status())),
            Err(error) => Err(format!("a statement was not accepted: {error}")),
        }
    }

    fn number(&self, query: &'static store::Query, column: &str) -> Outcome<i64> {
        let row = self.runtime.block_on(self.store.query_optional(query, params![]))?;
        Ok(row.ok_or("no row")?.integer(column)?)
    }

    fn size(&self) -> Outcome<u64> {
        match &self.location {
            StoreLocation::Sqlite { path } => Ok(std::fs::metadata(path)?.len()),
            StoreLocation::Postgres { .. } => Ok(u64::try_from(self.number(&SIZE, "size")?)?),
        }
    }
}
