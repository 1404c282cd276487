//! The bank's decision about a signed request.

use jiff::civil::Date;

use crate::plan::{FutureChange, PlanCode, PlanStatus, effective_date};
use crate::request::{DeclineReason, DocumentType};

#[derive(Clone, Copy, Debug)]
pub struct Situation<'a> {
    pub document_type: DocumentType,
    /// The plan that is asked for, or that was to come.
    pub target: &'a PlanCode,
    pub change_to_cancel: Option<i64>,
    /// The day on which all signatures were there, where the bank is.
    pub signed_on: Date,
    pub is_client_open: bool,
    /// True while everybody who signed may sign for the client, and with the same certificate.
    pub do_signatures_stand: bool,
    /// The status of that plan; none when there is no such plan.
    pub target_status: Option<PlanStatus>,
    pub current: Option<&'a PlanCode>,
    pub planned: Option<&'a FutureChange>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The client gets the plan from this day on; a change that was planned gives way.
    Plan {
        /// The first day of the new plan. It has come already when the bank was late.
        effective_from: Date,
    },
    CancelPlanned,
    Decline(DeclineReason),
}

/// Decides. The rules are those that the documents state (`documents/`), in their order:
///
/// | Request | Situation | Decision |
/// |---|---|---|
/// | any | the bank does not serve the client | decline, `CLIENT_CLOSED` |
/// | any | somebody who signed may sign no more | decline, `SIGNATURE_LOST` |
/// | change | the plan is withdrawn | decline, `PLAN_WITHDRAWN` |
/// | change | the client has the plan and no other ahead | decline, `ALREADY_ON_PLAN` |
/// | change | otherwise | the plan, from the first of the month after the last signature |
/// | cancel | the change lies ahead and was signed against before its day | cancel it |
/// | cancel | otherwise | decline, `CHANGE_NOT_PLANNED` |
pub fn decide(situation: Situation<'_>) -> Decision {
    if !situation.is_client_open {
        return Decision::Decline(DeclineReason::ClientClosed);
    }
    if !situation.do_signatures_stand {
        return Decision::Decline(DeclineReason::SignatureLost);
    }
    match situation.document_type {
        DocumentType::Change => {
            if situation.target_status != Some(PlanStatus::Offered) {
                Decision::Decline(DeclineReason::PlanWithdrawn)
            } else if situation.current == Some(situation.target) && situation.planned.is_none() {
                Decision::Decline(DeclineReason::AlreadyOnPlan)
            } else {
                Decision::Plan { effective_from: effective_date(situation.signed_on) }
            }
        }
        DocumentType::CancelFutureChange => {
            let planned = situation.planned.filter(|change| Some(change.id) == situation.change_to_cancel);
            match planned {
                Some(change) if situation.signed_on < change.effective_from => Decision::CancelPlanned,
                _ => Decision::Decline(DeclineReason::ChangeNotPlanned),
            }
        }
    }
}

#[cfg(test)]
mod tests;
