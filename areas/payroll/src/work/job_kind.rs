//! Kinds of the area's jobs: use cases enqueue them, `worker` does them.

use jobs::JobKind;

use super::switch::{PAYROLL, STATEMENT};

pub const CHECK: JobKind =
    JobKind::new("payroll.check", "statement", "Checks a statement that was created or corrected");
pub const EXECUTE: JobKind = JobKind::new("payroll.execute", "statement", "Moves the money of a statement")
    .stopped_by(&PAYROLL)
    .stopped_by(&STATEMENT);
/// Asks what became of the payments of a statement to other banks. A kind of its own, so that a rail that is slow to
/// answer takes no worker from the statements whose money is to be moved.
pub const RAIL: JobKind = JobKind::new(
    "payroll.rail",
    "statement",
    "Asks what became of the payments of a statement to other banks",
);
pub const LAPSE: JobKind =
    JobKind::new("payroll.lapse", "statement", "Ends a statement whose signatures do not come");

pub const FORGET: JobKind =
    JobKind::new("payroll.forget", "roll", "Forgets a list that nobody made into a statement");

/// Does what a trigger asks of the people of the company.
pub const PEOPLE: JobKind = JobKind::new(
    "payroll.people",
    "statement",
    "Signs or deletes a statement of a sandbox as its trigger asks",
);

pub const ALL: &[JobKind] = &[CHECK, EXECUTE, RAIL, LAPSE, FORGET, PEOPLE];
