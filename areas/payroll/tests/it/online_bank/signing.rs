//! Signatures, until the money has moved.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::StatusCode;
use payroll::StatementId;
use testkit::{Answer, Bench, RIGHT_ANSWER, TestCaller, on_both_engines};

use super::{Office, address};
use crate::statements::house::{ivanova, payload, petrov, sign};

async fn confirm(office: &Office, caller: &TestCaller, id: StatementId, kind: &str, answer: &str) -> Answer {
    let version = office.version(id).await;
    let fields = [("version", version.as_str()), ("how", "confirmation"), ("type", kind), ("answer", answer)];
    office.send(caller, &format!("{}/sign", address(id)), &fields).await
}

async fn send_cms(office: &Office, caller: &TestCaller, id: StatementId, cms: &str) -> Answer {
    let version = office.version(id).await;
    let fields = [("version", version.as_str()), ("how", "certificate"), ("cms", cms)];
    office.send(caller, &format!("{}/sign", address(id)), &fields).await
}

/// The digest as the page hands it out.
async fn digest(office: &Office, id: StatementId) -> [u8; 32] {
    let file = office.open(&ivanova(), &format!("{}/digest.bin", address(id))).await;
    assert_eq!(file.status, StatusCode::OK);
    file.body.try_into().unwrap()
}

on_both_engines! {
    async fn pay_15_two_people_sign_and_the_money_moves(bench: Bench) {
        let office = Office::new(bench).await;
        let id = office.statement(&payload("signed-one")).await;
        let form = office.open(&ivanova(), &format!("{}/sign", address(id))).await;
        assert_eq!(form.status, StatusCode::OK, "{}", form.text());
        assert!(form.text().contains("201,00\u{a0}₽") && form.text().contains("value=\"FIRST\""));
        let first = confirm(&office, &ivanova(), id, "FIRST", RIGHT_ANSWER).await;
        assert_eq!(first.location(), Some(format!("{}?done=signed", address(id)).as_str()), "{}", first.text());
        assert_eq!(office.status("signed-one").await, "PARTLY_SIGNED");
        let page = office.page(id).await;
        for text in ["Подписана частично", "Вторая подпись", "Может подписать: Петров Пётр Ильич", "Иванова Анна Сергеевна"] {
            assert!(page.contains(text), "{text}:\n{page}");
        }
        assert!(!page.contains(&format!("{}/sign\"", address(id))), "ivanova has signed");
        let again = confirm(&office, &ivanova(), id, "FIRST", RIGHT_ANSWER).await;
        assert_eq!(again.status, StatusCode::CONFLICT, "nobody signs twice");
        let second = confirm(&office, &petrov(), id, "SECOND", RIGHT_ANSWER).await;
        assert_eq!(second.status, StatusCode::SEE_OTHER, "{}", second.text());
        assert_eq!(office.status("signed-one").await, "AWAITING_SEND");
        assert!(office.page(id).await.contains("data-live"));
        office.house.work().await;
        assert_eq!(office.status("signed-one").await, "EXECUTED");
        let page = office.page(id).await;
        assert!(page.contains("badge good\">Исполнена<") && page.contains("badge good\">Исполнен<"), "{page}");
        assert!(!page.contains("data-live"));
    }

    async fn pay_15_a_wrong_confirmation_signs_nothing(bench: Bench) {
        let office = Office::new(bench).await;
        let id = office.statement(&payload("refused-one")).await;
        for (answer, status) in [
            ("000000", StatusCode::UNPROCESSABLE_ENTITY), ("", StatusCode::UNPROCESSABLE_ENTITY),
            ("wait", StatusCode::TOO_MANY_REQUESTS),
        ] {
            assert_eq!(confirm(&office, &ivanova(), id, "FIRST", answer).await.status, status, "{answer}");
        }
        assert_eq!(confirm(&office, &ivanova(), id, "THIRD", RIGHT_ANSWER).await.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(confirm(&office, &ivanova(), id, "SECOND", RIGHT_ANSWER).await.status, StatusCode::FORBIDDEN);
        assert_eq!(confirm(&office, &petrov(), id, "FIRST", RIGHT_ANSWER).await.status, StatusCode::FORBIDDEN);
        let version = (office.version(id).await.parse::<i64>().unwrap() - 1).to_string();
        let fields = [("version", version.as_str()), ("type", "FIRST"), ("answer", RIGHT_ANSWER)];
        let outdated = office.send(&ivanova(), &format!("{}/sign", address(id)), &fields).await;
        assert_eq!(outdated.status, StatusCode::CONFLICT);
        assert_eq!(office.status("refused-one").await, "AWAITING_SIGN");
    }

    async fn pay_15_a_registered_certificate_signs_too(bench: Bench) {
        let office = Office::new(bench).await;
        let id = office.statement(&payload("certified-one")).await;
        let document = office.open(&ivanova(), &format!("{}/document.json", address(id))).await;
        let digest = digest(&office, id).await;
        assert_eq!(canonical::digest(document.text()).unwrap(), digest, "the digest is that of the document");
        let cms = sign(&digest, &office.house.keys.ivanova);
        let pem = format!("-----BEGIN CMS-----\r\n{}\r\n-----END CMS-----\r\n", cms.replace('M', "M\r\n"));
        let done = send_cms(&office, &ivanova(), id, &pem).await;
        assert_eq!(done.location(), Some(format!("{}?done=signed", address(id)).as_str()), "{}", done.text());
        assert!(office.page(id).await.contains("сертификатом"));
        let empty = send_cms(&office, &petrov(), id, " \r\n ").await;
        assert_eq!(empty.status, StatusCode::UNPROCESSABLE_ENTITY);
        let wrong = send_cms(&office, &petrov(), id, &STANDARD.encode("no signature")).await;
        assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY, "beside another one it changes nothing");
        assert_eq!(office.status("certified-one").await, "PARTLY_SIGNED");
        let second = sign(&digest, &office.house.keys.petrov);
        assert_eq!(send_cms(&office, &petrov(), id, &second).await.status, StatusCode::SEE_OTHER);
        office.house.work().await;
        assert_eq!(office.status("certified-one").await, "EXECUTED");
    }

    async fn pay_15_a_wrong_first_certificate_ends_the_statement_with_its_reason(bench: Bench) {
        let office = Office::new(bench).await;
        let id = office.statement(&payload("stranger-one")).await;
        let cms = sign(&digest(&office, id).await, &office.house.keys.revoked);
        let done = send_cms(&office, &ivanova(), id, &cms).await;
        assert_eq!(done.location(), Some(address(id).as_str()));
        assert_eq!(office.status("stranger-one").await, "ERROR_SIGN");
        let page = office.page(id).await;
        assert!(page.contains("Ошибка подписи") && page.contains("отозван"), "{page}");
    }
}
