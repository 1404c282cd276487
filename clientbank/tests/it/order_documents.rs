//! The bank's systems read what a question is about as people have signed it (BNK-03).

use std::process::Command;

use ::orders::{
    AnswerTaker, Answered, Desk, NewOrder, Order, OrderDocument, OrderDocuments, OrderError, OrderId,
    OrderKind, Players, Verdict, place,
};
use bank::files;
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use store::{StoreError, Tx};
use testkit::{Answer, Bench, on_both_engines};

use crate::orders::{System, orders};
use crate::triggers::{Line, Stage, message};

/// The only order of a role, and the documents that its system is told of.
struct Asked<'s> {
    stage: &'s Stage<'s>,
    token: String,
    path: String,
    listed: Vec<(String, String)>,
}

impl<'s> Asked<'s> {
    async fn of(stage: &'s Stage<'s>, name: &'static str, role: orders::Role) -> Self {
        let token = System::added(stage.bench, name, role).await.token(stage).await;
        let order = orders(stage, &token, "").await["orders"][0]["id"].as_str().expect("a name").to_owned();
        let path = format!("/bank/v1/orders/{order}/documents");
        let told = stage.bank.get(&path).bearer(&token).send().await.json();
        let text = |one: &Value, name: &str| one[name].as_str().expect("a text").to_owned();
        let listed = told["documents"].as_array().expect("a list").iter();
        let listed = listed.map(|one| (text(one, "name"), text(one, "mediaType"))).collect();
        Self { stage, token, path, listed }
    }

    fn names(&self) -> Vec<&str> {
        self.listed.iter().map(|(name, _)| name.as_str()).collect()
    }

    async fn read(&self, number: &str) -> Answer {
        self.stage.bank.get(&format!("{}/{number}", self.path)).bearer(&self.token).send().await
    }

    /// The bytes of the document of a name.
    async fn bytes(&self, name: &str) -> Vec<u8> {
        let place = self.names().iter().position(|one| *one == name).expect("it is listed");
        let answer = self.read(&(place + 1).to_string()).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert_eq!(answer.header("content-type"), Some(self.listed[place].1.as_str()));
        assert!(answer.header("content-disposition").is_some_and(|value| value.contains(name)), "{name}");
        answer.body
    }
}

/// Tells whether openssl finds that a CMS signs these bytes; nothing where openssl is not there.
fn is_signed(cms: &[u8], content: &[u8]) -> Option<bool> {
    let folder = tempfile::TempDir::new().expect("a folder");
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).expect("it is written");
        path
    };
    let (cms, content) = (write("cms.p7s", cms), write("content", content));
    let mut openssl = Command::new("openssl");
    openssl.args(["cms", "-verify", "-binary", "-noverify", "-inform", "DER", "-in"]).arg(cms);
    let done = openssl.arg("-content").arg(content).args(["-out", "/dev/null"]).output().ok()?;
    Some(done.status.success())
}

/// Orders whose first document has left for the archive.
struct HalfArchived;

static HALF_ARCHIVED: OrderKind = OrderKind {
    name: "test.half_archived",
    prefix: "ha-",
    role: orders::Role::CurrencyControl,
    deadline_s: 60,
    moves_money: false,
    is_refused_by_checks: false,
    stopped_by: &[],
    meaning: "Read the documents.",
    payload: || json!({}),
    answer: || json!({}),
};

impl AnswerTaker for HalfArchived {
    fn kind(&self) -> &'static OrderKind {
        &HALF_ARCHIVED
    }

    fn take(&self, _: Vec<Answered>) -> BoxFuture<'_, Result<Vec<Verdict>, OrderError>> {
        async { Ok(Vec::new()) }.boxed()
    }

    fn documents(&self) -> Option<&dyn OrderDocuments> {
        Some(self)
    }
}

impl OrderDocuments for HalfArchived {
    fn documents<'a>(
        &'a self,
        _: &'a Order,
        _: Option<usize>,
    ) -> BoxFuture<'a, Result<Vec<OrderDocument>, OrderError>> {
        let second = OrderDocument::whole("second.txt", "text/plain", "second");
        let first = OrderDocument { name: "first.txt".to_owned(), content: None, ..second.clone() };
        async move { Ok(vec![first, second]) }.boxed()
    }
}

on_both_engines! {
    async fn bnk_03_a_document_that_has_left_for_the_archive_holds_up_no_other(bench: Bench) {
        let _stage = Stage::with_orders(&bench, "currency_certificate.decide=bank").await;
        let desk = Desk::new(bench.store.clone(), bench.clock.clone(), Players::default());
        desk.register(|_| HalfArchived);
        let state = crate::messages::files_of(&bench, &desk);
        let id = OrderId::new(&HALF_ARCHIVED, "1").expect("a name");
        let cnum = "C00001".parse().expect("a client number");
        let order = NewOrder { id: id.clone(), cnum, object_id: "1".to_owned(), payload: "{}".to_owned() };
        let now = kernel::Clock::now(&*bench.clock);
        let unit = move |tx: &mut Tx| place(tx, &HALF_ARCHIVED, std::slice::from_ref(&order), now);
        bench.store.write::<_, StoreError>("test.place", unit).await.expect("it is placed");
        System::added(&bench, "control", orders::Role::CurrencyControl).await;
        let system = crate::messages::system(&bench, "control").await;
        let folder = tempfile::TempDir::new().expect("a folder");
        let form = files::Form { as_xml: false, with_documents: true };
        let mut left = Vec::new();
        let mut tell = |document: &str| {
            // Told before the number of the order is kept, after which a later export begins.
            assert!(!folder.path().join(".control.currency_control.after").exists());
            left.push(document.to_owned());
        };
        let exported = files::export(&state, &system, folder.path(), form, &mut tell).await;
        assert_eq!((exported.expect("it is written"), left), (1, vec![format!("{id}: first.txt")]));
        assert!(folder.path().join(".control.currency_control.after").exists());
        let entries = std::fs::read_dir(folder.path()).expect("it is read");
        let texts: Vec<_> = entries
            .map(|entry| entry.expect("an entry").path())
            .filter(|path| path.extension().is_some_and(|ending| ending == "txt"))
            .collect();
        assert!(texts.len() == 1 && texts[0].to_string_lossy().ends_with(".2.txt"), "{texts:?}");
        assert_eq!(std::fs::read_to_string(&texts[0]).expect("text"), "second");
    }

    async fn bnk_03_a_statement_goes_out_with_what_people_have_signed(bench: Bench) {
        let stage = Stage::with_orders(&bench, "payroll.execute=bank").await;
        let lines = vec![Line::own("10.00", 101), Line::other("20.00", 201, "044525998")];
        assert_eq!(stage.salary("salary-1", lines).await, "PROCESSING");
        let asked = Asked::of(&stage, "core", orders::Role::Core).await;
        assert_eq!(asked.names()[..2], ["statement.json", "request.sha256"]);
        let statement: Value = serde_json::from_slice(&asked.bytes("statement.json").await).expect("JSON");
        assert_eq!((&statement["externalId"], &statement["transfersCount"]), (&json!("salary-1"), &json!(2)));
        let digest = asked.bytes("request.sha256").await;
        assert_eq!(digest.len(), 32);
        let signatures = asked.names()[2..].to_vec();
        assert!(!signatures.is_empty());
        for name in signatures {
            assert!(name.starts_with("request."), "{name}");
            let cms = asked.bytes(name).await;
            assert_ne!(is_signed(&cms, &digest), Some(false), "{name}");
            assert_ne!(is_signed(&cms, b"something else"), Some(true), "{name}");
        }
        for number in ["0", "99", "-1", "x", "18446744073709551616"] {
            assert_eq!(asked.read(number).await.status, 404, "{number}");
        }
        // A system of another role learns nothing of them.
        let hub = System::added(&bench, "hub", orders::Role::Payments).await.token(&stage).await;
        for path in [asked.path.clone(), format!("{}/1", asked.path)] {
            assert_eq!(stage.bank.get(&path).bearer(&hub).send().await.status, 404);
        }
        let read = audit::Filter { action: Some("bank_orders.document_read".to_owned()), ..audit::Filter::default() };
        assert!(audit::list(&bench.store, &read, 1_000).await.expect("the trail").len() >= 3);
    }

    async fn bnk_03_a_tariff_request_goes_out_as_people_have_read_it(bench: Bench) {
        let stage = Stage::with_orders(&bench, "tariff_request.decide=bank").await;
        let body = json!({ "cnum": "C00001", "tariffPlan": "PRO" }).to_string();
        stage.post("/v1/ctcm/request/create", Some("tariff-done"), body).await;
        stage.work().await;
        let asked = Asked::of(&stage, "tariffs", orders::Role::Tariffs).await;
        assert_eq!(asked.names()[0], "request.pdf");
        let pdf = asked.bytes("request.pdf").await;
        assert!(pdf.starts_with(b"%PDF-"));
        for name in asked.names().into_iter().skip(1) {
            assert_ne!(is_signed(&asked.bytes(name).await, &Sha256::digest(&pdf)), Some(false), "{name}");
        }
    }

    async fn bnk_03_currency_control_reads_the_message_itself(bench: Bench) {
        let stage = Stage::with_orders(&bench, "currency_certificate.decide=bank").await;
        let sent = message("T-asked", ["12500.00", "6001.05"]);
        stage.post("/v1/iso20022/currency-transaction-certificate", None, sent.clone()).await;
        stage.work().await;
        let asked = Asked::of(&stage, "control", orders::Role::CurrencyControl).await;
        assert_eq!(asked.names(), ["message.xml"]);
        assert_eq!(String::from_utf8(asked.bytes("message.xml").await).expect("text"), sent);
    }

    async fn bnk_03_documents_are_exchanged_as_files(bench: Bench) {
        let (stage, state) = crate::messages::with_files(&bench, "currency_certificate.decide=bank").await;
        let sent = message("T-filed", ["12500.00", "6001.05"]);
        stage.post("/v1/iso20022/currency-transaction-certificate", None, sent.clone()).await;
        stage.work().await;
        System::added(&bench, "control", orders::Role::CurrencyControl).await;
        let system = crate::messages::system(&bench, "control").await;
        let folder = tempfile::TempDir::new().expect("a folder");
        let form = files::Form { as_xml: false, with_documents: true };
        for expected in [1, 0] {
            let left = |document: &str| panic!("{document} has left");
            let exported = files::export(&state, &system, folder.path(), form, left).await;
            assert_eq!(exported.expect("it is written"), expected);
        }
        let entries = std::fs::read_dir(folder.path()).expect("it is read");
        let names: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
        let found = names.iter().find(|path| path.to_string_lossy().ends_with(".1.xml")).expect("the message");
        assert_eq!(std::fs::read_to_string(found).expect("text"), sent);
    }

    async fn bnk_04_systems_that_share_a_folder_lose_no_order(bench: Bench) {
        let players = "payment.send=bank,currency_certificate.decide=bank";
        let (stage, state) = crate::messages::with_files(&bench, players).await;
        System::added(&bench, "hub", orders::Role::Payments).await;
        System::added(&bench, "control", orders::Role::CurrencyControl).await;
        let [own, shared] = [(); 2].map(|()| tempfile::TempDir::new().expect("a folder"));
        let export = async |name: &str, folder: &tempfile::TempDir| {
            let system = crate::messages::system(&bench, name).await;
            let form = files::Form { as_xml: false, with_documents: false };
            let left = |document: &str| panic!("{document} has left");
            files::export(&state, &system, folder.path(), form, left).await.expect("it is written")
        };
        let sent = message("T-shared", ["12500.00", "6001.05"]);
        stage.post("/v1/iso20022/currency-transaction-certificate", None, sent).await;
        stage.work().await;
        assert_eq!(export("control", &own).await, 1, "its order has a number");
        assert_eq!(stage.salary("salary-1", vec![Line::other("20.00", 201, "044525998")]).await, "PROCESSING");
        assert_eq!(export("hub", &shared).await, 1, "whose number is higher");
        assert_eq!(export("control", &shared).await, 1);
        assert_eq!((export("hub", &shared).await, export("control", &shared).await), (0, 0));
    }
}
