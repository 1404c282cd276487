//! An area as one value: everything that it brings along, so that the program lists it once.
//!
//! An area hands out two things. [`Area`] is known before the program starts and needs no settings: names, tables,
//! SQL texts, importers, kinds of jobs, description. [`Opened`] is the area at work: its operations, pages and
//! workers, made by a function `open` out of the surroundings that every area is [`Given`] and of settings of its own.
//! Every area names the [`Author`] of its entries in the trail.

mod author;
mod given;
mod opened;
mod sandbox_operations;

use std::sync::Arc;

use import::TableImporter;
use jiff::civil::Date;
use jobs::JobKind;
use kernel::Cnum;
use orders::OrderKind;
use pages::Section;
use retention::Kind;
use sandbox::triggers::Trigger;
use sealing::Purpose;
use store::{DynamicQuery, MigrationTree, Query, Table};
use switches::Switch;
use utoipa::openapi::OpenApi;

pub use author::Author;
pub use given::{Basics, Given};
pub use opened::Opened;
pub use sandbox_operations::{SandboxOperationError, sandbox_router};

/// Everything about an area that no setting decides.
#[derive(Clone, Copy, Debug)]
pub struct Area {
    /// The name of its description, such as `tariff-requests`.
    pub name: &'static str,
    /// The listener at which its operations are.
    pub listener: Listener,
    /// The paths of its operations, with everything below them.
    pub prefixes: &'static [&'static str],
    /// The entries of the online bank's menu that lead to its pages.
    pub sections: &'static [Section],
    pub migrations: &'static MigrationTree,
    /// The tables, and parts of them, that structs declare: for the test that compares them with what the migrations
    /// made.
    pub tables: &'static [Table],
    pub queries: &'static [&'static [&'static Query]],
    /// Makes the texts that it puts together while the program runs, as for one company and day, in the shapes that
    /// they take: for the test that reads the plans of all texts. The error names a shape that it does not understand.
    pub dynamic_queries: fn(&Cnum, Date) -> Result<Vec<DynamicQuery>, String>,
    /// The bank's files that it takes, in the order in which they are applied.
    pub importers: fn() -> Vec<Arc<dyn TableImporter>>,
    pub job_kinds: &'static [JobKind],
    pub switches: &'static [&'static Switch],
    /// The columns with secrets that the master key seals.
    pub sealed: &'static [SealedPlace],
    pub orders: &'static [&'static OrderKind],
    /// The kinds of its things that are kept for a time.
    pub kept: &'static [&'static Kind],
    /// Values of requests by which a sandbox rehearses what others do.
    pub triggers: &'static [Trigger],
    /// Describes its operations; none of an area that has pages alone.
    pub describe: Option<fn() -> OpenApi>,
}

/// A column with sealed secrets, as the replacement of the master key goes through it (LIF-09).
#[derive(Clone, Copy, Debug)]
pub struct SealedPlace {
    pub name: &'static str,
    /// The purpose that its secrets are sealed for. The key of the row is their owner.
    pub purpose: Purpose,
    /// Reads `owner` and `sealed` of rows after an owner, $1, in the order of owners, at most $2.
    pub behind: &'static Query,
    /// Puts $3 in the place of the secret $2 of an owner, $1; no row when it is another one by now.
    pub replace: &'static Query,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listener {
    Api,
    Identity,
    Bank,
}

impl Area {
    /// Makes an area of operations and tables alone; the rest is set beside it: `Area { sections: …, ..Area::new(…) }`.
    pub const fn new(
        name: &'static str,
        migrations: &'static MigrationTree,
        describe: fn() -> OpenApi,
    ) -> Self {
        Self { describe: Some(describe), ..Self::of_pages(name, migrations) }
    }

    /// Makes an area without operations; the rest is set beside it.
    pub const fn of_pages(name: &'static str, migrations: &'static MigrationTree) -> Self {
        Self {
            name,
            listener: Listener::Api,
            prefixes: &[],
            sections: &[],
            migrations,
            queries: &[],
            tables: &[],
            dynamic_queries: |_, _| Ok(Vec::new()),
            importers: Vec::new,
            job_kinds: &[],
            switches: &[],
            sealed: &[],
            orders: &[],
            kept: &[],
            triggers: &[],
            describe: None,
        }
    }

    pub fn queries(&self) -> Vec<&'static Query> {
        let of_kinds = self.kept.iter().flat_map(|kind| kind.queries());
        self.queries.iter().copied().flatten().copied().chain(of_kinds).collect()
    }
}
