//! The sizes of the units of work that apply rows.

use std::time::Duration;

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
