use jiff::ToSpan as _;
use jiff::civil::date;

use super::*;

const FRIDAY: Date = date(2026, 11, 20);

fn kept(named: impl IntoIterator<Item = (Date, bool)>) -> Calendar {
    Calendar { named: named.into_iter().collect(), is_kept: true, cut_offs: BTreeMap::new() }
}

#[test]
fn bnk_07_without_a_calendar_every_day_is_a_business_day_and_nothing_is_late() {
    let calendar = Calendar::default();
    for day in FRIDAY.series(1.day()).take(900) {
        assert!(calendar.is_business_day(day));
        for ready in [day.at(0, 0, 0, 0), day.at(23, 59, 59, 999_999_999)] {
            assert_eq!(calendar.day_of(day, ready, None), day);
        }
    }
}

#[test]
fn bnk_07_a_cut_off_time_is_a_minute_of_the_day() {
    for (text, minute) in [("00:00", 0), ("00:01", 1), ("09:05", 545), ("17:00", 1_020), ("23:59", 1_439)] {
        let cut_off: CutOff = text.parse().unwrap();
        assert_eq!((cut_off.minute(), cut_off.to_string().as_str()), (minute, text));
        assert_eq!(CutOff::try_from(minute), Ok(cut_off));
    }
    for text in [
        "",
        ":",
        "24:00",
        "17:60",
        "7:00",
        "17:0",
        "17:000",
        "+7:00",
        "17:+1",
        "17.00",
        "17:00:00",
        " 17:00",
        "१७:००",
    ] {
        assert_eq!(text.parse::<CutOff>(), Err(CutOffError), "{text}");
    }
    for minute in [i64::MIN, -1, 1_440, i64::MAX] {
        assert_eq!(CutOff::try_from(minute), Err(CutOffError), "{minute}");
    }
    // The minute itself is late, the moment before it is not.
    let (calendar, cut_off) = (kept([]), Some("17:00".parse().unwrap()));
    assert_eq!(calendar.day_of(FRIDAY, FRIDAY.at(16, 59, 59, 999_999_999), cut_off), FRIDAY);
    assert_eq!(calendar.day_of(FRIDAY, FRIDAY.at(17, 0, 0, 0), cut_off), date(2026, 11, 23));
    // Whatever was ready the day before is in time, however late a worker comes.
    assert_eq!(calendar.day_of(FRIDAY, date(2026, 11, 19).at(23, 59, 0, 0), cut_off), FRIDAY);
}

#[test]
fn bnk_07_pauses_longer_than_any_and_the_end_of_the_calendar_have_an_end() {
    let closed = kept(FRIDAY.series(1.day()).take(400).map(|day| (day, false)));
    let found = closed.business_day_from(FRIDAY);
    assert_eq!(found, FRIDAY.saturating_add(61.days()), "whoever waits looks again then");
    assert_eq!(kept([]).business_day_from(Date::MAX), Date::MAX);
    assert_eq!(kept([(Date::MAX, false)]).business_day_from(Date::MAX), Date::MAX);
    assert_eq!(kept([]).business_day_from(Date::MIN), Date::MIN);
}

/// Days of the two years that a bank in Russia names: holidays and moved days.
const NAMED: &[(i32, bool)] = &[
    // Days after Friday, 20 November 2026. January: ten days in a row, over the turn of the year.
    (41, false),
    (42, false),
    (43, false),
    (44, false),
    (45, false),
    (46, false),
    (47, false),
    (48, false),
    (49, false),
    (50, false),
    // A Saturday that is worked for the Monday after it, and the holiday on the Tuesday.
    (92, true),
    (94, false),
    (95, false),
    // A named day that says what its weekday says, a lone holiday, two weekends in a row that are worked.
    (109, false),
    (162, false),
    (171, false),
    (204, false),
    (316, true),
    (317, true),
    (323, true),
    (324, true),
    // A Sunday before a holiday, and the second January.
    (350, false),
    (405, true),
    (406, false),
    (407, false),
    (408, false),
    (409, false),
    (410, false),
    (413, false),
];

/// The model: numbers of days, no dates. Day 0 is a Friday.
fn is_open(number: i32) -> bool {
    let named = NAMED.iter().find(|(day, _)| *day == number);
    named.map_or(!matches!((number + 4) % 7, 5 | 6), |(_, is_open)| *is_open)
}

#[test]
fn bnk_07_nine_hundred_days_are_what_a_second_program_says() {
    let calendar =
        kept(NAMED.iter().map(|(number, is_open)| (FRIDAY.saturating_add(number.days()), *is_open)));
    let number_of = |day: Date| FRIDAY.until(day).unwrap().get_days();
    let mut moved = 0;
    for ready_on in 0..900 {
        let day = FRIDAY.saturating_add(ready_on.days());
        assert_eq!(calendar.is_business_day(day), is_open(ready_on), "{day}");
        for (hour, minute) in [(0, 0), (16, 59), (17, 0), (23, 59)] {
            for cut_off in [None, Some("00:00"), Some("17:00"), Some("23:59")] {
                for ahead in [-3, 0, 1, 2, 9, 40] {
                    // The model tries day after day and asks of each whether it is one.
                    let late_from = cut_off.map(|text| text.replace(':', "").parse::<i32>().unwrap());
                    let is_late = late_from.is_some_and(|from| hour * 100 + minute >= from);
                    let mut expected = ready_on.max(ready_on + ahead);
                    while !is_open(expected) || (expected == ready_on && is_late) {
                        expected += 1;
                    }
                    let wanted = day.saturating_add(ahead.days()).max(day);
                    let ready = day.at(i8::try_from(hour).unwrap(), i8::try_from(minute).unwrap(), 0, 0);
                    let cut_off = cut_off.map(|text| text.parse().unwrap());
                    let found = calendar.day_of(wanted, ready, cut_off);
                    assert_eq!(number_of(found), expected, "{ready} {wanted} {cut_off:?}");
                    moved += i32::from(found != wanted);
                }
            }
        }
    }
    assert!(moved > 20_000, "{moved}");
}
