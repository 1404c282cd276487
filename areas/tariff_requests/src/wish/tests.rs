use jiff::civil::Date;
use kernel::{Money, Translated};

use super::{Wish, offered, planned};
use crate::broken_rule::BrokenRule;
use crate::plan::{FutureChange, PlanStatus, TariffPlan};
use crate::request::RequestId;

fn both() -> Translated {
    Translated { russian: "Рост".to_owned(), english: "Growth".to_owned() }
}

fn plan(status: PlanStatus) -> TariffPlan {
    TariffPlan {
        code: "GROWTH".parse().unwrap(),
        name: "GROWTH 2026".to_owned(),
        public_name: both(),
        summary: both(),
        monthly_fee: Money::from_minor(100),
        status,
        sections: Vec::new(),
    }
}

fn change(id: i64) -> FutureChange {
    FutureChange {
        id,
        plan_code: "GROWTH".parse().unwrap(),
        plan_name: "GROWTH 2026".to_owned(),
        public_name: both(),
        effective_from: Date::constant(2026, 12, 1),
    }
}

#[test]
fn tar_02_only_an_offered_plan_can_be_asked_for() {
    assert!(offered(Some(plan(PlanStatus::Offered))).is_ok());
    assert_eq!(offered(Some(plan(PlanStatus::Withdrawn))), Err(BrokenRule::TariffPlanNotFound));
    assert_eq!(offered(None), Err(BrokenRule::TariffPlanNotFound));
}

#[test]
fn tar_08_only_the_change_ahead_can_be_cancelled() {
    assert!(planned(Some(change(7)), 7).is_ok());
    assert_eq!(planned(Some(change(7)), 8), Err(BrokenRule::FutureChangeNotFound));
    assert_eq!(planned(None, 7), Err(BrokenRule::FutureChangeNotFound));
}

#[test]
fn tar_09_each_wish_names_the_request_in_its_way() {
    let other = RequestId::try_from(5).unwrap();
    assert_eq!(Wish::Change(None).broken_by(other), BrokenRule::RequestAlreadyExists(other));
    assert_eq!(Wish::Cancel(1).broken_by(other), BrokenRule::CancelAlreadyRequested(other));
}
