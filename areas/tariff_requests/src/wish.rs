//! Requests before they are made, and the rules that are in their way.

use crate::broken_rule::BrokenRule;
use crate::document::RequestedChange;
use crate::plan::{FutureChange, PlanCode, PlanStatus, TariffPlan};
use crate::request::RequestId;

/// Plan or cancellation that a caller asks for, before it is looked up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Another plan; a text that is no code names none.
    Change(Option<PlanCode>),
    /// To cancel the change with this identifier.
    Cancel(i64),
}

impl Wish {
    /// Names the other request of the client that keeps this wish from being granted.
    pub const fn broken_by(&self, other: RequestId) -> BrokenRule {
        match self {
            Self::Change(_) => BrokenRule::RequestAlreadyExists(other),
            Self::Cancel(_) => BrokenRule::CancelAlreadyRequested(other),
        }
    }
}

impl From<&RequestedChange> for Wish {
    fn from(asked: &RequestedChange) -> Self {
        match asked {
            RequestedChange::Change(plan) => Self::Change(Some(plan.code.clone())),
            RequestedChange::Cancel(change) => Self::Cancel(change.id),
        }
    }
}

/// Takes the plan that was found, if a client may ask for it.
pub fn offered(plan: Option<TariffPlan>) -> Result<TariffPlan, BrokenRule> {
    plan.filter(|plan| plan.status == PlanStatus::Offered).ok_or(BrokenRule::TariffPlanNotFound)
}

/// Takes the client's change that lies ahead, if it is the one with this identifier.
pub fn planned(change: Option<FutureChange>, id: i64) -> Result<FutureChange, BrokenRule> {
    change.filter(|change| change.id == id).ok_or(BrokenRule::FutureChangeNotFound)
}

#[cfg(test)]
mod tests;
