//! Messages of ISO 20022 over days: several payments of one entry, a statement over midnight, a day that has passed;
//! and the type that a library gives to a message.

use std::fmt::Write as _;

use kernel::{Clock as _, Instant};
use serde_json::json;
use testkit::{Bench, on_both_engines};

use crate::messages::{
    as_xml, checked, first_message, names_in, notified, post, report, statement, verdicts,
};
use crate::orders::{System, orders};
use crate::triggers::{Line, OTHER_BIC, Stage};

const DAY_S: i64 = 24 * 60 * 60;

on_both_engines! {
    async fn bnk_04_payments_of_one_entry_come_back_each_for_itself(bench: Bench) {
        let stage = Stage::with_orders(&bench, "payment.send=bank").await;
        let token = System::added(&bench, "hub", orders::Role::Payments).await.token(&stage).await;
        let lines = [("20.00", 201), ("30.00", 202), ("40.00", 203)];
        let lines = lines.map(|(sum, serial)| Line::other(sum, serial, OTHER_BIC)).to_vec();
        assert_eq!(stage.salary("salary-1", lines).await, "PROCESSING");
        let page = orders(&stage, &token, "?wait=1").await;
        let some = page["orders"].as_array().expect("orders");
        let mut details = String::new();
        for order in some {
            let text = |name: &str| order["payload"][name].as_str().expect("a text");
            let (name, sum) = (text("endToEndId"), text("amount"));
            assert_eq!(verdicts(&stage, &token, &report(name, &[("1", name, "ACSC")])).await, ["TAKEN"]);
            write!(
                details,
                "<TxDtls><Refs><EndToEndId>{name}</EndToEndId></Refs><Amt Ccy=\"RUB\">{sum}</Amt>\
                 <CdtDbtInd>CRDT</CdtDbtInd><RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf></TxDtls>"
            )
            .expect("a text takes it");
        }
        stage.work().await;
        // The bank names the entry, and not what is in it; `NtryRef` is another payment's in the next message.
        for reference in ["<AcctSvcrRef>R-1</AcctSvcrRef>", ""] {
            let back = notified(&format!(
                "<Ntry><NtryRef>1</NtryRef><Amt Ccy=\"RUB\">90.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd>\
                 </Sts>{reference}<BkTxCd/><NtryDtls>{details}</NtryDtls></Ntry>"
            ));
            let verdict = if reference.is_empty() { "SAME" } else { "TAKEN" };
            assert_eq!(verdicts(&stage, &token, &back).await, [verdict; 3]);
        }
    }

    async fn bnk_04_a_statement_over_midnight_is_compared_by_the_moments_of_its_transfers(bench: Bench) {
        let stage = Stage::with_orders(&bench, "payroll.execute=bank").await;
        let core = System::added(&bench, "core", orders::Role::Core).await;
        let token = core.token(&stage).await;
        let lines = vec![Line::own("1.00", 101), Line::own("2.00", 102)];
        assert_eq!(stage.salary("salary-1", lines).await, "PROCESSING");
        let (_, document) = first_message(&stage, &token).await;
        let (name, names) = names_in(&document);
        bench.clock.advance_seconds(30);
        let hours = [-3_600, 3_600];
        let first = hours.map(|seconds| bench.clock.now().plus_seconds(seconds).to_string());
        // A payment that has its number alone, or nothing, is not all of them.
        let numbered = report(name, &[("1", "X", "ACSC")]).replace("<OrgnlEndToEndId>X</OrgnlEndToEndId>", "");
        let nameless = numbered.replace("<OrgnlInstrId>1</OrgnlInstrId>", "").replace("ACSC", "RJCT");
        for one in [numbered, nameless] {
            assert_eq!(verdicts(&stage, &token, &one).await, ["IMPOSSIBLE"]);
        }
        assert_eq!(verdicts(&stage, &token, &report(name, &[("1", names[0], "ACSC")])).await, ["TAKEN"]);
        let is_matched = async |token: &str, time: &[String; 2], name: &str, sum: &str| {
            let time = [time[0].as_str(), time[1].as_str()];
            let (_, told) = post(&stage, token, &statement(time, &[("B-1", name, sum, "DBIT", false)])).await;
            assert_eq!((&told["matched"], told.get("differences")), (&json!(1), None), "{told}");
        };
        // A sum is what it is worth, however it is written.
        for sum in ["1.00", "1", "1.0", "1.00000"] {
            is_matched(&token, &first, names[0], sum).await;
        }
        // Both ends of the time belong to it.
        let moment = bench.clock.now().to_string();
        is_matched(&token, &[moment.clone(), moment], names[0], "1.00").await;
        bench.clock.advance_seconds(DAY_S);
        let token = core.token(&stage).await;
        let second = hours.map(|seconds| bench.clock.now().plus_seconds(seconds).to_string());
        assert_eq!(verdicts(&stage, &token, &report(name, &[("2", names[1], "ACSC")])).await, ["TAKEN"]);
        is_matched(&token, &first, names[0], "1.00").await;
        is_matched(&token, &second, names[1], "2.00").await;
    }

    async fn bnk_04_the_last_second_of_a_statement_is_whole_and_its_accounts_may_have_other_times(bench: Bench) {
        let stage = Stage::with_orders(&bench, "payment.send=bank").await;
        let token = System::added(&bench, "hub", orders::Role::Payments).await.token(&stage).await;
        assert_eq!(stage.salary("salary-1", vec![Line::other("20.00", 201, OTHER_BIC)]).await, "PROCESSING");
        let order = orders(&stage, &token, "?wait=1").await["orders"][0].clone();
        let name = order["payload"]["endToEndId"].as_str().expect("a name");
        let minute = Instant::from_unix_seconds(bench.clock.now().unix_seconds() / 60 * 60);
        bench.clock.set(Instant::from_microseconds(minute.plus_seconds(59).microseconds() + 500_000));
        assert_eq!(verdicts(&stage, &token, &report(name, &[("1", name, "ACSC")])).await, ["TAKEN"]);
        let second = |second: i64| minute.plus_seconds(second).to_string();
        let booked = [("B-1", name, "20.00", "DBIT", false)];
        let told = async |message: &str| {
            checked(message);
            post(&stage, &token, message).await
        };
        for (to, matched) in [(58, 0), (59, 1), (60, 1)] {
            let (_, told) = told(&statement([&second(0), &second(to)], &booked)).await;
            assert_eq!(told["matched"], matched, "{to}: {told}");
        }
        let backwards = statement([&second(60), &second(0)], &booked);
        assert_eq!(told(&backwards).await.0, 400);

        // Nothing tells which account has paid: whatever only one of them has a statement of may be missing.
        let of_account = |time: [&str; 2], some: &[_]| {
            let message = statement(time, some).replace("30102810000000000001", "30102810000000000002");
            let (_, one) = message.split_once("<Stmt>").expect("a statement");
            one.split_once("</Stmt>").expect("a statement").0.to_owned()
        };
        let beside = |other: String, some: &[_]| {
            let first = statement([&second(0), &second(59)], some);
            first.replace("<Stmt>", &format!("<Stmt>{other}</Stmt><Stmt>"))
        };
        let with = |other: String| beside(other, &booked);
        for (time, differences) in [([60, 119], 0), ([59, 119], 1), ([30, 119], 1)] {
            let other = || of_account([&second(time[0]), &second(time[1])], &[]);
            let (_, said) = told(&with(other())).await;
            assert_eq!((&said["matched"], said.get("differences")), (&json!(1), None), "{time:?}: {said}");
            let (status, said) = told(&beside(other(), &[])).await;
            let told = said["differences"].as_array().map_or(0, Vec::len);
            assert_eq!((status, told), (200, differences), "{time:?}: {said}");
        }
        // Either of them may write the end of the minute as the beginning of the next one.
        for to in [59, 60] {
            let (_, said) = told(&with(of_account([&second(0), &second(to)], &[]))).await;
            assert_eq!((&said["matched"], said.get("differences")), (&json!(1), None), "{said}");
        }
        // Two statements of one account that follow each other are one time.
        let halves = of_account([&second(-60), &second(-1)], &[]) + "</Stmt><Stmt>";
        let halves = halves + &of_account([&second(0), &second(59)], &[]);
        let whole = statement([&second(-60), &second(59)], &booked);
        let (_, said) = told(&whole.replace("<Stmt>", &format!("<Stmt>{halves}</Stmt><Stmt>"))).await;
        assert_eq!((&said["matched"], said.get("differences")), (&json!(1), None), "{said}");
        // What was made between two statements is missed in neither.
        let later = of_account([&second(60), &second(119)], &[]);
        let later = later.replace("30102810000000000002", "30102810000000000001");
        let around = statement([&second(-60), &second(-1)], &[]);
        let (status, said) = told(&around.replace("<Stmt>", &format!("<Stmt>{later}</Stmt><Stmt>"))).await;
        assert_eq!((status, &said["matched"], said.get("differences")), (200, &json!(0), None), "{said}");
    }

    async fn bnk_04_a_charset_that_a_library_adds_hides_no_letters(bench: Bench) {
        let stage = Stage::with_orders(&bench, "payment.send=bank").await;
        let token = System::added(&bench, "hub", orders::Role::Payments).await.token(&stage).await;
        let declared = |encoding: &str, reason: &str| {
            let message = report("x", &[("1", "NOBODY", "RJCT")]).replace("closed", reason);
            format!("<?xml version=\"1.0\" encoding=\"{encoding}\"?>{message}")
        };
        let latin: Option<Vec<u8>> =
            declared("UTF-8", "ferm\u{e9}").chars().map(|letter| u8::try_from(letter).ok()).collect();
        for (body, status) in [
            (declared("UTF-8", "closed").into_bytes(), 200),
            (declared("UTF-8", "Счёт закрыт?").into_bytes(), 200),
            // The library has encoded the text, and lost its letters or made others of them.
            (declared("UTF-8", "???? ??????").into_bytes(), 400),
            (latin.expect("letters of ISO-8859-1"), 400),
            (declared("windows-1251", "closed").into_bytes(), 400),
        ] {
            let request = stage.bank.post("/bank/v1/messages").bearer(&token);
            let request = request.header("content-type", "application/xml; charset=ISO-8859-1");
            let answer = request.body(body).send().await;
            assert_eq!(answer.status.as_u16(), status, "{}", answer.text());
        }
    }

    async fn bnk_04_nothing_is_asked_for_on_a_day_that_has_passed(bench: Bench) {
        let stage = Stage::with_orders(&bench, "payroll.execute=bank").await;
        let core = System::added(&bench, "core", orders::Role::Core).await;
        let lines = vec![Line::own("1.00", 101)];
        assert_eq!(stage.salary("salary-1", lines).await, "PROCESSING");
        // An operator had stopped payroll for some days, or the core was not there.
        bench.clock.advance_seconds(3 * DAY_S);
        let zone: kernel::BankZone = "Europe/Moscow".parse().expect("a zone");
        let today = zone.date_of(bench.clock.now()).to_string();
        let token = core.token(&stage).await;
        let order = orders(&stage, &token, "?wait=1").await["orders"][0].clone();
        assert!(order["payload"]["date"].as_str().expect("a day") < today.as_str());
        let xml = as_xml(&stage, &token, &order).await;
        assert!(xml.contains(&format!("<ReqdExctnDt><Dt>{today}</Dt></ReqdExctnDt>")), "{xml}");
        // The message stays as it was when the order was handed out.
        bench.clock.advance_seconds(DAY_S);
        let token = core.token(&stage).await;
        orders(&stage, &token, "").await;
        assert_eq!(as_xml(&stage, &token, &order).await, xml);
    }
}
