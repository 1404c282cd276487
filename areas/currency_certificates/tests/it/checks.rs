//! The business checks after the schema (CTC-03).

use serde_json::{Value, json};
use testkit::{Bench, TestCaller, on_both_engines};

use crate::bank::{Bank, KOLOS_INN, NOBODY_INN, ivanova, sidorov};
use crate::documents::{Certified, Message};

/// The answer to a message, which must be 400 with one violation: path and reason.
async fn violation(bank: &Bank, caller: &TestCaller, message: &Message) -> (String, String) {
    let answer = bank.send(caller, message.xml()).await;
    assert_eq!(answer.status, 400, "{}", answer.text());
    let [line] = answer.text().lines().collect::<Vec<_>>()[..] else { panic!("one line: {}", answer.text()) };
    let (path, reason) = line.split_once(", /").unwrap().1.split_once(": ").unwrap();
    (path.to_owned(), reason.to_owned())
}

/// Code and last part of the path of every reason of the certificate, after it was checked.
async fn reasons(bank: &Bank, certificate: Certified) -> Vec<String> {
    let id =
        bank.taken(Message::with(&format!("R-{}", certificate.transaction), vec![certificate]).xml()).await;
    bank.work().await;
    let task = bank.task(&id).await;
    let found = &task["certificates"][0];
    assert_eq!(found["status"], if found["reasons"] == json!([]) { "ACCEPTED" } else { "REJECTED" });
    found["reasons"].as_array().unwrap().iter().map(short).collect()
}

fn short(reason: &Value) -> String {
    let path = reason["path"].as_str().unwrap();
    assert!(path.starts_with("/Document/PmtRgltryInfNtfctn/TxNtfctn"), "{path}");
    assert!(reason["line"].as_u64().unwrap() > 1 && reason["column"].as_u64().unwrap() >= 1);
    format!("{} {}", reason["code"].as_str().unwrap(), path.rsplit('/').next().unwrap())
}

const NONE: [&str; 0] = [];

on_both_engines! {
    async fn ctc_03_the_number_of_items_is_that_of_the_notifications(bench: Bench) {
        let bank = Bank::new(bench).await;
        for said in ["0", "2", "999999999999999"] {
            let message = Message { said_items: Some(said.to_owned()), ..Message::new("N-1") };
            let (path, reason) = violation(&bank, &ivanova(), &message).await;
            assert_eq!(path, "Document/PmtRgltryInfNtfctn/GrpHdr/NbOfItms");
            assert_eq!(reason, format!("says {said}, but TxNtfctn occurs 1 times"));
        }
        bank.taken(Message { said_items: Some("01".to_owned()), ..Message::new("N-1") }.xml()).await;
    }

    async fn ctc_03_the_owner_is_a_company_that_the_user_acts_for(bench: Bench) {
        let bank = Bank::new(bench).await;
        let owned_by = |inn: Option<&str>| {
            let mut message = Message::new("O-1");
            message.notifications[0].inn = inn.map(str::to_owned);
            message
        };
        let (path, reason) = violation(&bank, &ivanova(), &owned_by(None)).await;
        assert!(path.ends_with("/AcctOwnr") && reason.contains("has no INN"), "{path}: {reason}");
        // A company of somebody else and one that does not exist read alike.
        let other = violation(&bank, &ivanova(), &owned_by(Some(KOLOS_INN))).await;
        assert_eq!(other, violation(&bank, &ivanova(), &owned_by(Some(NOBODY_INN))).await);
        assert_eq!(other.1, "the account owner is not a company that the user acts for");
        assert_eq!(bank.send(&sidorov(), owned_by(Some(KOLOS_INN)).xml()).await.status, 200);
    }

    async fn gen_06_characters_that_reorder_a_text_are_refused_wherever_they_stand(bench: Bench) {
        let bank = Bank::new(bench).await;
        let id = "READ-FROM-THE-LEFT";
        let xml = Message::new(id).xml();
        let named = |text: &str| xml.replace(id, &id.replacen("FROM", text, 1));
        for character in ('\u{202a}'..='\u{202e}').chain('\u{2066}'..='\u{2069}') {
            // As itself and as a reference, which is another text until it is read.
            for written in [character.to_string(), format!("&#{};", u32::from(character))] {
                let answer = bank.send(&ivanova(), named(&written)).await;
                assert_eq!(answer.status, 400, "{}", answer.text());
                let (text, reason) =
                    (answer.text(), ": must not contain the directional characters U+202A to ");
                let places: Vec<&str> = text.lines().map(|line| line.split_once(reason).unwrap().0).collect();
                let ends = ["/GrpHdr/MsgId", "/TxNtfctnId", "/TxId", "/Cert/Id"];
                assert!(
                    places.len() == 4 && places.iter().zip(ends).all(|(place, end)| place.ends_with(end)),
                    "{text}"
                );
            }
            let commented = bank
                .send(&ivanova(), xml.replacen("</GrpHdr>", &format!("</GrpHdr><!--{character}-->"), 1))
                .await;
            assert_eq!(commented.status, 400, "{}", commented.text());
            assert!(
                commented.text().contains("/Document: the document must not contain the directional"),
                "{}",
                commented.text()
            );
        }
        // The marks turn nothing but themselves.
        bank.taken(named("\u{200e}")).await;
    }

    async fn ctc_03_the_servicer_is_this_bank(bench: Bench) {
        let bank = Bank::new(bench).await;
        let at = |bic: Option<&str>| {
            let mut message = Message::new("B-1");
            message.notifications[0].bic = bic.map(str::to_owned);
            message
        };
        let (path, reason) = violation(&bank, &ivanova(), &at(Some("044525998"))).await;
        assert!(path.ends_with("/AcctSvcr/FinInstnId/ClrSysMmbId/MmbId"), "{path}");
        assert_eq!(reason, "the account servicer is not this bank, whose BIC is 044525999");
        let (path, reason) = violation(&bank, &ivanova(), &at(None)).await;
        assert!(path.ends_with("/AcctSvcr") && reason.contains("has no BIC"), "{path}: {reason}");
        // A member number of another clearing system is no BIC of this country.
        let foreign = at(Some("044525999")).xml().replace("RUCBC", "USABA");
        assert_eq!(bank.send(&ivanova(), foreign).await.status, 400);
    }

    async fn ctc_03_a_message_is_not_created_in_the_future(bench: Bench) {
        let bank = Bank::new(bench).await;
        let created = |moment: &str| Message { created: moment.to_owned(), ..Message::new("F-1") };
        for ahead in ["2026-11-20T12:06:00+03:00", "2026-11-21T00:00:00", "2027-01-01T00:00:00Z"] {
            let (path, reason) = violation(&bank, &ivanova(), &created(ahead)).await;
            assert_eq!(
                (path.as_str(), reason.as_str()),
                ("Document/PmtRgltryInfNtfctn/GrpHdr/CreDtTm", "the message was created in the future")
            );
        }
        // A clock that is a little ahead does no harm.
        bank.taken(created("2026-11-20T12:04:00+03:00").xml()).await;
    }

    async fn ctc_03_every_fault_of_the_message_is_told_at_once(bench: Bench) {
        let bank = Bank::new(bench).await;
        let mut message = Message {
            created: "2027-01-01T00:00:00Z".to_owned(),
            said_items: Some("3".to_owned()),
            ..Message::new("A-1")
        };
        message.notifications[0].inn = None;
        message.notifications[0].bic = None;
        let answer = bank.send(&ivanova(), message.xml()).await;
        assert_eq!((answer.status.as_u16(), answer.text().lines().count()), (400, 4), "{}", answer.text());
        let mut many = Message::new("A-2");
        let notification = crate::documents::Notified { bic: None, ..many.notifications[0].clone() };
        many.notifications = vec![notification; 60];
        let told = bank.send(&ivanova(), many.xml()).await;
        assert_eq!(told.text().lines().filter(|line| line.starts_with("line ")).count(), 50);
    }

    async fn ctc_03_the_account_has_its_control_key(bench: Bench) {
        let bank = Bank::new(bench).await;
        let with = |number: i32, account: &str, country: Option<&str>| Certified {
            account: account.to_owned(),
            country: country.map(str::to_owned),
            ..Certified::new(&format!("K-{number}"))
        };
        let number = |digits: &str| format!("<Id><Othr><Id>{digits}</Id></Othr></Id>");
        assert_eq!(reasons(&bank, with(1, &number("40702810600000000001"), None)).await, NONE);
        assert_eq!(reasons(&bank, with(2, &number("40702810700000000001"), None)).await, ["ACCOUNT_KEY Id"]);
        assert_eq!(reasons(&bank, with(3, &number("4070281060000000001"), Some("RU"))).await, ["ACCOUNT_NUMBER Id"]);
        let iban = "<Id><IBAN>DE02120300000000202051</IBAN></Id>";
        assert_eq!(reasons(&bank, with(4, iban, None)).await, ["ACCOUNT_NUMBER IBAN"]);
        assert_eq!(reasons(&bank, with(5, iban, Some("DE"))).await, NONE);
    }

    async fn ctc_03_dates_are_not_in_the_future(bench: Bench) {
        let bank = Bank::new(bench).await;
        let tomorrow = || "2026-11-21".to_owned();
        let wrong = Certified {
            issued_on: tomorrow(),
            referred_on: tomorrow(),
            happened_on: tomorrow(),
            contract: "<CtrctRef><Ctrct><Id>1</Id><DtOfIsse>2026-11-21</DtOfIsse></Ctrct></CtrctRef>".to_owned(),
            ..Certified::new("D-1")
        };
        let dates = ["FUTURE_DATE DtOfIsse", "FUTURE_DATE Dt", "FUTURE_DATE TxDt", "FUTURE_DATE DtOfIsse"];
        assert_eq!(reasons(&bank, wrong).await, dates);
        // An expected date lies ahead by its nature.
        let expecting =
            "<XpctdShipmntDt>2030-01-01</XpctdShipmntDt><XpctdAdvncPmtRtrDt>2030-01-01</XpctdAdvncPmtRtrDt>";
        let right = Certified {
            contract: expecting.to_owned(),
            issued_on: "2026-11-20".to_owned(),
            ..Certified::new("D-2")
        };
        assert_eq!(reasons(&bank, right).await, NONE);
    }

    async fn ctc_03_currencies_are_codes_of_iso_4217_and_amounts_positive(bench: Bench) {
        let bank = Bank::new(bench).await;
        let wrong = Certified {
            account: "<Id><Othr><Id>40702810600000000001</Id></Othr></Id><Ccy>QQQ</Ccy>".to_owned(),
            currency: "RUR".to_owned(),
            amount: "0.00".to_owned(),
            contract: "<TxAmtInCtrctCcy Ccy=\"ZZZ\">0</TxAmtInCtrctCcy>".to_owned(),
            ..Certified::new("C-1")
        };
        let all = [
            "CURRENCY_CODE Ccy", "CURRENCY_CODE Amt", "AMOUNT_NOT_POSITIVE Amt",
            "CURRENCY_CODE TxAmtInCtrctCcy", "AMOUNT_NOT_POSITIVE TxAmtInCtrctCcy",
        ];
        assert_eq!(reasons(&bank, wrong).await, all);
        let least =
            Certified { amount: "0.00001".to_owned(), currency: "CNY".to_owned(), ..Certified::new("C-2") };
        assert_eq!(reasons(&bank, least).await, NONE);
    }

    async fn ctc_03_a_correction_names_an_earlier_certificate(bench: Bench) {
        let bank = Bank::new(bench).await;
        assert_eq!(reasons(&bank, Certified::correcting("A-1", "C-A-0")).await, ["ORIGINAL_NOT_FOUND OrgnlDocId"]);
        let nameless =
            Certified { amendment: Some("<CrrctnId>1</CrrctnId>".to_owned()), ..Certified::new("A-2") };
        assert_eq!(reasons(&bank, nameless).await, ["ORIGINAL_MISSING Amdmnt"]);
        // A certificate does not correct itself.
        assert_eq!(reasons(&bank, Certified::correcting("A-3", "C-A-3")).await, ["ORIGINAL_NOT_FOUND OrgnlDocId"]);
        assert_eq!(reasons(&bank, Certified::new("A-4")).await, NONE);
        assert_eq!(reasons(&bank, Certified::correcting("A-5", "C-A-4")).await, NONE);
        // C-A-1 was rejected above.
        assert_eq!(reasons(&bank, Certified::correcting("A-6", "C-A-1")).await, ["ORIGINAL_REJECTED OrgnlDocId"]);
    }

    async fn ctc_03_a_certificate_of_another_company_is_no_original(bench: Bench) {
        let bank = Bank::new(bench).await;
        let mut theirs = Message::new("K-1");
        theirs.notifications[0].inn = Some(KOLOS_INN.to_owned());
        assert_eq!(bank.send(&sidorov(), theirs.xml()).await.status, 200);
        bank.work().await;
        assert_eq!(reasons(&bank, Certified::correcting("K-2", "C-K-1-T")).await, ["ORIGINAL_NOT_FOUND OrgnlDocId"]);
    }

    async fn ctc_03_an_earlier_certificate_of_the_same_message_can_be_corrected(bench: Bench) {
        let bank = Bank::new(bench).await;
        let certificates = vec![
            Certified::correcting("E-1", "C-E-2"),
            Certified::new("E-2"),
            Certified::correcting("E-3", "C-E-2"),
            Certified { amount: "0".to_owned(), ..Certified::new("E-4") },
            Certified::correcting("E-5", "C-E-4"),
        ];
        let id = bank.taken(Message::with("E", certificates).xml()).await;
        bank.work().await;
        let task = bank.task(&id).await;
        let codes: Vec<_> =
            (0..5).map(|index| task["certificates"][index]["reasons"][0]["code"].clone()).collect();
        assert_eq!(
            codes,
            [
                json!("ORIGINAL_NOT_FOUND"),
                Value::Null,
                Value::Null,
                json!("AMOUNT_NOT_POSITIVE"),
                json!("ORIGINAL_REJECTED")
            ]
        );
    }
}
