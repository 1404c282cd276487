//! Plans that share everything, something and nothing.

use kernel::{Language, Money, Translated};

use super::{ComparedFee, compare};
use crate::plan::{Fee, FeeSection, PlanStatus, TariffPlan};

fn text(text: &str) -> Translated {
    Translated { russian: text.to_owned(), english: format!("{text} in English") }
}

fn plan(sections: &[(&str, &[(&str, &str)])]) -> TariffPlan {
    let fee = |(service, price): &(&str, &str)| Fee { service: text(service), price: text(price) };
    let section = |(title, fees): &(&str, &[(&str, &str)])| FeeSection {
        title: text(title),
        fees: fees.iter().map(fee).collect(),
    };
    TariffPlan {
        code: "PLAN".parse().unwrap(),
        name: String::new(),
        public_name: text("Plan"),
        summary: text("Summary"),
        monthly_fee: Money::from_minor(0),
        status: PlanStatus::Offered,
        sections: sections.iter().map(section).collect(),
    }
}

fn rows(today: Option<&TariffPlan>, new: &TariffPlan) -> Vec<String> {
    let price = |price: &Option<String>| price.clone().unwrap_or_else(|| "-".to_owned());
    let row = |title: &str, fee: &ComparedFee| {
        format!("{title}/{}: {} {}", fee.service, price(&fee.today), price(&fee.new))
    };
    let sections = compare(today, new, Language::Russian);
    sections.iter().flat_map(|section| section.fees.iter().map(|fee| row(&section.title, fee))).collect()
}

#[test]
fn onl_07_equal_services_stand_side_by_side() {
    let today = plan(&[("A", &[("one", "1"), ("two", "2")]), ("B", &[("old", "9")])]);
    let new = plan(&[("C", &[("new", "5")]), ("A", &[("two", "2"), ("one", "0"), ("three", "3")])]);
    assert_eq!(
        rows(Some(&today), &new),
        ["C/new: - 5", "A/two: 2 2", "A/one: 1 0", "A/three: - 3", "B/old: 9 -"]
    );
    let sections = compare(Some(&today), &new, Language::English);
    let differing = sections.iter().flat_map(|section| &section.fees).filter(|fee| fee.differs()).count();
    assert_eq!(differing, 4);
    assert_eq!(sections[1].fees[0].today.as_deref(), Some("2 in English"));
}

#[test]
fn onl_07_without_a_plan_every_price_is_new() {
    let new = plan(&[("A", &[("one", "1")])]);
    assert_eq!(rows(None, &new), ["A/one: - 1"]);
}

#[test]
fn onl_07_a_service_that_is_named_twice_loses_no_price() {
    let today = plan(&[("A", &[("one", "1")])]);
    let new = plan(&[("A", &[("one", "5"), ("one", "6")])]);
    assert_eq!(rows(Some(&today), &new), ["A/one: 1 5", "A/one: - 6"]);
    assert_eq!(rows(Some(&new), &today), ["A/one: 5 1", "A/one: 6 -"]);
}
