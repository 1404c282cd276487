//! PAY-15: what users of the online bank do to statements.

use audit::Filter as AuditFilter;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use clients::SignatureType;
use jiff::civil::date;
use kernel::Money;
use payroll::correction::TermsCorrection;
use payroll::filter::Filter;
use payroll::lifecycle::StatementStatus as Status;
use payroll::transfer::SentAmount;
use payroll::work::{self, HowSigned, RowCorrection, StatementError};
use serde_json::{Value, json};
use testkit::{Bench, TestCaller};

use super::house::{House, auditor, changed, employee, ivanova, payload, petrov, sidorov};

const FIRST: HowSigned = HowSigned::Confirmed(SignatureType::First);
const SECOND: HowSigned = HowSigned::Confirmed(SignatureType::Second);

async fn detail(house: &House, caller: &TestCaller, external_id: &str) -> work::Detail {
    let id = house.id("C00001", external_id).await;
    house.detail(caller, id).await
}

async fn sign(
    house: &House,
    caller: &TestCaller,
    external_id: &str,
    how: HowSigned,
) -> Result<Status, StatementError> {
    let header = detail(house, caller, external_id).await.header;
    let origin = House::origin(caller);
    work::sign(&house.state, &origin, header.id, header.version, how).await
}

testkit::on_both_engines! {
    async fn pay_15_two_signatures_lead_to_execution(bench: Bench) {
        let house = House::new(bench).await;
        house.create_and_check(&payload("to-sign")).await;
        let before = detail(&house, &ivanova(), "to-sign").await;
        assert_eq!(before.missing, [(SignatureType::First, 1), (SignatureType::Second, 1)]);
        assert_eq!(before.may_sign, [SignatureType::First]);
        assert_eq!(sign(&house, &ivanova(), "to-sign", FIRST).await.unwrap(), Status::PartlySigned);
        let half = detail(&house, &petrov(), "to-sign").await;
        assert_eq!(half.missing, [(SignatureType::Second, 1)]);
        assert_eq!(half.candidates.iter().map(|one| one.full_name.as_str()).collect::<Vec<_>>(), ["Петров Пётр Ильич"]);
        assert_eq!(half.signers[0].full_name, "Иванова Анна Сергеевна");
        let again = sign(&house, &ivanova(), "to-sign", FIRST).await;
        assert!(matches!(again, Err(StatementError::SignatureNotNeeded)), "{again:?}");
        assert_eq!(sign(&house, &petrov(), "to-sign", SECOND).await.unwrap(), Status::AwaitingSend);
        house.work().await;
        let after = detail(&house, &ivanova(), "to-sign").await;
        assert_eq!(after.header.state.status(), Status::Executed);
        let way: Vec<&str> = after.history.iter().map(|step| step.to.as_str()).collect();
        let expected = [
            "DRAFT", "CHECKING", "AWAITING_SIGN", "SIGNING", "PARTLY_SIGNED", "AWAITING_SEND", "PROCESSING", "EXECUTED",
        ];
        assert_eq!(way, expected);
        assert_eq!(after.history[3].user_name.as_deref(), Some("Иванова Анна Сергеевна"));
        assert_eq!(after.history[6].user_name, None);
        assert!(after.missing.is_empty() && after.may_sign.is_empty() && !after.may_delete());
    }

    async fn pay_15_signing_takes_the_right_for_that_signature(bench: Bench) {
        let house = House::new(bench).await;
        house.create_and_check(&payload("rights")).await;
        let second = sign(&house, &ivanova(), "rights", SECOND).await;
        assert!(matches!(second, Err(StatementError::NoRight)), "{second:?}");
        let header = detail(&house, &ivanova(), "rights").await.header;
        for caller in [auditor(), TestCaller::new("U00003", "C00001")] {
            let origin = House::origin(&caller);
            let refused =
                work::sign(&house.state, &origin, header.id, header.version, FIRST).await;
            assert!(matches!(refused, Err(StatementError::NoRight)), "{refused:?}");
        }
        let foreign = sidorov();
        let origin = House::origin(&foreign);
        let unseen = work::sign(&house.state, &origin, header.id, header.version, FIRST).await;
        assert!(matches!(unseen, Err(StatementError::NotFound)), "{unseen:?}");
        assert_eq!(detail(&house, &ivanova(), "rights").await.header, header, "nothing has changed");
    }

    async fn pay_15_a_certificate_signs_the_document_that_the_bank_shows(bench: Bench) {
        let house = House::new(bench).await;
        house.create_and_check(&payload("certificate")).await;
        let caller = ivanova();
        let id = house.id("C00001", "certificate").await;
        let document = work::signing_document(&house.state, &House::origin(&caller), id).await.unwrap();
        assert_eq!(document.digest, canonical::digest(&document.text).unwrap());
        assert!(document.text.contains("\"amount\":100.50") && document.text.contains("\"number\":1"));
        let cms = |signer| HowSigned::Certificate(super::house::sign(&document.digest, signer));
        let status = sign(&house, &caller, "certificate", cms(&house.keys.ivanova)).await.unwrap();
        assert_eq!(status, Status::PartlySigned);
        // Beside a signature that is there, a wrong one is refused and changes nothing.
        let wrong = sign(&house, &petrov(), "certificate", cms(&house.keys.ivanova)).await;
        assert!(matches!(wrong, Err(StatementError::SignatureRefused(_))), "{wrong:?}");
        let status = sign(&house, &petrov(), "certificate", cms(&house.keys.petrov)).await.unwrap();
        assert_eq!(status, Status::AwaitingSend);
        let signers = detail(&house, &caller, "certificate").await.signers;
        assert!(signers.iter().all(|signer| signer.given.certificate_id.is_some()), "{signers:?}");
    }

    async fn pay_15_the_document_says_all_that_the_statement_says(bench: Bench) {
        let house = House::new(bench).await;
        house.create_and_check(&changed("everything", |payload| {
            payload["purpose"] = json!("Salary");
            payload["responsiblePerson"] = json!({ "fullName": "Петров П. П.", "phone": "+74951234567" });
            payload["reportingPeriod"] = json!({ "year": 2026, "month": 10 });
            let first = &mut payload["transfers"][0];
            first["personnelNumber"] = json!("T-1");
            first["birthDate"] = json!("1980-02-29");
            first["cardNumber"] = json!("4000000000000002");
            first["deductionAmount"] = json!(13.5);
        })).await;
        let (caller, id) = (ivanova(), house.id("C00001", "everything").await);
        let document = work::signing_document(&house.state, &House::origin(&caller), id).await.unwrap();
        let said: Value = serde_json::from_str(&document.text).unwrap();
        assert_eq!(said["responsiblePerson"], json!({ "fullName": "Петров П. П.", "phone": "+74951234567" }));
        assert_eq!(said["reportingPeriod"], json!({ "year": 2026, "month": 10 }));
        let [first, second] = &said["transfers"].as_array().unwrap()[..] else { panic!("two transfers") };
        assert_eq!((&first["personnelNumber"], &first["birthDate"]), (&json!("T-1"), &json!("1980-02-29")));
        assert_eq!(first["cardNumber"], json!("4000000000000002"));
        assert!(document.text.contains("\"deductionAmount\":13.50"), "{}", document.text);
        // A member that was not sent is not in it either.
        for absent in ["personnelNumber", "birthDate", "cardNumber", "deductionAmount"] {
            assert_eq!(second.get(absent), None, "{absent}");
        }
    }

    async fn pay_12_a_wrong_first_signature_is_refused_and_changes_nothing(bench: Bench) {
        let house = House::new(bench).await;
        house.create_and_check(&payload("wrong-first")).await;
        let before = detail(&house, &ivanova(), "wrong-first").await;
        let wrong = HowSigned::Certificate(BASE64.encode(b"no CMS"));
        let refused = sign(&house, &ivanova(), "wrong-first", wrong).await;
        let Err(StatementError::SignatureRefused(reason)) = refused else { panic!("{refused:?}") };
        assert!(reason.message(kernel::Language::English).starts_with("Signature 1"));
        let after = detail(&house, &ivanova(), "wrong-first").await;
        assert_eq!((after.header, after.history, after.own), (before.header, before.history, before.own));
        let filter = AuditFilter { action: Some("payroll_statement.signature_refused".to_owned()),
            ..AuditFilter::default() };
        assert_eq!(audit::list(&house.bench.store, &filter, 10).await.unwrap().len(), 1);
        assert_eq!(sign(&house, &ivanova(), "wrong-first", FIRST).await.unwrap(), Status::PartlySigned);
    }

    async fn pay_15_errors_are_corrected_and_checked_anew(bench: Bench) {
        let house = House::new(bench).await;
        house.create_and_check(&changed("to-correct", |payload| {
            payload["totalAmount"] = json!(300);
            payload["transfers"][1]["account"] = json!("");
            payload["transfers"][1]["amount"] = json!(100.123);
        })).await;
        let caller = petrov();
        let before = detail(&house, &caller, "to-correct").await;
        assert!(before.may_correct() && before.may_delete());
        assert_eq!((before.counts.with_errors, before.header.state.status()), (1, Status::Error));
        let (id, version) = (before.header.id, before.header.version);
        let row = work::transfer_row(&house.state, &House::origin(&caller), id, 2).await.unwrap();
        assert_eq!((row.fault, row.row.transfer.amount.text().as_str()), (Some((1, 1)), "100.123"));
        let (mut transfer, seen_version) = (row.row.transfer, row.row.version);
        transfer.account = employee(102);
        transfer.amount = SentAmount::from_lexeme("99.50");
        let terms = TermsCorrection { total: Money::from_minor(20_000), ..TermsCorrection::of(&before.header) };
        let origin = House::origin(&caller);
        work::correct_terms(&house.state, &origin, id, version, terms.clone()).await.unwrap();
        assert_eq!(house.status("to-correct").await["status"], "CHECKING");
        let rows = vec![RowCorrection { seen_version, transfer }];
        work::correct_rows(&house.state, &origin, id, rows).await.unwrap();
        let stale = work::correct_terms(&house.state, &origin, id, version, terms).await;
        assert!(matches!(stale, Err(StatementError::Changed)), "{stale:?}");
        house.work().await;
        assert_eq!(house.status("to-correct").await, json!({"externalId": "to-correct", "status": "AWAITING_SIGN"}));
        assert_eq!(house.transfers("to-correct").await[1], json!({"orderNumber": 2, "status": "CREATED"}));
    }

    async fn pay_15_a_correction_that_cannot_be_stored_is_refused(bench: Bench) {
        let house = House::new(bench).await;
        house.create_and_check(&changed("odd", |payload| payload["totalAmount"] = json!(300))).await;
        let caller = ivanova();
        let header = detail(&house, &caller, "odd").await.header;
        let line = work::transfers(&house.state, &House::origin(&caller), header.id, 0, 1)
            .await.unwrap().remove(0).transfer;
        let mut far = line.clone();
        far.line = 3;
        let mut nul = line.clone();
        "a\0b".clone_into(&mut nul.last_name);
        let mut long = line;
        long.last_name = "я".repeat(1_001);
        let mut terms = TermsCorrection::of(&header);
        "77".clone_into(&mut terms.income.enrollment_code);
        let origin = House::origin(&caller);
        for transfer in [far, nul, long] {
            let rows = vec![RowCorrection { seen_version: 1, transfer }];
            let refused = work::correct_rows(&house.state, &origin, header.id, rows).await;
            assert!(matches!(refused, Err(StatementError::Fields(_))), "{refused:?}");
        }
        let refused = work::correct_terms(&house.state, &origin, header.id, header.version, terms).await;
        assert!(matches!(refused, Err(StatementError::Fields(_))), "{refused:?}");
    }

    async fn pay_15_a_scheduled_statement_can_be_deleted_and_is_not_executed(bench: Bench) {
        let house = House::new(bench).await;
        let later = changed("to-delete", |payload| payload["date"] = json!("2026-11-22"));
        house.create_signed(&later).await;
        house.work().await;
        let caller = ivanova();
        let header = detail(&house, &caller, "to-delete").await.header;
        assert_eq!(header.state.status(), Status::Scheduled);
        let origin = House::origin(&caller);
        work::delete(&house.state, &origin, header.id, header.version).await.unwrap();
        house.bench.clock.advance_seconds(3 * 86_400);
        house.work().await;
        assert_eq!(house.status("to-delete").await["status"], "DELETED");
        assert_eq!(jobs::waiting(&house.bench.store).await.unwrap(), []);
        // Its name stays taken.
        let again = house.post(&json!({ "payload": payload("to-delete") })).await;
        assert!(again.text().contains("its status is DELETED"), "{}", again.text());
    }

    async fn pay_15_the_list_is_filtered_by_status_and_date(bench: Bench) {
        let house = House::new(bench).await;
        for (name, day) in [("one", "2026-11-20"), ("two", "2026-11-25"), ("three", "2026-12-05")] {
            house.bench.clock.advance_seconds(1);
            house.create(&changed(name, |payload| payload["date"] = json!(day))).await;
        }
        house.work().await;
        house.bench.clock.advance_seconds(1);
        house.create(&payload("four")).await;
        let caller = ivanova();
        let listed = async |filter: Filter, offset, limit| {
            let page = work::list(&house.state, &House::origin(&caller), &filter, offset, limit).await.unwrap();
            let names: Vec<String> =
                page.statements.iter().map(|header| header.terms.external_id.to_string()).collect();
            (names.join(" "), page.total_count)
        };
        let all = Filter::default();
        assert_eq!(listed(all.clone(), 0, 50).await, ("four three two one".to_owned(), 4));
        assert_eq!(listed(all.clone(), 1, 2).await, ("three two".to_owned(), 4));
        assert_eq!(listed(all.clone(), 9, 2).await, (String::new(), 4));
        let checking = Filter { status: Some(Status::Checking), ..all.clone() };
        assert_eq!(listed(checking, 0, 50).await, ("four".to_owned(), 1));
        let november = Filter { from: Some(date(2026, 11, 21)), through: Some(date(2026, 11, 30)),
            ..Filter::default() };
        assert_eq!(listed(november, 0, 50).await, ("two".to_owned(), 1));
        let stranger = sidorov();
        let others = work::list(&house.state, &House::origin(&stranger), &all, 0, 50).await.unwrap();
        assert_eq!(others.total_count, 0);
        let no_right = auditor();
        let refused = work::list(&house.state, &House::origin(&no_right), &all, 0, 50).await;
        assert!(matches!(refused, Err(StatementError::NoRight)));
    }

    async fn pay_15_every_change_is_in_the_audit_trail(bench: Bench) {
        let house = House::new(bench).await;
        house.create_and_check(&payload("audited")).await;
        sign(&house, &ivanova(), "audited", FIRST).await.unwrap();
        let id = house.id("C00001", "audited").await;
        let filter = AuditFilter { object_id: Some(id.to_string()), ..AuditFilter::default() };
        let mut entries = audit::list(&house.bench.store, &filter, 10).await.unwrap();
        entries.reverse();
        let mut actions: Vec<(&str, Option<&str>)> =
            entries.iter().map(|entry| (entry.action.as_str(), entry.actor_id.as_deref())).collect();
        actions.sort_unstable();
        let expected = [
            ("payroll_statement.checked", None),
            ("payroll_statement.created", Some("U00001")),
            ("payroll_statement.signed", Some("U00001")),
        ];
        assert_eq!(actions, expected);
        let created = entries.iter().find(|entry| entry.action == "payroll_statement.created").unwrap();
        assert!(created.trace_id.is_some() && created.detail.contains("audited"));
        assert!(!created.detail.contains("Смирнова"), "no personal data");
    }
}
