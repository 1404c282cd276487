//! Facts that a document is made of.

use clients::Company;
use jiff::civil::Date;
use kernel::{Language, Translated};
use uuid::Uuid;

use crate::plan::{CurrentPlan, FutureChange, PlanCode, TariffPlan};
use crate::request::DocumentType;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequestedChange {
    Change(TariffPlan),
    Cancel(FutureChange),
}

impl RequestedChange {
    pub const fn document_type(&self) -> DocumentType {
        match self {
            Self::Change(_) => DocumentType::Change,
            Self::Cancel(_) => DocumentType::CancelFutureChange,
        }
    }

    /// Names the plan that is asked for, or that was to come: code, the bank's own name, the name for clients.
    pub const fn plan(&self) -> (&PlanCode, &str, &Translated) {
        match self {
            Self::Change(plan) => (&plan.code, plan.name.as_str(), &plan.public_name),
            Self::Cancel(change) => (&change.plan_code, change.plan_name.as_str(), &change.public_name),
        }
    }

    pub const fn future_change(&self) -> Option<i64> {
        match self {
            Self::Change(_) => None,
            Self::Cancel(change) => Some(change.id),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentFacts {
    pub language: Language,
    /// The bank's name in that language.
    pub bank_name: String,
    pub company: Company,
    pub current_plan: Option<CurrentPlan>,
    pub asked: RequestedChange,
    /// Today, where the bank is.
    pub date: Date,
    /// The number of the request and the name of its document; a template that is only looked at has neither.
    pub identity: Option<(i64, Uuid)>,
}
