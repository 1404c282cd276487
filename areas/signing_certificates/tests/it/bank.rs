//! A bank with the demo's people, an authority, and their browser.

use std::path::Path;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use clients::signatures::MissingList;
use cms::{Authority, Certificate, Signer, Subject};
use import::{ImportError, Report};
use kernel::{Clock, Instant, Randomness};
use orders::{Desk, Players};
use serde_json::{Value, json};
use signing_certificates::{AREA, CertificatesPages, CertificatesState};
use store::{Migration, MigrationTree, params};
use tempfile::TempDir;
use testkit::{Answer, Bench, DIRECTORY, RIGHT_ANSWER, TEST_CSRF, TestCaller, TestClient, demo_files};

pub(crate) use testkit::{ivanova, petrov};

pub(crate) const DAY_S: i64 = 86_400;
pub(crate) const ROOM: &str = "/bank/signature";
/// The button of a form that a passkey confirms.
pub(crate) const PASSKEY: &str = "data-passkey=\"/bank/confirmation/passkey\"";
pub(crate) const IVANOVA: &str = "Иванова Анна Сергеевна";

/// The uses that other areas tell of: a table in the place of the view, so that no payroll is needed.
static USES: MigrationTree = MigrationTree {
    area: "uses",
    migrations: &[Migration {
        version: 1,
        note: "uses of certificates",
        sql: "create table certificate_uses (certificate_id text not null, signed_at_us bigint not null);
            create index certificate_uses_by_certificate on certificate_uses (certificate_id, signed_at_us);",
    }],
};

store::queries! {
    /// A signature of another area.
    USE = "insert into certificate_uses (certificate_id, signed_at_us) values ($1, $2)";
    /// Everything that was written by people of this area.
    pub(crate) COUNTS = "select (select cast(count(1) as bigint) from signing_certificates) as certificates,
        (select cast(count(1) as bigint) from certificate_requests) as requests,
        (select cast(count(1) as bigint) from certificate_challenges) as challenges,
        (select cast(count(1) as bigint) from revoked_signing_keys) as revoked";
}

pub(crate) struct Bank {
    pub(crate) bench: Bench,
    pub(crate) pages: TestClient,
    pub(crate) authority: Authority,
    pub(crate) desk: Desk,
}

/// The same person at another login, for C00002.
pub(crate) fn ivanova_of_vasilek() -> TestCaller {
    TestCaller::new("U00001", "C00002")
}

/// Somebody without a right to sign.
pub(crate) fn auditor() -> TestCaller {
    TestCaller::new("U00004", "C00001")
}

pub(crate) fn subject(name: &str, from: Instant, to: Instant) -> Subject {
    Subject { common_name: name.to_owned(), organisation: "Test".to_owned(), not_before: from, not_after: to }
}

/// A key of somebody with its certificate.
pub(crate) struct Person {
    pub(crate) key: String,
    pub(crate) certificate: Certificate,
}

impl Person {
    pub(crate) fn sign(&self, digest: &[u8]) -> String {
        let signer = Signer::from_pem(&self.key, &self.certificate.to_pem()).unwrap();
        STANDARD.encode(cms::sign(digest, &[&signer]).unwrap())
    }

    pub(crate) fn id(&self) -> String {
        clients::signatures::CertificateId::from(&self.certificate).to_string()
    }
}

impl Bank {
    pub(crate) async fn open(bench: Bench) -> Self {
        Self::asking(bench, "").await
    }

    /// The same, where these players answer orders.
    pub(crate) async fn asking(bench: Bench, players: &str) -> Self {
        bench
            .migrate(&[
                &audit::MIGRATIONS,
                &import::MIGRATIONS,
                &clients::MIGRATIONS,
                &switches::MIGRATIONS,
                &orders::MIGRATIONS,
                &USES,
                AREA.migrations,
            ])
            .await;
        let now = bench.clock.now();
        let long = subject("Authority", now.plus_seconds(-300 * DAY_S), now.plus_seconds(3_000 * DAY_S));
        let authority = Authority::new(&long, bench.randomness.as_ref()).unwrap();
        let site = bench.site();
        let players = Players::read(players, AREA.orders.iter().copied(), false).unwrap();
        let desk = Desk::new(bench.store.clone(), Arc::clone(&bench.clock) as Arc<dyn Clock>, players);
        let certificates = CertificatesState {
            store: bench.store.clone(),
            clock: Arc::clone(&bench.clock) as Arc<dyn Clock>,
            randomness: Arc::clone(&bench.randomness) as Arc<dyn Randomness>,
            missing_list: MissingList::default(),
            desk: desk.clone(),
            issuer: None,
        };
        signing_certificates::take_answers(&certificates);
        let pages = signing_certificates::pages(CertificatesPages { site: site.clone(), area: certificates });
        let pages = bench.client(site.routes(pages));
        let bank = Self { bench, pages, authority, desk };
        bank.import(demo_files(&DIRECTORY).path()).await.unwrap();
        let root = json!([{ "certificate": bank.authority.certificate().to_pem(), "kind": "ROOT" }]);
        bank.add("certificate_authorities.json", &root).await.unwrap();
        bank
    }

    async fn import(&self, folder: &Path) -> Result<Report, ImportError> {
        testkit::import!(self.bench, folder, clients::importers())
    }

    /// Imports one more file.
    pub(crate) async fn add(&self, name: &str, rows: &Value) -> Result<Report, ImportError> {
        let folder = TempDir::new().unwrap();
        std::fs::write(folder.path().join(name), rows.to_string()).unwrap();
        self.import(folder.path()).await
    }

    /// Imports a certificate as the bank does.
    pub(crate) async fn bank_registers(
        &self,
        login: &str,
        cnum: &str,
        kind: &str,
        certificate: &Certificate,
    ) -> Result<Report, ImportError> {
        let pem = certificate.to_pem();
        let row = json!([{ "login": login, "cnum": cnum, "signature_type": kind, "certificate": pem }]);
        self.add("signing_certificates.json", &row).await
    }

    /// A key with a certificate of the bank's authority.
    pub(crate) fn person(&self, name: &str) -> Person {
        self.person_valid(name, -1, 300)
    }

    /// The same, valid from and to so many days from now.
    pub(crate) fn person_valid(&self, name: &str, from: i64, to: i64) -> Person {
        self.person_of(&self.authority, name, from, to)
    }

    pub(crate) fn person_of(&self, authority: &Authority, name: &str, from: i64, to: i64) -> Person {
        let now = self.bench.clock.now();
        let subject = subject(name, now.plus_seconds(from * DAY_S), now.plus_seconds(to * DAY_S));
        let (key, certificate) = authority.issue(&subject, self.bench.randomness.as_ref()).unwrap();
        Person { key, certificate }
    }

    pub(crate) async fn get(&self, caller: &TestCaller, path: &str) -> Answer {
        self.pages.get(path).online_bank(&self.bench.tokens, caller).send().await
    }

    /// A page that the browser was just sent to.
    pub(crate) async fn told(&self, caller: &TestCaller, address: &str) -> String {
        let request = self.pages.get(address).online_bank(&self.bench.tokens, caller).sent_to(address);
        request.send().await.text().to_owned()
    }

    /// The first page of the room, in English.
    pub(crate) async fn room(&self, caller: &TestCaller) -> String {
        let request = self.pages.get(ROOM).online_bank(&self.bench.tokens, caller);
        let answer = request.header("accept-language", "en").send().await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.text().to_owned()
    }

    pub(crate) async fn post(&self, caller: &TestCaller, path: &str, fields: &[(&str, &str)]) -> Answer {
        let mut all = vec![("csrf", TEST_CSRF)];
        all.extend(fields);
        let request = self.pages.post(path).online_bank(&self.bench.tokens, caller);
        request.header("accept-language", "en").form(&all).send().await
    }

    pub(crate) async fn ask(&self, caller: &TestCaller, kind: &str, request: &str) -> Answer {
        let fields = [("type", kind), ("request", request), ("answer", RIGHT_ANSWER)];
        self.post(caller, "/bank/signature/request", &fields).await
    }

    pub(crate) async fn begin(&self, caller: &TestCaller, kind: &str, certificate: &Certificate) -> Answer {
        let pem = certificate.to_pem();
        self.post(caller, "/bank/signature/register", &[("type", kind), ("certificate", &pem)]).await
    }

    /// The digest that the person has to sign.
    pub(crate) async fn challenge(&self, caller: &TestCaller) -> Vec<u8> {
        let answer = self.get(caller, "/bank/signature/register/digest.bin").await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.body.clone()
    }

    pub(crate) async fn prove(&self, caller: &TestCaller, cms: &str) -> Answer {
        let fields = [("cms", cms), ("answer", RIGHT_ANSWER)];
        self.post(caller, "/bank/signature/register/proof", &fields).await
    }

    /// Registers a certificate all the way.
    pub(crate) async fn register(&self, caller: &TestCaller, kind: &str, person: &Person) -> Answer {
        let begun = self.begin(caller, kind, &person.certificate).await;
        assert_eq!(begun.location(), Some("/bank/signature/register/proof"), "{}", begun.text());
        let digest = self.challenge(caller).await;
        self.prove(caller, &person.sign(&digest)).await
    }

    pub(crate) async fn revoke(&self, caller: &TestCaller, id: &str, answer: &str) -> Answer {
        self.post(caller, &format!("{ROOM}/{id}/revoke"), &[("answer", answer)]).await
    }

    pub(crate) async fn used(&self, person: &Person, at: Instant) {
        let id = person.id();
        let write = move |tx: &mut store::Tx| tx.execute_one(&USE, params![id.as_str(), at]);
        self.bench.store.write::<_, store::StoreError>("use", write).await.unwrap();
    }

    /// Certificates, requests, challenges and revoked keys.
    pub(crate) async fn counts(&self) -> [i64; 4] {
        let row = self.bench.store.query_optional(&COUNTS, params![]).await.unwrap().unwrap();
        ["certificates", "requests", "challenges", "revoked"].map(|name| row.integer(name).unwrap())
    }

    /// Lists the actions of the trail, sorted: entries of one moment have no order.
    pub(crate) async fn trail(&self) -> Vec<String> {
        let entries = audit::list(&self.bench.store, &audit::Filter::default(), 1_000).await.unwrap();
        let actions = entries.into_iter().map(|entry| entry.action);
        let mut actions: Vec<String> = actions.filter(|action| !action.starts_with("import")).collect();
        actions.sort();
        actions
    }

    /// Tells whether a signature of the person over a document of the company counts.
    pub(crate) async fn counts_signature(&self, cnum: &str, person: &Person) -> Result<(), String> {
        let (cnum, cms, at) = (cnum.parse().unwrap(), person.sign(&[7; 32]), self.bench.clock.now());
        let read = move |tx: &mut store::Tx| {
            let trust = clients::signatures::trust(tx, &cnum, MissingList::default())?;
            Ok(trust.verify(&[7; 32], &cms, at))
        };
        let verified = self.bench.store.read::<_, store::StoreError>("verify", read).await.unwrap();
        verified.map(|_| ()).map_err(|error| error.code().to_owned())
    }
}
