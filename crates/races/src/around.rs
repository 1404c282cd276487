//! All that the files of the product name and that no thread waits for, in its smallest form.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::time::Duration;

use kernel::Instant;
use spans::TraceContext;

use crate::database::{Connection as Sqlite, Database, Rows};
use crate::{StoreError, sql};

#[macro_export]
macro_rules! params {
    ($($value:expr),* $(,)?) => { ::std::vec![$($crate::Value::from($value)),*] };
}

#[macro_export]
macro_rules! queries {
    ($($(#[$documentation:meta])* $visibility:vis $name:ident = $sql:expr;)+) => {
        $($(#[$documentation])* $visibility static $name: $crate::Query = $crate::Query { parts: &$sql };)+
    };
}

#[macro_export]
macro_rules! text {
    ($($part:expr),+ $(,)?) => { [$($part),+] };
}

#[derive(Debug)]
#[expect(unreachable_pub, reason = "statements of jobs are public")]
pub struct Query {
    pub(crate) parts: &'static (dyn Parts + Sync),
}

pub(crate) trait Parts: std::fmt::Debug {
    fn text(&self) -> String;
}

impl Parts for &str {
    fn text(&self) -> String {
        (*self).to_owned()
    }
}

impl<const COUNT: usize> Parts for [&str; COUNT] {
    fn text(&self) -> String {
        self.concat()
    }
}

/// A value of a column or a parameter.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Value {
    Null,
    Integer(i64),
    Text(String),
    Boolean(bool),
}

macro_rules! values {
    ($($type:ty => |$value:ident| $conversion:expr;)+) => {$(
        impl From<$type> for Value {
            fn from($value: $type) -> Self {
                $conversion
            }
        }
    )+};
}

values! {
    i64 => |value| Self::Integer(value);
    u32 => |value| Self::Integer(value.into());
    &str => |value| Self::Text(value.to_owned());
    String => |value| Self::Text(value);
    Instant => |value| Self::Integer(value.microseconds());
}

pub(crate) struct Row(pub(crate) BTreeMap<String, Value>);

/// The columns of a job that is due.
type Due<'row> = (&'row str, i64, (i64, Instant, Option<&'row str>));

impl Row {
    pub(crate) fn read(&self) -> Result<Due<'_>, StoreError> {
        let number = |column: &str| match self.0[column] {
            Value::Integer(number) => number,
            _ => 0,
        };
        let Value::Text(key) = &self.0["job_key"] else { panic!("a job without a key") };
        let run_at = Instant::from_microseconds(number("run_at_us"));
        Ok((key, number("fencing_token"), (number("deaths"), run_at, None)))
    }
}

/// The limits of a store, and its database in the place of a file.
#[derive(Clone, Debug)]
pub(crate) struct StoreLimits {
    pub(crate) queue_length_max: usize,
    pub(crate) batch_units_max: usize,
    pub(crate) wait_max: Duration,
    pub(crate) sqlite_readers_max: usize,
    pub(crate) rows_max: usize,
    pub(crate) database: Database,
}

pub(crate) struct Tx {
    pub(crate) connection: tx::Connection,
}

/// The engine of a unit of work.
pub(crate) mod tx {
    pub(crate) enum Connection {
        Sqlite(super::Sqlite),
        #[expect(dead_code, reason = "the writer asks for it")]
        Postgres(super::Infallible),
    }
}

impl Tx {
    pub(crate) const fn new(connection: tx::Connection, _rows_max: usize) -> Self {
        Self { connection }
    }

    /// The rows as this unit of work has them.
    pub(crate) fn rows(&self) -> &Sqlite {
        match &self.connection {
            tx::Connection::Sqlite(connection) => connection,
            tx::Connection::Postgres(never) => match *never {},
        }
    }

    pub(crate) fn note(&self, number: i64) {
        self.rows().change(|rows: &mut Rows| rows.notes.push(number));
    }

    #[expect(clippy::needless_pass_by_value, reason = "the shape of the store's")]
    pub(crate) fn execute(&mut self, query: &Query, values: Vec<Value>) -> Result<u64, StoreError> {
        Ok(self.rows().change(|rows| sql::execute(&query.parts.text(), &values, &mut rows.jobs)))
    }

    /// Finds nothing: no switch is on.
    pub(crate) fn query_optional(
        &mut self,
        _: &Query,
        _values: Vec<Value>,
    ) -> Result<Option<Row>, StoreError> {
        Ok(None)
    }

    pub(crate) const fn begin_in(&mut self, _trace: Option<TraceContext>) {}

    pub(crate) const fn take_failure(&mut self) -> Option<StoreError> {
        None
    }

    pub(crate) const fn take_last_failure(&mut self) -> Option<StoreError> {
        None
    }

    pub(crate) const fn scripts(&self) -> u64 {
        0
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct JobKind {
    pub(crate) stopped_by: [&'static str; 2],
}

impl JobKind {
    pub(crate) const fn name(self) -> &'static str {
        "a.kind"
    }
}

pub(crate) struct Switch {
    pub(crate) name: &'static str,
}

pub(crate) static READ_ONLY: Switch = Switch { name: "read_only" };

/// Counts nothing.
pub(crate) mod metric {
    pub(crate) struct Counters;

    impl Counters {
        pub(crate) const fn committed(&self, _units: u64) {}
    }

    pub(crate) struct QueueSlot;

    impl QueueSlot {
        pub(crate) const fn taken() -> Self {
            Self
        }
    }

    #[expect(dead_code, reason = "nobody counts them here")]
    pub(crate) struct Connections {
        pub(crate) open: usize,
        pub(crate) idle: usize,
        pub(crate) most: usize,
    }

    pub(crate) const fn died(_kind: super::JobKind, _deaths: u64) {}
}

pub(crate) mod settle {
    pub(crate) const fn pause_s(attempts: u32) -> i64 {
        1 << attempts
    }
}
