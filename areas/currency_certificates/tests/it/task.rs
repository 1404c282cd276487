//! The task and its two forms (CTC-05).

use iso20022::{Limits, Reader};
use serde_json::{Value, json};
use testkit::{Answer, Bench, on_both_engines};

use crate::bank::{Bank, ivanova, petrov, sidorov};
use crate::documents::{Certified, Message};

const NOT_FOUND: &str = "Not found, or not of the company of the tokens: look at the identifier";

fn statuses(task: &Value) -> Vec<&Value> {
    task["certificates"].as_array().unwrap().iter().map(|certificate| &certificate["status"]).collect()
}

fn wrong(transaction: &str) -> Certified {
    Certified { amount: "0".to_owned(), ..Certified::new(transaction) }
}

/// The report of the task, which must be valid.
async fn report(bank: &Bank, id: &str) -> String {
    let answer = bank.get(&ivanova(), &format!("/v1/iso20022/tasks/{id}/status-report")).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.header("content-type"), Some("application/xml"));
    valid(&answer)
}

fn valid(answer: &Answer) -> String {
    let reader = Reader::new(Limits::default()).unwrap();
    let document = reader.read(&answer.body, None).expect("a valid report");
    assert!(document.message().starts_with("auth.027.001."), "{}", document.message());
    answer.text().to_owned()
}

/// The texts of all elements of this name, in their order.
fn texts<'r>(report: &'r str, name: &str) -> Vec<&'r str> {
    let (open, close) = (format!("<{name}>"), format!("</{name}>"));
    report.split(&open).skip(1).map(|rest| rest.split(&close).next().unwrap()).collect()
}

on_both_engines! {
    async fn ctc_05_a_task_is_registered_then_accepted(bench: Bench) {
        let bank = Bank::new(bench).await;
        let id =
            bank.taken(Message::with("M-1", vec![Certified::new("T-1"), Certified::new("T-2")]).xml()).await;
        let task = bank.task(&id).await;
        assert_eq!(task["status"], "REGISTERED");
        assert_eq!(task["registeredAt"], "2026-11-20T12:00:01+03:00");
        assert_eq!(statuses(&task), [&Value::Null, &Value::Null]);
        bank.bench.clock.advance_seconds(10);
        assert_eq!(bank.work().await, 1);
        let task = bank.task(&id).await;
        let certificate = |number: i32| {
            json!({
                "transactionId": format!("T-{number}"), "notificationId": "M-1-N",
                "certificateId": format!("C-T-{number}"),
                "issuedOn": "2026-11-20", "status": "ACCEPTED", "reasons": [],
            })
        };
        let expected = json!({
            "taskId": id, "status": "ACCEPTED", "messageId": "M-1", "messageName": "auth.024.001.04",
            "registeredAt": "2026-11-20T12:00:01+03:00", "statusAt": "2026-11-20T12:00:11+03:00",
            "certificates": [certificate(1), certificate(2)],
        });
        assert_eq!(task, expected);
        assert_eq!(bank.work().await, 0, "a checked task is not checked again");
    }

    async fn ctc_05_a_task_is_partly_accepted_or_rejected_with_reasons(bench: Bench) {
        let bank = Bank::new(bench).await;
        let partly = bank.taken(Message::with("M-1", vec![wrong("T-1"), Certified::new("T-2")]).xml()).await;
        let rejected = bank.taken(Message::with("M-2", vec![wrong("T-3"), wrong("T-4")]).xml()).await;
        bank.work().await;
        let task = bank.task(&partly).await;
        assert_eq!(
            (&task["status"], statuses(&task)),
            (&json!("PARTLY_ACCEPTED"), vec![&json!("REJECTED"), &json!("ACCEPTED")])
        );
        assert_eq!(bank.task(&rejected).await["status"], "REJECTED");
        let reason = json!({
            "code": "AMOUNT_NOT_POSITIVE", "message": "Сумма должна быть больше нуля, а не 0",
            "line": 27, "column": 1, "path": "/Document/PmtRgltryInfNtfctn/TxNtfctn[1]/TxCert[1]/CertRcrd[1]/Tx/Amt",
        });
        assert_eq!(task["certificates"][0]["reasons"], json!([reason]));
        let english =
            bank.client.get(&format!("/v1/iso20022/tasks/{partly}")).header("accept-language", "en");
        let english = english.tokens(&bank.bench.tokens.pair(&ivanova())).send().await;
        assert_eq!(
            english.json()["certificates"][0]["reasons"][0]["message"],
            "The amount must be greater than zero, not 0"
        );
        assert_eq!(english.header("vary"), Some("accept, accept-language"));
    }

    async fn ctc_05_the_example_of_the_description_is_what_is_answered(bench: Bench) {
        let bank = Bank::new(bench).await;
        let id = bank.taken(currency_certificates::examples::PARTLY_WRONG).await;
        bank.work().await;
        let answer = bank.client.get(&format!("/v1/iso20022/tasks/{id}")).header("accept-language", "en");
        let mut answered = answer.tokens(&bank.bench.tokens.pair(&ivanova())).send().await.json();
        let document = serde_json::to_value(currency_certificates::OPERATIONS.openapi()).unwrap();
        let path = &document["paths"]["/v1/iso20022/tasks/{id}"]["get"];
        let mut example = path["responses"]["200"]["content"]["application/json"]["example"].clone();
        for name in ["taskId", "registeredAt", "statusAt"] {
            assert!(answered[name].is_string() && example[name].is_string(), "{name}");
            answered[name] = Value::Null;
            example[name] = Value::Null;
        }
        assert_eq!(answered, example);
        let path = format!("/v1/iso20022/tasks/{id}");
        let request =
            bank.client.get(&path).header("accept", "application/xml").header("accept-language", "en");
        let report = valid(&request.tokens(&bank.bench.tokens.pair(&ivanova())).send().await);
        let example = include_str!("../../examples/status_report.xml");
        assert_eq!(texts(&report, "MsgId")[0].len(), texts(example, "MsgId")[0].len());
        let without_own = |report: &str| {
            let names = ["MsgId", "CreDtTm", "StsDtTm"];
            let values = names.iter().flat_map(|name| texts(report, name));
            values.fold(report.to_owned(), |report, value| report.replace(value, "…"))
        };
        assert_eq!(without_own(&report), without_own(example), "{report}");
    }

    async fn ctc_05_the_status_report_follows_the_task_in_every_version(bench: Bench) {
        let bank = Bank::new(bench).await;
        for version in 1..=4 {
            let certificates =
                |mark: &str| vec![Certified::new(&format!("{mark}-1")), wrong(&format!("{mark}-2"))];
            let mut message = Message {
                version,
                ..Message::with(&format!("M-{version}"), certificates(&format!("A{version}")))
            };
            message.notifications.push(crate::documents::Notified::new(
                "SECOND",
                vec![Certified::new(&format!("B{version}"))],
            ));
            let id = bank.taken(message.xml()).await;
            let registered = report(&bank, &id).await;
            assert!(registered.contains(&format!("urn:iso:std:iso:20022:tech:xsd:auth.027.001.0{version}")));
            assert_eq!(texts(&registered, "Sts"), ["RCVD", "RCVD", "RCVD", "RCVD", "RCVD", "RCVD"]);
            bank.work().await;
            let checked = report(&bank, &id).await;
            // The message, the first notification with two certificates, the second with one.
            assert_eq!(texts(&checked, "Sts"), ["PART", "PART", "ACPT", "RJCT", "ACPT", "ACPT"]);
            assert_eq!(texts(&checked, "PackgId"), [format!("M-{version}-N").as_str(), "SECOND"]);
            assert_eq!(
                texts(&checked, "RcrdId"),
                [format!("A{version}-1"), format!("A{version}-2"), format!("B{version}")]
            );
            assert_eq!(texts(&checked, "Prtry"), ["AMOUNT_NOT_POSITIVE"]);
            assert_eq!(texts(&checked, "OrgnlMsgId"), [format!("M-{version}")]);
            assert_eq!(texts(&checked, "OrgnlMsgNmId"), [format!("auth.024.001.0{version}")]);
            assert_eq!(texts(&checked, "OrgnlCreDtTm"), ["2026-11-20T11:59:00+03:00"]);
            let ids = [&registered, &checked].map(|report| texts(report, "MsgId")[0].to_owned());
            assert_ne!(ids[0], ids[1], "another report has another identifier");
            assert_eq!(report(&bank, &id).await, checked, "the same state gives the same report");
        }
    }

    async fn ctc_05_the_report_is_also_the_xml_form_of_the_task(bench: Bench) {
        let bank = Bank::new(bench).await;
        let id = bank.taken(Message::new("M-1").xml()).await;
        let path = format!("/v1/iso20022/tasks/{id}");
        let tokens = bank.bench.tokens.pair(&ivanova());
        let xml = bank.client.get(&path).tokens(&tokens).header("accept", "application/xml").send().await;
        assert_eq!((xml.status.as_u16(), xml.header("content-type")), (200, Some("application/xml")));
        assert_eq!(valid(&xml), report(&bank, &id).await);
        let json = bank.client.get(&path).tokens(&tokens).header("accept", "*/*").send().await;
        assert_eq!(json.header("content-type"), Some("application/json"));
    }

    async fn gen_04_somebody_elses_task_is_like_an_absent_one(bench: Bench) {
        let bank = Bank::new(bench).await;
        let id = bank.taken(Message::new("M-1").xml()).await;
        for end in ["", "/status-report"] {
            let of = |id: &str| format!("/v1/iso20022/tasks/{id}{end}");
            let absent = bank.get(&ivanova(), &of("019aa0b0-61e0-7d3c-9d2a-4f4bd2b5a6c1")).await;
            assert_eq!((absent.status.as_u16(), absent.text()), (404, NOT_FOUND));
            assert_eq!(absent.header("content-type"), Some("text/plain; charset=utf-8"));
            let vasilek = testkit::TestCaller::new("U00001", "C00002");
            let stranger = testkit::TestCaller::new("U00003", "C00001");
            // Another company; the same user for another company; a user without rights for the company of the token.
            for other in [sidorov(), vasilek, stranger] {
                let answer = bank.get(&other, &of(&id)).await;
                assert_eq!((answer.status, &answer.body), (absent.status, &absent.body), "{other:?}");
            }
            for id in ["1", "%D0%B0", &id.replace('-', "_")] {
                assert_eq!(bank.get(&ivanova(), &of(id)).await.status, 404, "{id}");
            }
            // A colleague sees it, through any software of the company and no other.
            for (client, status) in [("demo-erp", 200), ("romashka-hr", 200), ("kolos-erp", 404)] {
                let answer = bank.get(&petrov().with_client(client), &of(&id)).await;
                assert_eq!(answer.status, status, "{client}");
            }
        }
    }
}
