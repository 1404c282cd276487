use jiff::civil::date;
use kernel::{BankZone, Instant};
use proptest::prelude::*;

fn zone(name: &str) -> BankZone {
    name.parse().unwrap()
}

fn instant(text: &str) -> Instant {
    text.parse::<jiff::Timestamp>().unwrap().into()
}

#[test]
fn the_day_changes_at_midnight_of_the_bank() {
    let moscow = zone("Europe/Moscow");
    assert_eq!(moscow.date_of(instant("2026-11-20T20:59:59.999999Z")), date(2026, 11, 20));
    assert_eq!(moscow.date_of(instant("2026-11-20T21:00:00Z")), date(2026, 11, 21));
    assert_eq!(moscow.start_of_day(date(2026, 11, 21)), instant("2026-11-20T21:00:00Z"));
}

#[test]
fn the_day_begins_late_where_midnight_is_skipped() {
    // On 6 September 2020 the clocks of Santiago went from 00:00 to 01:00.
    let santiago = zone("America/Santiago");
    let start = santiago.start_of_day(date(2020, 9, 6));
    assert_eq!(santiago.date_time_text(start), "2020-09-06T01:00:00-03:00");
}

#[test]
fn date_times_carry_the_offset_of_the_bank() {
    assert_eq!(
        zone("Europe/Moscow").date_time_text(instant("2026-11-20T09:00:00Z")),
        "2026-11-20T12:00:00+03:00"
    );
    assert_eq!(zone("UTC").date_time_text(instant("2026-11-20T09:00:00.5Z")), "2026-11-20T09:00:00.5+00:00");
}

#[test]
fn only_names_of_the_database_are_zones() {
    for name in ["", "Europe/Nowhere", "MSK-3", "+03:00", "../etc/passwd"] {
        assert!(name.parse::<BankZone>().is_err(), "{name:?}");
    }
    assert_eq!(zone("Europe/Moscow").to_string(), "Europe/Moscow");
}

#[test]
fn the_ends_of_time_are_survived() {
    let moscow = zone("Europe/Moscow");
    for end in [Instant::from_microseconds(i64::MIN), Instant::from_microseconds(i64::MAX)] {
        let _ = moscow.start_of_day(moscow.date_of(end));
        assert!(!moscow.date_time_text(end).is_empty());
    }
}

proptest! {
    #[test]
    fn every_moment_lies_in_its_day(microseconds in 0_i64..4_000_000_000_000_000) {
        let zone = zone("America/Santiago");
        let moment = Instant::from_microseconds(microseconds);
        let day = zone.date_of(moment);
        prop_assert!(zone.start_of_day(day) <= moment);
        prop_assert!(moment < zone.start_of_day(day.tomorrow().unwrap()));
    }
}
