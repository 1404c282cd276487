//! Messages of ISO 20022 over days: several payments of one entry, a statement over midnight, a day that has passed.

use std::fmt::Write as _;

use kernel::Clock as _;
use serde_json::json;
use testkit::{Bench, on_both_engines};

use crate::messages::{as_xml, first_message, names_in, notified, post, report, statement, verdicts};
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
        bench.clock.advance_seconds(DAY_S);
        let token = core.token(&stage).await;
        let second = hours.map(|seconds| bench.clock.now().plus_seconds(seconds).to_string());
        assert_eq!(verdicts(&stage, &token, &report(name, &[("2", names[1], "ACSC")])).await, ["TAKEN"]);
        is_matched(&token, &first, names[0], "1.00").await;
        is_matched(&token, &second, names[1], "2.00").await;
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
