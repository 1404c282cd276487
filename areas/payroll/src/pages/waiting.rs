//! Statements that wait for the person, on the first page and in the menu (ONL-02).

use pages::{Person, Reply, Section, SectionGuide, Waiting, money};

use super::figures::badge;
use super::words::Words;
use crate::state::PayrollState;
use crate::work::waiting::waiting;

/// Guides people to their statements.
#[derive(Clone, Debug)]
pub struct PayrollGuide(pub PayrollState);

impl SectionGuide for PayrollGuide {
    fn section(&self) -> Section {
        Section::Payroll
    }

    fn waiting<'a>(&'a self, person: Person<'a>) -> Reply<'a, Option<Vec<Waiting>>> {
        Box::pin(async move {
            let (words, language) = (Words::of(person.language), person.language);
            let tallies = waiting(&self.0, person.user, person.company).await?;
            let entry = |tally: crate::waiting::Tally| {
                let (class, name) = badge(tally.status, words);
                Waiting {
                    name,
                    count: tally.count,
                    sum: tally.sum.map(|sum| money(sum, "RUR", language)),
                    path: format!("/bank/payroll?status={}", tally.status.as_str()),
                    is_fault: class == "bad",
                }
            };
            Ok(tallies.map(|tallies| tallies.into_iter().map(entry).collect()))
        })
    }
}
