//! The bank's calendar: each statement is executed on its business day (BNK-07).

use std::collections::BTreeMap;

use http::Method;
use jiff::ToSpan as _;
use jiff::civil::{Date, DateTime, date};
use kernel::BankZone;
use serde_json::{Value, json};
use testkit::{Answer, Bench, on_both_engines};

use crate::orders::System;
use crate::triggers::{BOTH_KEYS, Line, Sent, Stage};

const PATH: &str = "/bank/v1/calendar";
/// The Friday on which every test begins, at noon.
const FRIDAY: Date = date(2026, 11, 20);

store::queries! {
    /// The moments at which statements were scheduled, and at which their execution began.
    STEPS = "select s.external_id, h.to_state, h.at_us from payroll_history h
        join payroll_statements s on s.statement_id = h.statement_id
        where h.to_state = 'PROCESSING' or h.to_state = 'SCHEDULED' order by h.at_us";
    /// The events about scheduled statements.
    SCHEDULED = "select x.data from (select data, event_type from events union all \
        select data, event_type from event_outbox) x where x.event_type = 'payroll.statement.scheduled'";
    /// The entries of the trail about the calendar.
    TOLD = "select detail from audit_entries where action = 'bank_calendar.told' order by id";
}

fn zone() -> BankZone {
    "Europe/Moscow".parse().expect("a zone")
}

/// Sets the clock to a time in the bank's zone, and does what is due.
async fn at(stage: &Stage<'_>, time: DateTime) {
    stage.bench.clock.set(zone().moment_of(time).expect("a moment"));
    stage.work().await;
}

async fn core(bench: &Bench) -> System {
    System::added(bench, "core", orders::Role::Core).await
}

async fn put(stage: &Stage<'_>, system: &System, body: &Value) -> Answer {
    let token = system.token(stage).await;
    stage.bank.request(Method::PUT, PATH).bearer(&token).json(body).send().await
}

/// Names days and sets the cut-off time of statements.
async fn tell(stage: &Stage<'_>, system: &System, days: &[(Date, bool)], until: Option<&str>) -> Value {
    let days: Vec<_> = days
        .iter()
        .map(|(day, is_open)| json!({ "date": day.to_string(), "isBusinessDay": is_open }))
        .collect();
    let mut body = json!({ "days": days });
    if let Some(until) = until {
        body["cutOffs"] = json!([{ "kind": "payroll.execute", "until": until }]);
    }
    let answer = put(stage, system, &body).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

/// Sends a statement of one transfer that both keys have signed.
async fn signed(stage: &Stage<'_>, id: &str, date: Option<Date>) -> String {
    let date = date.map(|date| date.to_string());
    let lines = vec![Line::own("10.00", 101)];
    stage.statement(id, &Sent { lines, signers: BOTH_KEYS, date: date.as_deref(), ..Sent::default() }).await
}

/// The codes of the warnings that software is told, with their messages, but for that of a statement like another one.
async fn warnings(stage: &Stage<'_>, id: &str) -> Vec<(String, String)> {
    let told = stage.get(&format!("/v1/statements/{id}")).await.json();
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let all = told["warnings"].as_array().cloned().unwrap_or_default();
    let all = all.iter().map(|warning| (text(&warning["code"]), text(&warning["message"])));
    all.filter(|(code, _)| code != "P13").collect()
}

async fn codes(stage: &Stage<'_>, id: &str) -> Vec<String> {
    warnings(stage, id).await.into_iter().map(|(code, _)| code).collect()
}

/// The time at which each statement took a step.
async fn times(bench: &Bench, state: &str) -> BTreeMap<String, DateTime> {
    let rows = bench.store.query(&STEPS, store::params![]).await.expect("steps");
    let of_state = rows.iter().filter(|row| row.text("to_state").expect("a state") == state);
    let step = |row: &store::Row| {
        let at = zone().time_of(row.instant("at_us").expect("a moment"));
        (row.text("external_id").expect("a name").to_owned(), at)
    };
    of_state.map(step).collect()
}

on_both_engines! {
    async fn bnk_07_without_a_calendar_a_statement_is_executed_on_its_date(bench: Bench) {
        let stage = Stage::new(&bench).await;
        let core = core(&bench).await;
        let token = core.token(&stage).await;
        let told = stage.bank.get(PATH).bearer(&token).send().await;
        assert_eq!((told.status.as_u16(), told.json()), (200, json!({ "days": [], "cutOffs": [] })));
        let saturday = date(2026, 11, 21);
        assert_eq!(signed(&stage, "saturday", Some(saturday)).await, "SCHEDULED");
        assert!(codes(&stage, "saturday").await.is_empty());
        at(&stage, saturday.at(0, 0, 0, 0)).await;
        assert_eq!(stage.status("saturday").await, "EXECUTED");
        at(&stage, saturday.at(23, 59, 59, 0)).await;
        assert_eq!(signed(&stage, "late", None).await, "EXECUTED");
    }

    async fn bnk_07_a_statement_waits_for_a_business_day_and_says_so(bench: Bench) {
        let stage = Stage::new(&bench).await;
        let core = core(&bench).await;
        let (sunday, tuesday) = (date(2026, 11, 22), date(2026, 11, 24));
        // The Saturday is worked for the Monday after it.
        let days = [(date(2026, 11, 21), true), (date(2026, 11, 23), false)];
        let told = tell(&stage, &core, &days, Some("17:00")).await;
        assert_eq!(told["days"][0], json!({ "date": "2026-11-21", "isBusinessDay": true }));
        assert_eq!(told["cutOffs"], json!([{ "kind": "payroll.execute", "until": "17:00" }]));
        // In time on a business day; after its cut-off time; on a worked Saturday; on a Sunday before a holiday.
        assert_eq!(signed(&stage, "in-time", None).await, "EXECUTED");
        assert!(codes(&stage, "in-time").await.is_empty());
        assert_eq!(signed(&stage, "worked", Some(date(2026, 11, 21))).await, "SCHEDULED");
        assert!(codes(&stage, "worked").await.is_empty());
        assert_eq!(signed(&stage, "sunday", Some(sunday)).await, "SCHEDULED");
        let moved = "2026-11-22 — не рабочий день банка, ведомость будет исполнена 2026-11-24";
        assert_eq!(warnings(&stage, "sunday").await, [("P14".to_owned(), moved.to_owned())]);
        at(&stage, FRIDAY.at(17, 0, 0, 0)).await;
        assert_eq!(signed(&stage, "late", None).await, "SCHEDULED");
        let late = "После 17:00 ведомости исполняются на следующий рабочий день: 2026-11-21";
        assert_eq!(warnings(&stage, "late").await, [("P15".to_owned(), late.to_owned())]);
        // Software reads the day that people read.
        let mut days: Vec<_> = bench.store.query(&SCHEDULED, store::params![]).await.expect("events").iter().map(|row| {
            let data: Value = serde_json::from_str(row.text("data").expect("data")).expect("JSON");
            format!("{} {}", data["externalId"], data["day"])
        }).collect();
        days.sort();
        assert_eq!(days, [r#""late" "2026-11-21""#, r#""sunday" "2026-11-24""#, r#""worked" "2026-11-21""#]);
        // The date has passed and the day is over: no word of an execution at once.
        assert_eq!(signed(&stage, "passed", Some(date(2026, 11, 19))).await, "SCHEDULED");
        assert_eq!(codes(&stage, "passed").await, ["P15"]);
        let lines = vec![Line::own("10.00", 101)];
        let asked = stage.request("asked", &Sent { lines: lines.clone(), signers: BOTH_KEYS, ..Sent::default() });
        let asked = stage.post("/v1/statements:validate", None, asked).await.json();
        assert!(asked["warnings"].as_array().expect("warnings").iter().any(|one| one["code"] == "P15"), "{asked}");
        // A statement that people sign is judged when the last has signed.
        let people = Sent { lines, trigger: Some("people-sign"), ..Sent::default() };
        assert_eq!(stage.statement("people", &people).await, "SCHEDULED");
        at(&stage, date(2026, 11, 21).at(0, 0, 0, 0)).await;
        for id in ["late", "passed", "people", "worked"] {
            assert_eq!(stage.status(id).await, "EXECUTED", "{id}");
        }
        for day in [sunday, date(2026, 11, 23)] {
            at(&stage, day.at(12, 0, 0, 0)).await;
            assert_eq!(stage.status("sunday").await, "SCHEDULED");
        }
        // Nobody calls it late, and its job is there.
        assert_eq!(payroll::check(&bench.store).await.expect("a proof").findings, []);
        at(&stage, tuesday.at(0, 0, 0, 0)).await;
        assert_eq!(stage.status("sunday").await, "EXECUTED");
        assert_eq!(times(&bench, "PROCESSING").await["sunday"], tuesday.at(0, 0, 0, 0));
    }

    async fn bnk_07_payments_to_other_banks_have_a_cut_off_time_of_their_own(bench: Bench) {
        let stage = Stage::new(&bench).await;
        let core = core(&bench).await;
        let (own, other) = (("payroll.execute", "18:00"), ("payment.send", "11:59"));
        let cut_offs = [own, other].map(|(kind, until)| json!({ "kind": kind, "until": until }));
        assert_eq!(put(&stage, &core, &json!({ "cutOffs": cut_offs })).await.status, 200);
        let other = Sent {
            lines: vec![Line::own("10.00", 101), Line::other("20.00", 201, "044525998")],
            signers: BOTH_KEYS,
            ..Sent::default()
        };
        assert_eq!(stage.statement("other", &other).await, "SCHEDULED");
        assert_eq!(codes(&stage, "other").await, ["P15"]);
        let asked = stage.post("/v1/statements:validate", None, stage.request("asked", &other)).await.json();
        assert!(asked["warnings"].as_array().expect("warnings").iter().any(|one| one["code"] == "P15"), "{asked}");
        assert_eq!(signed(&stage, "own", None).await, "EXECUTED");
        // Without a day that is named a Saturday is a business day, and a kind without a time is never late.
        at(&stage, date(2026, 11, 21).at(0, 0, 0, 0)).await;
        assert_eq!(stage.status("other").await, "EXECUTED");
        assert_eq!(put(&stage, &core, &json!({ "cutOffs": [{ "kind": "payment.send" }] })).await.status, 200);
        at(&stage, date(2026, 11, 21).at(17, 59, 59, 0)).await;
        assert_eq!(stage.statement("other-2", &other).await, "EXECUTED");
    }

    async fn bnk_07_the_calendar_of_the_day_decides(bench: Bench) {
        let stage = Stage::new(&bench).await;
        let core = core(&bench).await;
        let (saturday, monday) = (date(2026, 11, 28), date(2026, 11, 30));
        let p14 = || vec!["P14".to_owned()];
        tell(&stage, &core, &[(date(2026, 12, 31), false)], None).await;
        for (id, date) in [("saturday", saturday), ("monday", monday), ("sunday", date(2026, 11, 29))] {
            assert_eq!(signed(&stage, id, Some(date)).await, "SCHEDULED");
        }
        assert_eq!((codes(&stage, "saturday").await, codes(&stage, "monday").await), (p14(), vec![]));
        // The Saturday is worked after all, and the Monday is a holiday.
        tell(&stage, &core, &[(saturday, true), (monday, false)], None).await;
        assert_eq!((codes(&stage, "saturday").await, codes(&stage, "monday").await), (vec![], p14()));
        at(&stage, saturday.at(0, 0, 0, 0)).await;
        assert_eq!(stage.status("saturday").await, "EXECUTED");
        at(&stage, monday.at(10, 0, 0, 0)).await;
        assert_eq!([stage.status("monday").await, stage.status("sunday").await], ["SCHEDULED"; 2]);
        // The day is a business day again when it has begun: what waits goes on with the next one.
        tell(&stage, &core, &[(monday, true)], None).await;
        at(&stage, monday.at(23, 59, 59, 0)).await;
        assert_eq!(stage.status("monday").await, "SCHEDULED");
        assert_eq!(signed(&stage, "new", None).await, "EXECUTED");
        at(&stage, date(2026, 12, 1).at(0, 0, 0, 0)).await;
        assert_eq!([stage.status("monday").await, stage.status("sunday").await], ["EXECUTED"; 2]);
    }

    async fn bnk_07_january_goes_over_the_year_and_a_year_without_rows_follows_its_weekdays(bench: Bench) {
        let stage = Stage::new(&bench).await;
        let core = core(&bench).await;
        let holidays: Vec<_> = date(2026, 12, 31).series(1.day()).take(11).map(|day| (day, false)).collect();
        tell(&stage, &core, &holidays, None).await;
        let dates = [date(2026, 12, 31), date(2027, 1, 6), date(2027, 2, 7)];
        for (id, date) in ["eve", "january", "february"].into_iter().zip(dates) {
            assert_eq!(signed(&stage, id, Some(date)).await, "SCHEDULED");
        }
        for day in date(2026, 12, 31).series(1.day()).take(11) {
            at(&stage, day.at(0, 0, 0, 0)).await;
            assert_eq!(stage.status("eve").await, "SCHEDULED", "{day}");
        }
        at(&stage, date(2027, 1, 11).at(0, 0, 0, 0)).await;
        assert_eq!([stage.status("eve").await, stage.status("january").await], ["EXECUTED"; 2]);
        at(&stage, date(2027, 2, 7).at(0, 0, 0, 0)).await;
        assert_eq!(stage.status("february").await, "SCHEDULED", "a Sunday of which no row speaks");
        at(&stage, date(2027, 2, 8).at(0, 0, 0, 0)).await;
        assert_eq!(stage.status("february").await, "EXECUTED");
    }

    async fn bnk_07_workers_that_come_late_keep_to_business_days(bench: Bench) {
        let stage = Stage::new(&bench).await;
        let core = core(&bench).await;
        tell(&stage, &core, &[(date(2026, 12, 31), false)], Some("17:00")).await;
        let lines = vec![Line::own("10.00", 101)];
        // Both are in time, and every worker is away until the evening, or until the weekend.
        for (id, day, time) in [("evening", FRIDAY, FRIDAY.at(21, 0, 0, 0)),
            ("weekend", date(2026, 11, 27), date(2026, 11, 28).at(9, 0, 0, 0))]
        {
            bench.clock.set(zone().moment_of(day.at(16, 59, 0, 0)).expect("a moment"));
            let sent = Sent { lines: lines.clone(), signers: BOTH_KEYS, ..Sent::default() };
            assert_eq!(stage.post("/v1/statements", None, stage.request(id, &sent)).await.status, 202);
            at(&stage, time).await;
        }
        assert_eq!(stage.status("evening").await, "EXECUTED", "its sender was in time");
        assert_eq!(stage.status("weekend").await, "SCHEDULED");
        assert_eq!(codes(&stage, "weekend").await, ["P14"]);
        at(&stage, date(2026, 11, 30).at(0, 0, 0, 0)).await;
        assert_eq!(stage.status("weekend").await, "EXECUTED");
    }

    async fn bnk_07_the_operation_takes_all_or_nothing_and_tells_what_is_wrong(bench: Bench) {
        let stage = Stage::new(&bench).await;
        let core = core(&bench).await;
        let whole = json!({ "days": [{ "date": "2026-11-04", "isBusinessDay": false },
            { "date": "2026-11-20", "isBusinessDay": true }, { "date": "2031-11-20", "isBusinessDay": false }],
            "cutOffs": [{ "kind": "payment.send", "until": "00:00" },
                { "kind": "payroll.execute", "until": "23:59" }] });
        let first = put(&stage, &core, &whole).await;
        assert_eq!(first.status, 200, "{}", first.text());
        // From today on; a day that has passed was noted and is over.
        assert_eq!(first.json()["days"].as_array().map(Vec::len), Some(2));
        assert_eq!(put(&stage, &core, &whole).await.text(), first.text(), "the same again changes nothing");
        let day = |date: &str, is_open: Value| json!({ "days": [{ "date": date, "isBusinessDay": is_open }] });
        let passed = put(&stage, &core, &day("2026-11-04", json!(true))).await;
        assert_eq!((passed.status.as_u16(), &passed.json()["code"]), (409, &json!("DAY_HAS_PASSED")));
        let cut_off = |kind: &str, until: &str| json!({ "cutOffs": [{ "kind": kind, "until": until }] });
        let closed = |date: &str| json!({ "date": date, "isBusinessDay": false });
        let two = |one: &str, other: &str| json!({ "days": [closed(one), closed(other)] });
        let many: Vec<_> = FRIDAY.series(1.day()).take(1_001)
            .map(|day| json!({ "date": day.to_string(), "isBusinessDay": false })).collect();
        for wrong in [
            day("2031-11-21", json!(false)), day("9999-12-31", json!(false)), day("2026-02-30", json!(false)),
            day("20261130", json!(false)), day("-009999-01", json!(false)), day("", json!(false)),
            day("2026-11-30", json!("false")), day("2026-11-30", json!(0)), day("2026-11-30", Value::Null),
            json!({ "days": [{ "date": "2026-11-30" }] }), json!({ "days": [{ "isBusinessDay": true }] }),
            two("2026-11-30", "2026-11-30"),
            json!({ "days": many }), json!({ "days": {} }), json!({ "cutoffs": [{ "kind": "payment.send" }] }),
            json!("2026-11-30"), Value::Null,
            cut_off("payroll.execute", "24:00"), cut_off("payroll.execute", "7:00"), cut_off("payroll.execute", ""),
            cut_off("payroll.execute", "17:00\u{0}"), cut_off("letter.answer", "17:00"), cut_off("", "17:00"),
            json!({ "cutOffs": [{ "kind": "payment.send" }, { "kind": "payment.send", "until": "17:00" }] }),
            // A good day beside a wrong one is not taken either.
            two("2026-11-30", "2040-01-01"),
        ] {
            let answer = put(&stage, &core, &wrong).await;
            assert_eq!((answer.status.as_u16(), &answer.json()["code"]), (400, &json!("MALFORMED")), "{wrong}");
        }
        let token = core.token(&stage).await;
        let twice = r#"{"days":[{"date":"2026-11-30","date":"2026-12-01","isBusinessDay":false}]}"#;
        for text in ["", "{", "[[[[", twice] {
            let request = stage.bank.request(Method::PUT, PATH).bearer(&token);
            let request = request.header("content-type", "application/json");
            assert_eq!(request.body(text).send().await.status, 400, "{text}");
        }
        assert_eq!(stage.bank.get(PATH).bearer(&token).send().await.text(), first.text(), "nothing of it was taken");
        for role in [orders::Role::Payments, orders::Role::Registry] {
            let other = System::added(&bench, "other", role).await;
            let refused = put(&stage, &other, &whole).await;
            assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (403, &json!("FOR_THE_CORE")));
            let token = other.token(&stage).await;
            assert_eq!(stage.bank.get(PATH).bearer(&token).send().await.status, 403);
        }
        let told = bench.store.query(&TOLD, store::params![]).await.expect("the trail");
        assert_eq!(told.len(), 2, "each change that was taken");
        let detail: Value = serde_json::from_str(told[0].text("detail").expect("a detail")).expect("JSON");
        assert_eq!((&detail["days"], &detail["from"], &detail["cutOffs"]["payment.send"]),
            (&json!(3), &json!("2026-11-04"), &json!("00:00")));
        // A thousand days come at once.
        assert_eq!(put(&stage, &core, &json!({ "days": many[..1_000] })).await.status, 200);
    }

    async fn bnk_07_nine_hundred_days_each_statement_on_its_right_day(bench: Bench) {
        let stage = Stage::new(&bench).await;
        let core = core(&bench).await;
        // Three Januaries, lone holidays, moved Saturdays; and the changes that come when the days have nearly come.
        let mut named: BTreeMap<Date, bool> = BTreeMap::new();
        for year in [2027, 2028, 2029] {
            named.extend(date(year, 1, 1).series(1.day()).take(9).map(|day| (day, false)));
            named.extend([(2, 23), (3, 8), (5, 1), (5, 9)].map(|(month, day)| (date(year, month, day), false)));
        }
        named.extend([(date(2026, 12, 31), false), (date(2027, 2, 22), false)]);
        named.extend([(date(2027, 2, 20), true), (date(2028, 11, 4), true)]);
        let all: Vec<_> = named.iter().map(|(day, is_open)| (*day, *is_open)).collect();
        tell(&stage, &core, &all, Some("17:00")).await;
        let is_open = |named: &BTreeMap<Date, bool>, day: Date| {
            named.get(&day).copied().unwrap_or(day.weekday().to_monday_zero_offset() < 5)
        };
        let (mut waiting, mut expected) = (Vec::<(String, Date, Date)>::new(), BTreeMap::new());
        for (number, day) in (0_usize..).zip(FRIDAY.saturating_add(1.day()).series(1.day()).take(900)) {
            at(&stage, day.at(0, 0, 0, 0)).await;
            waiting.retain(|(id, wanted, ready)| {
                let is_due = *wanted <= day && *ready < day && is_open(&named, day);
                is_due.then(|| expected.insert(id.clone(), day)).is_none()
            });
            // A late change of the calendar: the day after tomorrow becomes what it was not.
            if number % 29 == 7 {
                let other = day.saturating_add(2.days());
                let turned = !is_open(&named, other);
                named.insert(other, turned);
                tell(&stage, &core, &[(other, turned)], None).await;
            }
            if number % 3 == 2 {
                continue;
            }
            let (hour, minute) = [(0, 0), (9, 30), (16, 59), (17, 0), (23, 59)][number % 5];
            bench.clock.set(zone().moment_of(day.at(hour, minute, 0, 0)).expect("a moment"));
            let wanted = day.saturating_add([0, 1, 3, -2, 11, 2, 40][number % 7].days());
            let (id, date) = (format!("s-{number}"), wanted.to_string());
            let sent = Sent {
                lines: vec![Line::own("1.00", 101)], trigger: Some("people-sign"), date: Some(&date), ..Sent::default()
            };
            stage.statement(&id, &sent).await;
            if wanted <= day && is_open(&named, day) && hour < 17 {
                expected.insert(id, day);
            } else {
                waiting.push((id, wanted, day));
            }
        }
        let begun: BTreeMap<_, _> =
            times(&bench, "PROCESSING").await.into_iter().map(|(id, time)| (id, time.date())).collect();
        assert_eq!(begun, expected);
        assert!(begun.len() > 560 && times(&bench, "SCHEDULED").await.len() > 400, "{}", begun.len());
    }
}
