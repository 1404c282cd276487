//! Progress of an import, and the size of its steps.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use store::Tx;

use crate::limits::SIGN_OF_LIFE;
use crate::{ImportError, KEY_ROWS_MAX, Report};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The files are read into the staging table.
    Reading,
    /// Staged rows are compared with each other and with the database.
    Checking,
    Applying,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    pub stage: Stage,
    /// Rows that are done in this stage.
    pub done: u64,
    /// All rows; 0 while they are read, because nobody knows yet.
    pub total: u64,
}

/// Hears of every step of an import in chunks; `Break` ends it there, as a death of the process would, and the next run
/// goes on.
pub type Listener = Arc<dyn Fn(Progress) -> ControlFlow<()> + Send + Sync>;

/// The time since some moment; it never goes back. Passed in, so that a test decides what a chunk takes.
pub type Stopwatch = Arc<dyn Fn() -> Duration + Send + Sync>;

/// Does the last of an import, in the unit of work that ends it: both are kept, or neither.
pub type AtEnd = Arc<dyn Fn(&mut Tx, &Report) -> Result<(), ImportError> + Send + Sync>;

/// The size of the steps, and whoever takes part in them.
#[derive(Clone)]
pub struct Pace {
    /// From so many bytes on, the files that can be applied in chunks are.
    pub chunked_from_bytes: u64,
    /// Rows that one unit of work applies.
    pub chunks: ChunkSizes,
    /// The time between two units, in which others come to their turn.
    pub pause: Duration,
    /// The most rows with one key, which are one unit however many they are.
    pub key_rows_max: u32,
    pub sign_of_life: Duration,
    pub stopwatch: Stopwatch,
    pub listener: Listener,
    pub at_end: AtEnd,
}

impl Default for Pace {
    fn default() -> Self {
        let begun = Instant::now();
        Self {
            chunked_from_bytes: 4 * 1024 * 1024,
            chunks: ChunkSizes::USUAL,
            pause: Duration::from_millis(1),
            key_rows_max: KEY_ROWS_MAX,
            sign_of_life: SIGN_OF_LIFE,
            stopwatch: Arc::new(move || begun.elapsed()),
            listener: Arc::new(|_| ControlFlow::Continue(())),
            at_end: Arc::new(|_, _| Ok(())),
        }
    }
}

kernel::debug_shows!(Pace { chunked_from_bytes, chunks, pause, .. });

/// The most by which one size is smaller or larger than the one before: a slow disk for a moment changes little.
const STEP_DOWN: u32 = 4;
const STEP_UP: u32 = 2;

/// The sizes of the units of work that apply rows, in staged rows: each is aimed at a time, by what the last one took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChunkSizes {
    pub first: u32,
    /// The fewest rows of a unit, of which the commit would take most of the time; at least one.
    pub fewest: u32,
    /// The most rows of a unit, which the process holds in memory.
    pub most: u32,
    /// The time of a unit where everybody else waits for it (SQLite).
    pub aim_alone: Duration,
    /// The time of a unit where others are at work beside it (PostgreSQL).
    pub aim_beside: Duration,
}

impl ChunkSizes {
    /// Units of `rows` rows, whatever they take.
    pub const fn fixed(rows: u32) -> Self {
        Self { first: rows, fewest: rows, most: rows, ..Self::USUAL }
    }

    /// The sizes that hold nobody up for long and lose little to commits (docs/adr/0026 has the figures).
    pub const USUAL: Self = Self {
        first: 200,
        fewest: 50,
        most: 10_000,
        aim_alone: Duration::from_millis(5),
        aim_beside: Duration::from_millis(100),
    };

    /// The size of the unit after one of `size` rows, of which `rows` were there, that `took` so long and should have
    /// taken `aim`.
    pub fn next(&self, size: u32, rows: u64, took: Duration, aim: Duration) -> u32 {
        let most = self.most.max(1);
        let bounded = |size: u32| size.clamp(self.fewest.clamp(1, most), most);
        if rows < u64::from(size) && took <= aim {
            // The last one of a file tells nothing of larger ones.
            return bounded(size);
        }
        let fitting = u128::from(rows).saturating_mul(aim.as_nanos()) / took.as_nanos().max(1);
        let (least, greatest) = (size / STEP_DOWN, size.saturating_mul(STEP_UP));
        bounded(u32::try_from(fitting).unwrap_or(u32::MAX).clamp(least, greatest))
    }
}
