//! Days and their moments.

use jiff::civil::date;
use kernel::BankZone;

use super::*;

fn zone(name: &str) -> BankZone {
    name.parse().unwrap()
}

#[test]
fn onl_01_days_have_one_written_form() {
    assert_eq!(day("2026-11-20"), Some(date(2026, 11, 20)));
    assert_eq!(day("0001-01-01"), Some(date(1, 1, 1)));
    for wrong in
        ["", "2026-11-2", "20261120", "2026-13-01", "2026-02-29", "-026-11-20", "2026-11-20T", "２026-11-2"]
    {
        assert_eq!(day(wrong), None, "{wrong}");
    }
}

#[test]
fn onl_01_both_days_of_a_period_are_whole_days_of_the_bank() {
    let period = Period::new(Some(date(2026, 11, 20)), Some(date(2026, 11, 20))).unwrap();
    let moscow = zone("Europe/Moscow");
    let (start, end) = (period.start(&moscow).unwrap(), period.end(&moscow).unwrap());
    assert_eq!(moscow.date_time_text(start), "2026-11-20T00:00:00+03:00");
    assert_eq!(moscow.date_time_text(end), "2026-11-21T00:00:00+03:00");
    // A day of 25 hours.
    let berlin = zone("Europe/Berlin");
    let autumn = Period::new(Some(date(2026, 10, 25)), Some(date(2026, 10, 25))).unwrap();
    let hours =
        (autumn.end(&berlin).unwrap().unix_seconds() - autumn.start(&berlin).unwrap().unix_seconds()) / 3600;
    assert_eq!(hours, 25);
}

#[test]
fn onl_01_the_ends_of_the_calendar_are_days_too() {
    let moscow = zone("Europe/Moscow");
    let all = Period::new(Some(date(1, 1, 1)), Some(date(9999, 12, 31))).unwrap();
    assert!(all.start(&moscow).is_some() && all.end(&moscow).is_none());
    assert_eq!(Period::default().start(&moscow), None);
    assert_eq!(Period::new(Some(date(2026, 1, 2)), Some(date(2026, 1, 1))), None);
}
