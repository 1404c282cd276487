//! The bank's systems speak ISO 20022 (BNK-04).

use std::path::Path;
use std::sync::Arc;

use bank::files;
use clientbank::configuration::Configuration;
use iso20022::payments::{Initiation, Transfer};
use iso20022::{Document, Limits, Reader};
use serde_json::{Value, json};
use testkit::{Bench, on_both_engines};

use crate::orders::{System, accepted, orders};
use crate::triggers::{Line, OTHER_BIC, Stage};
use crate::wired::{configuration, sandbox_with};

pub(crate) fn checked(text: &str) -> Document {
    let reader = Reader::of_payments(Limits::default()).expect("the definitions are understood");
    reader.read(text.as_bytes(), None).unwrap_or_else(|violations| panic!("{violations}\n{text}"))
}

fn message(name: &str, inside: &str) -> String {
    format!("<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:{name}\">{inside}</Document>")
}

/// A pain.002 with these statuses: number, name, status.
pub(crate) fn report(payments: &str, some: &[(&str, &str, &str)]) -> String {
    let one = |(number, name, status): &(&str, &str, &str)| {
        let reason = if *status == "RJCT" {
            "<StsRsnInf><Rsn><Cd>AC04</Cd></Rsn><AddtlInf>closed</AddtlInf></StsRsnInf>"
        } else {
            ""
        };
        format!(
            "<TxInfAndSts><OrgnlInstrId>{number}</OrgnlInstrId><OrgnlEndToEndId>{name}</OrgnlEndToEndId>\
             <TxSts>{status}</TxSts>{reason}</TxInfAndSts>"
        )
    };
    let some: String = some.iter().map(one).collect();
    message(
        "pain.002.001.10",
        &format!(
            "<CstmrPmtStsRpt><GrpHdr><MsgId>1</MsgId><CreDtTm>2026-11-20T12:00:00Z</CreDtTm></GrpHdr>\
         <OrgnlGrpInfAndSts><OrgnlMsgId>{payments}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>\
         <GrpSts>PART</GrpSts></OrgnlGrpInfAndSts><OrgnlPmtInfAndSts><OrgnlPmtInfId>{payments}</OrgnlPmtInfId>{some}\
         </OrgnlPmtInfAndSts></CstmrPmtStsRpt>"
        ),
    )
}

/// Entries of a camt: name of the booking, payment, sum, side, return.
fn entries(some: &[(&str, &str, &str, &str, bool)]) -> String {
    let one = |(name, payment, sum, side, is_return): &(&str, &str, &str, &str, bool)| {
        let reason = if *is_return { "<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>" } else { "" };
        format!(
            "<Ntry><Amt Ccy=\"RUB\">{sum}</Amt><CdtDbtInd>{side}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>\
             <AcctSvcrRef>{name}</AcctSvcrRef><BkTxCd/><NtryDtls><TxDtls><Refs><EndToEndId>{payment}</EndToEndId></Refs>\
             <Amt Ccy=\"RUB\">{sum}</Amt><CdtDbtInd>{side}</CdtDbtInd>{reason}</TxDtls></NtryDtls></Ntry>"
        )
    };
    some.iter().map(one).collect()
}

fn notification(some: &[(&str, &str, &str, &str, bool)]) -> String {
    notified(&entries(some))
}

/// A camt.054 of these entries.
pub(crate) fn notified(entries: &str) -> String {
    message(
        "camt.054.001.08",
        &format!(
            "<BkToCstmrDbtCdtNtfctn><GrpHdr><MsgId>1</MsgId><CreDtTm>2026-11-20T12:00:00Z</CreDtTm></GrpHdr><Ntfctn>\
         <Id>1</Id><Acct><Id><Othr><Id>30102810000000000001</Id></Othr></Id></Acct>{entries}</Ntfctn></BkToCstmrDbtCdtNtfctn>"
        ),
    )
}

fn day(some: &[(&str, &str, &str, &str, bool)]) -> String {
    statement(["2020-01-01T00:00:00+03:00", "2099-12-31T23:59:59+03:00"], some)
}

/// A camt.053 from one moment to another.
pub(crate) fn statement([from, to]: [&str; 2], some: &[(&str, &str, &str, &str, bool)]) -> String {
    message(
        "camt.053.001.08",
        &format!(
            "<BkToCstmrStmt><GrpHdr><MsgId>1</MsgId><CreDtTm>2026-11-20T12:00:00Z</CreDtTm></GrpHdr><Stmt><Id>1</Id><FrToDt>\
         <FrDtTm>{from}</FrDtTm><ToDtTm>{to}</ToDtTm></FrToDt><Acct><Id><Othr>\
         <Id>30102810000000000001</Id></Othr></Id></Acct><Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp>\
         <Amt Ccy=\"RUB\">0.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-20</Dt></Dt></Bal>{}</Stmt></BkToCstmrStmt>",
            entries(some)
        ),
    )
}

/// Writes orders into a folder, and counts them.
async fn export(
    state: &bank::BankState,
    system: &bank::system::System,
    folder: &Path,
    form: files::Form,
) -> usize {
    let left = |document: &str| panic!("{document} has left");
    files::export(state, system, folder, form, left).await.expect("it is written")
}

/// Makes the state with which commands exchange files.
pub(crate) fn files_of(bench: &Bench, desk: &::orders::Desk) -> bank::BankState {
    bank::BankState {
        directory: None,
        trail_key: None,
        store: bench.store.clone(),
        clock: bench.clock.clone(),
        machine: bench.clock.clone(),
        randomness: bench.randomness.clone(),
        desk: desk.clone(),
        messages: Arc::new(Reader::of_payments(Limits::default()).expect("the definitions are understood")),
        zone: "Europe/Moscow".parse().expect("a zone"),
        address: "".into(),
        idempotency: idempotency::Idempotency::new(
            bench.store.clone(),
            bench.clock.clone(),
            bench.randomness.clone(),
            configuration().needed_master_key().expect("a key"),
        ),
        administration: Arc::default(),
    }
}

pub(crate) async fn post(stage: &Stage<'_>, token: &str, text: &str) -> (u16, Value) {
    let request =
        stage.bank.post("/bank/v1/messages").bearer(token).header("content-type", "application/xml");
    let answer = request.body(text.to_owned()).send().await;
    (answer.status.as_u16(), answer.json())
}

pub(crate) async fn verdicts(stage: &Stage<'_>, token: &str, text: &str) -> Vec<String> {
    checked(text);
    let (status, told) = post(stage, token, text).await;
    assert_eq!(status, 200, "{told}");
    let verdicts = told["verdicts"].as_array().expect("verdicts").iter();
    verdicts.map(|one| one["verdict"].as_str().expect("a verdict").to_owned()).collect()
}

pub(crate) async fn as_xml(stage: &Stage<'_>, token: &str, order: &Value) -> String {
    let path = format!("/bank/v1/orders/{}", order["id"].as_str().expect("a name"));
    let answer = stage.bank.get(&path).bearer(token).header("accept", "application/xml").send().await;
    assert_eq!((answer.status.as_u16(), answer.header("content-type")), (200, Some("application/xml")));
    answer.text().to_owned()
}

/// The first order of a system, and its message.
pub(crate) async fn first_message(stage: &Stage<'_>, token: &str) -> (Value, Document) {
    let order = orders(stage, token, "?wait=1").await["orders"][0].clone();
    let document = checked(&as_xml(stage, token, &order).await);
    (order, document)
}

/// The names of the payments of a message, and of each transfer in it.
pub(crate) fn names_in(document: &Document) -> (&str, Vec<&str>) {
    let payments = document.root().at("CstmrCdtTrfInitn/PmtInf").expect("payments");
    let transfers = payments.all("CdtTrfTxInf");
    let names = transfers.map(|transfer| transfer.at("PmtId/EndToEndId").expect("a name").value());
    (payments.at("PmtInfId").expect("a name").value(), names.collect())
}

/// The system of this name, as commands take it.
pub(crate) async fn system(bench: &Bench, name: &str) -> bank::system::System {
    let found = bank::work::systems::find(&bench.store, &name.parse().expect("a name")).await;
    found.expect("the database answers").expect("the system is there")
}

/// With the state by which commands exchange files.
pub(crate) async fn with_files<'b>(bench: &'b Bench, orders: &str) -> (Stage<'b>, bank::BankState) {
    let configuration = Configuration { orders: orders.to_owned(), ..configuration() };
    let (application, keys) = sandbox_with(bench, &configuration).await;
    let state = files_of(bench, &application.desk);
    (Stage::of(bench, (application, keys)), state)
}

/// With a statement of three transfers, which the core is asked to execute, and a token of the core.
async fn of_three(bench: &Bench) -> (Stage<'_>, String) {
    let stage = Stage::with_orders(bench, "payroll.execute=bank").await;
    let token = System::added(bench, "core", orders::Role::Core).await.token(&stage).await;
    let lines = vec![Line::own("1.00", 101), Line::other("20.00", 201, OTHER_BIC), Line::own("3.00", 102)];
    assert_eq!(stage.salary("salary-1", lines).await, "PROCESSING");
    (stage, token)
}

on_both_engines! {
    async fn bnk_04_a_payment_goes_out_as_pain_001_and_is_answered_by_pain_002_and_camt_054(bench: Bench) {
        let stage = Stage::with_orders(&bench, "payment.send=bank").await;
        let token = System::added(&bench, "hub", orders::Role::Payments).await.token(&stage).await;
        let lines = vec![Line::own("1.00", 101), Line::other("20.00", 201, OTHER_BIC),
            Line::other("30.00", 202, OTHER_BIC), Line::other("40.00", 203, OTHER_BIC)];
        assert_eq!(stage.salary("salary-1", lines).await, "PROCESSING");
        let page = orders(&stage, &token, "?wait=1").await;
        let mut some = page["orders"].as_array().expect("orders").clone();
        some.sort_by_key(|order| order["payload"]["line"].as_i64());
        let xml = as_xml(&stage, &token, &some[0]).await;
        let document = checked(&xml);
        let transfer = document.root().at("CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf").expect("a transfer");
        assert_eq!(transfer.at("Amt/InstdAmt").expect("a sum").value(), "20.00");
        assert_eq!(transfer.at("CdtrAgt/FinInstnId/ClrSysMmbId/MmbId").expect("a bank").value(), OTHER_BIC);
        let purpose = transfer.at("RmtInf/Ustrd").expect("a purpose").value();
        assert!(purpose.starts_with("Перечисление денежных средств сотрудникам: "), "{purpose}");
        assert_eq!(document.root().at("CstmrCdtTrfInitn/PmtInf/PmtTpInf/CtgyPurp/Cd").expect("a purpose").value(), "SALA");
        let name = |place: usize| some[place]["payload"]["endToEndId"].as_str().expect("a name");

        // What is under way is no end, and a list of refusals alone settles nothing.
        assert_eq!(verdicts(&stage, &token, &report(name(0), &[("1", name(0), "ACSP")])).await, ["TAKEN"]);
        let refused = report("x", &[("1", name(2), "RJCT"), ("1", "NOBODY", "RJCT")]);
        assert_eq!(verdicts(&stage, &token, &refused).await, ["TAKEN", "NOT_FOUND"]);
        let states = orders(&stage, &token, "").await;
        let states = states["orders"].as_array().expect("orders").iter();
        assert_eq!(states.filter(|order| order["state"] == "TAKEN").count(), 2);
        for verdict in ["TAKEN", "SAME"] {
            assert_eq!(verdicts(&stage, &token, &report(name(0), &[("1", name(0), "ACSC")])).await, [verdict]);
        }
        assert_eq!(verdicts(&stage, &token, &report(name(0), &[("1", name(0), "RJCT")])).await, ["CONTRADICTS"]);
        // A booking with another sum is none of this payment; the right one settles it, and its money comes back later.
        let booked = |sum| notification(&[("B-2", name(1), sum, "DBIT", false)]);
        let dollars = booked("30.00").replace("Ccy=\"RUB\"", "Ccy=\"USD\"");
        assert_eq!(verdicts(&stage, &token, &booked("30.01")).await, ["IMPOSSIBLE"]);
        assert_eq!(verdicts(&stage, &token, &dollars).await, ["IMPOSSIBLE"]);
        assert_eq!(verdicts(&stage, &token, &booked("30.00")).await, ["TAKEN"]);
        assert_eq!(verdicts(&stage, &token, &booked("30.00")).await, ["SAME"]);
        stage.work().await;
        let told = stage.get("/v1/statements/salary-1").await;
        assert!(told.text().contains("\"PARTLY_EXECUTED\""), "{}", told.text());
        for verdict in ["TAKEN", "SAME"] {
            let back = notification(&[("R-7", name(1), "30.00", "CRDT", true)]);
            assert_eq!(verdicts(&stage, &token, &back).await, [verdict]);
        }

        // The day of the hub beside what it has said.
        let statement = day(&[
            ("B-1", name(0), "20.00", "DBIT", false), ("B-3", name(2), "40.00", "DBIT", false),
            ("R-7", name(1), "30.00", "CRDT", true), ("B-9", "NOBODY", "1.00", "DBIT", false),
        ]);
        checked(&statement);
        let (status, told) = post(&stage, &token, &statement).await;
        assert_eq!((status, &told["matched"]), (200, &json!(1)), "{told}");
        let mut found: Vec<_> = told["differences"].as_array().expect("differences").iter()
            .map(|one| (one["endToEndId"].as_str().expect("a name"), one["difference"].as_str().expect("a word")))
            .collect();
        found.sort_unstable();
        let mut expected = [(name(2), "MISSING_HERE"), ("NOBODY", "MISSING_HERE"), (name(1), "MISSING_THERE")];
        expected.sort_unstable();
        assert_eq!(found, expected);
        let twice = [("B-1", name(0), "20.00", "DBIT", false), ("B-2", name(0), "20.00", "DBIT", false),
            ("B-3", name(1), "3.00", "DBIT", false)];
        let (_, told) = post(&stage, &token, &day(&twice)).await;
        let mut words: Vec<_> = told["differences"].as_array().expect("differences").iter()
            .map(|one| one["difference"].as_str().expect("a word")).collect();
        words.sort_unstable();
        assert_eq!(words, ["OTHER_SUM", "TWICE"]);
    }

    async fn bnk_04_a_message_is_read_however_its_sender_writes_it(bench: Bench) {
        let stage = Stage::with_orders(&bench, "payment.send=bank").await;
        let token = System::added(&bench, "hub", orders::Role::Payments).await.token(&stage).await;
        let lines = vec![Line::other("20.00", 201, OTHER_BIC), Line::other("30.00", 202, OTHER_BIC)];
        assert_eq!(stage.salary("salary-1", lines).await, "PROCESSING");
        let mut some = orders(&stage, &token, "?wait=1").await["orders"].as_array().expect("orders").clone();
        some.sort_by_key(|order| order["payload"]["line"].as_i64());
        let name = |place: usize| some[place]["payload"]["endToEndId"].as_str().expect("a name");

        // The encoding that the type names is that of the message.
        let refused = report(name(0), &[("1", name(0), "RJCT")]).replace("closed", "@&#x202e;\n @");
        let refused: Vec<u8> = refused.bytes().map(|byte| if byte == b'@' { 0xff } else { byte }).collect();
        for (charset, status) in [("koi8-r", 400), ("utf-8", 400), ("windows-1251", 200)] {
            let kind = format!("application/xml; charset=\"{charset}\"");
            let request = stage.bank.post("/bank/v1/messages").bearer(&token).header("content-type", &kind);
            let answer = request.body(refused.clone()).send().await;
            assert_eq!(answer.status.as_u16(), status, "{charset}: {}", answer.text());
        }
        // Nothing in a reason moves what people read.
        let path = format!("/bank/v1/orders/{}", some[0]["id"].as_str().expect("a name"));
        let answer = stage.bank.get(&path).bearer(&token).send().await;
        assert!(answer.text().contains("AC04 я\\\\u{202e} я"), "{}", answer.text());
        // A payment that has no status of its own has that of all.
        let settled = report(name(1), &[("1", name(1), "ACSC")]).replace("<TxSts>ACSC</TxSts>", "");
        let settled = settled.replace("</OrgnlPmtInfId>", "</OrgnlPmtInfId><PmtInfSts>ACSC</PmtInfSts>");
        assert_eq!(verdicts(&stage, &token, &settled).await, ["TAKEN"]);

        // Two statements in a message, a day that ends at 24:00, and money that goes back to where it came from.
        let booked =
            [("B-1", name(1), "30.00", "DBIT", false), ("B-2", "THEIRS", "5.00", "DBIT", true)];
        let last = statement(["2020-01-01T00:00:00+03:00", "2099-12-31T24:00:00+03:00"], &booked);
        let first = statement(["2019-01-01T00:00:00+03:00", "2019-01-01T24:00:00+03:00"], &[]);
        let (_, first) = first.split_once("<Stmt>").expect("a statement");
        let (first, _) = first.split_once("</Stmt>").expect("a statement");
        let both = last.replace("<Stmt>", &format!("<Stmt>{first}</Stmt><Stmt>"));
        checked(&both);
        let (status, told) = post(&stage, &token, &both).await;
        assert_eq!((status, &told["matched"], told.get("differences")), (200, &json!(1), None), "{told}");
        let (status, told) = post(&stage, &token, &both.replacen("T24:00:00", "T24:00:01", 1)).await;
        assert_eq!(status, 400, "{told}");

        // Of XML and JSON the one with the greater weight, and of equal ones the first.
        for (accept, kind) in [
            ("text/plain, application/xml", "application/xml"),
            ("application/json;q=0.5, application/xml;q=0.9", "application/xml"),
            ("application/xml, application/json", "application/xml"),
            ("application/json, application/xml", "application/json"),
            ("application/xml;q=0, */*", "application/json"),
            ("*/*", "application/json"),
        ] {
            let answer = stage.bank.get(&path).bearer(&token).header("accept", accept).send().await;
            assert_eq!(answer.header("content-type"), Some(kind), "{accept}");
        }
    }

    async fn bnk_04_a_statement_goes_out_as_one_message_and_is_answered_by_its_transfers(bench: Bench) {
        let (stage, token) = of_three(&bench).await;
        let (_, document) = first_message(&stage, &token).await;
        let payments = document.root().at("CstmrCdtTrfInitn/PmtInf").expect("payments");
        assert_eq!(["NbOfTxs", "CtrlSum"].map(|path| payments.at(path).expect("a value").value()), ["3", "24.00"]);
        let (name, names) = names_in(&document);
        let some = [("1", names[0], "ACSC"), ("3", names[2], "RJCT"), ("2", "NOBODY", "ACSC")];
        assert_eq!(verdicts(&stage, &token, &report(name, &some)).await, ["TAKEN", "TAKEN", "IMPOSSIBLE"]);
        assert_eq!(verdicts(&stage, &token, &report(name, &[("2", names[1], "ACCC")])).await, ["TAKEN"]);
        let told = stage.get("/v1/statements/salary-1").await;
        assert!(told.text().contains("\"PARTLY_EXECUTED\""), "{}", told.text());
        let bookings = [("1", names[0], "1.00", "DBIT", false), ("2", names[1], "20.00", "DBIT", false)];
        let (_, told) = post(&stage, &token, &day(&bookings)).await;
        assert_eq!((&told["matched"], told.get("differences")), (&json!(2), None), "{told}");
    }

    async fn bnk_04_a_report_that_all_payments_are_under_way_is_one_word_about_their_order(bench: Bench) {
        let (stage, token) = of_three(&bench).await;
        let (order, document) = first_message(&stage, &token).await;
        let name = document.root().at("CstmrCdtTrfInitn/PmtInf/PmtInfId").expect("a name").value();
        let under_way = [("1", "1", "ACSP"), ("2", "2", "PDNG"), ("3", "3", "ACSP")];
        assert_eq!(verdicts(&stage, &token, &report(name, &under_way)).await, ["TAKEN"; 3]);
        assert_eq!(accepted(&bench).await, [json!([order["id"]])]);
    }

    async fn bnk_04_money_of_one_transfer_comes_back_while_the_order_is_open(bench: Bench) {
        let (stage, token) = of_three(&bench).await;
        let (_, document) = first_message(&stage, &token).await;
        let (name, names) = names_in(&document);
        // Paid and returned in one message; other transfers beside it are taken.
        let both = notification(&[("B-2", names[1], "20.00", "DBIT", false), ("R-2", names[1], "20.00", "CRDT", true),
            ("B-1", names[0], "1.00", "DBIT", false)]);
        let both = both.replace("<Refs>", &format!("<Refs><PmtInfId>{name}</PmtInfId>"));
        assert_eq!(verdicts(&stage, &token, &both).await, ["TAKEN", "TAKEN", "TAKEN"]);
        assert_eq!(verdicts(&stage, &token, &both).await, ["SAME", "SAME", "SAME"]);
        // What contradicts is refused alone.
        let some = [("1", names[0], "RJCT"), ("3", names[2], "ACSC")];
        assert_eq!(verdicts(&stage, &token, &report(name, &some)).await, ["CONTRADICTS", "TAKEN"]);
        let told = stage.get("/v1/statements/salary-1").await;
        assert!(told.text().contains("\"EXECUTED\""), "{}", told.text());
    }

    async fn bnk_04_a_statement_that_converts_is_no_pain_001(bench: Bench) {
        let (stage, state) = with_files(&bench, "payroll.execute=bank").await;
        let token = System::added(&bench, "core", orders::Role::Core).await.token(&stage).await;
        let lines = vec![Line::own("1.00", 101), Line { to_dollars: 30, ..Line::own("100.00", 102) }];
        assert_eq!(stage.salary("salary-1", lines).await, "PROCESSING");
        let order = orders(&stage, &token, "?wait=1").await["orders"][0].clone();
        let path = format!("/bank/v1/orders/{}", order["id"].as_str().expect("a name"));
        let answer = stage.bank.get(&path).bearer(&token).header("accept", "application/xml").send().await;
        assert_eq!((answer.status.as_u16(), &answer.json()["code"]), (404, &json!("NOT_FOUND")));
        assert!(answer.text().contains("Ask for it as application/json"), "{}", answer.text());
        // Its file is JSON, which says what is converted.
        let system = system(&bench, "core").await;
        let folder = tempfile::TempDir::new().expect("a folder");
        let form = files::Form { as_xml: true, with_documents: false };
        assert_eq!(export(&state, &system, folder.path(), form).await, 1);
        let file = std::fs::read_dir(folder.path()).expect("it is read")
            .map(|entry| entry.expect("an entry").path())
            .find(|path| path.extension().is_some_and(|ending| ending == "json"));
        let text = std::fs::read(file.expect("JSON")).expect("it is read");
        let told: Value = serde_json::from_slice(&text).expect("JSON");
        assert_eq!(told["parts"][1]["conversions"], json!([{ "currency": "USD", "percent": 30 }]), "{told}");
    }

    async fn bnk_04_orders_and_answers_are_exchanged_as_files(bench: Bench) {
        let (stage, state) = with_files(&bench, "payment.send=bank").await;
        System::added(&bench, "hub", orders::Role::Payments).await;
        let system = system(&bench, "hub").await;
        let lines = vec![Line::other("20.00", 201, OTHER_BIC), Line::other("30.00", 202, OTHER_BIC)];
        assert_eq!(stage.salary("salary-1", lines).await, "PROCESSING");
        let folder = tempfile::TempDir::new().expect("a folder");
        let form = files::Form { as_xml: true, with_documents: false };
        let listed = || {
            let entries = std::fs::read_dir(folder.path()).expect("it is read");
            let mut names: Vec<String> =
                entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("a name")).collect();
            names.sort();
            names
        };
        assert_eq!(export(&state, &system, folder.path(), form).await, 2);
        let first = listed();
        assert_eq!(first.len(), 3, "{first:?}");
        // Again there is nothing new; without the number of the last one, the same files are written again.
        assert_eq!(export(&state, &system, folder.path(), form).await, 0);
        let bytes = |name: &str| std::fs::read(folder.path().join(name)).expect("it is read");
        let before = bytes(&first[1]);
        std::fs::remove_file(folder.path().join(".hub.payments.after")).expect("it is gone");
        assert_eq!(export(&state, &system, folder.path(), form).await, 2);
        assert_eq!((listed(), bytes(&first[1])), (first.clone(), before.clone()));
        let document = checked(std::str::from_utf8(&before).expect("text"));
        let name = document.root().at("CstmrCdtTrfInitn/PmtInf/PmtInfId").expect("a name").value().to_owned();

        // One answer comes as a message, one as JSON; each may come again.
        let xml = folder.path().join("answer.xml");
        std::fs::write(&xml, report(&name, &[("1", &name, "ACSC")])).expect("it is written");
        let other = first[2].split('-').skip(1).collect::<Vec<_>>().join("-").replace(".xml", "");
        let json = folder.path().join("answer.json");
        std::fs::write(&json, json!({ "answers": [{ "order": other, "outcome": "DONE" }] }).to_string())
            .expect("it is written");
        for verdict in ["TAKEN", "SAME"] {
            for file in [&xml, &json] {
                let receipt = files::take(&state, &system, file).await.expect("it is taken");
                let told: Value = serde_json::from_slice(&std::fs::read(receipt).expect("it is read")).expect("JSON");
                assert_eq!(told["verdicts"][0]["verdict"], verdict, "{told}");
            }
        }
        stage.work().await;
        let told = stage.get("/v1/statements/salary-1").await;
        assert!(told.text().contains("\"EXECUTED\""), "{}", told.text());
        // A byte order mark before the JSON is none of it.
        let marked = format!("\u{feff}{}", std::fs::read_to_string(&json).expect("it is read"));
        std::fs::write(&json, marked).expect("it is written");
        files::take(&state, &system, &json).await.expect("it is taken");
        // What the interface would refuse, a file may not have either.
        let twice = "{\"answers\":[{\"order\":\"x\",\"outcome\":\"DONE\",\"details\":{\"a\":1,\"a\":2}}]}";
        for text in [twice, "nothing"] {
            std::fs::write(&json, text).expect("it is written");
            assert!(files::take(&state, &system, &json).await.is_err(), "{text}");
        }
        assert!(files::take(&state, &system, &folder.path().join("absent")).await.is_err());
    }

    async fn bnk_04_what_is_no_message_changes_nothing(bench: Bench) {
        let stage = Stage::with_orders(&bench, "payment.send=bank").await;
        let token = System::added(&bench, "hub", orders::Role::Payments).await.token(&stage).await;
        let empty = message("pain.002.001.10", "<CstmrPmtStsRpt/>");
        let foreign = message("pain.001.001.09", "");
        for text in ["", "<", "<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>", &empty, &foreign, "{}"] {
            let (status, told) = post(&stage, &token, text).await;
            assert_eq!((status, &told["code"]), (400, &json!("MALFORMED")), "{text}");
        }
        let json = stage.bank.post("/bank/v1/messages").bearer(&token).json(&json!({})).send().await;
        assert_eq!(json.status, 415);
        let stranger = stage.bank.post("/bank/v1/messages").header("content-type", "application/xml")
            .body(report("x", &[])).send().await;
        assert_eq!(stranger.status, 401);
    }
}

/// The example of the description is what the program writes; a library of somebody else reads it
/// (`e2e/python/test_messages.py`).
#[test]
fn bnk_04_the_example_of_a_payment_is_what_is_written() {
    let initiation = Initiation {
        name: "VQ3K5RZ2N7JH4TYC6WLD2XAGUB5SPE7M".to_owned(),
        created: "2026-11-20T12:00:00+03:00".to_owned(),
        date: "2026-11-20".to_owned(),
        amount: "50000.00".to_owned(),
        debtor: "ООО «Ромашка» & <Ко>".to_owned(),
        inn: "7707123458".to_owned(),
        kpp: Some("770701001".to_owned()),
        account: "40702810900000000001".to_owned(),
        bic: "044525999".to_owned(),
        purpose: "Заработная плата за ноябрь 2026".to_owned(),
        income_code: Some("1".to_owned()),
        priority: 3,
        transfers: vec![Transfer {
            number: 1,
            end_to_end: "VQ3K5RZ2N7JH4TYC6WLD2XAGUB5SPE7M".to_owned(),
            amount: "50000.00".to_owned(),
            creditor: "Иванов Иван Иванович".to_owned(),
            account: "40817810400000000007".to_owned(),
            bic: "044525225".to_owned(),
            deduction: Some("1500.00".to_owned()),
        }],
    };
    let reader = Reader::of_payments(Limits::default()).expect("the definitions are understood");
    let written = initiation.write(&reader).expect("it is valid");
    assert_eq!(written, include_str!("../../../areas/bank/examples/initiation.xml"));
    checked(include_str!("../../../areas/bank/examples/status_report.xml"));
    // The largest statement has room.
    let transfer = Transfer { creditor: "Ы".repeat(140), ..initiation.transfers[0].clone() };
    let largest =
        Initiation { purpose: "Ы".repeat(140), transfers: vec![transfer; 10_000], ..initiation.clone() };
    assert!(largest.write(&reader).expect("it is valid").len() > 10_000_000);
    // The longest purpose is whole after every sum that is kept back from wages.
    let kept = Transfer { deduction: Some("9999999999.99".to_owned()), ..initiation.transfers[0].clone() };
    let whole = Initiation { purpose: "Ы".repeat(118), transfers: vec![kept], ..initiation.clone() };
    let whole = whole.write(&reader).expect("it is valid");
    assert!(whole.contains(&format!("//ВЗС//9999999999-99//{}</Ustrd>", "Ы".repeat(118))));
    // What no position takes is found before it leaves.
    let long = Initiation { name: "x".repeat(36), ..initiation };
    assert!(long.write(&reader).is_err());
}
