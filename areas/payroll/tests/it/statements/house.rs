//! A bank with employees, signing keys and callers who send statements.

use std::num::NonZeroU32;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use cms::{Authority, Certificate, Signer, Subject};
use edge::RateLimit;
use import::{ImportError, Report};
use jobs::{Runner, RunnerSettings, Wake};
use kernel::{AccountNumber, Bic, Clock as _, SeededRandomness};
use payroll::work::{Detail, Origin};
use payroll::{PayrollSettings, PayrollState, StatementId};
use serde_json::{Value, json};
use store::{Store, params};
use testkit::{Answer, Bench, TestCaller, TestClient};

use crate::terms;

pub(crate) use crate::terms::{OWN_BIC, change, client};

pub(crate) const PATH: &str = "/v1/statements";
pub(crate) const OTHER_BIC: &str = "044525998";
/// The debit account of C00001.
pub(crate) const ACCOUNT: &str = "40702810600000000001";
/// Employees 101 to this have accounts; that of 107 is closed.
const LAST_EMPLOYEE: u32 = 130;

store::queries! {
    /// The bank's name of a statement.
    ID_OF = "select statement_id from payroll_statements where cnum = $1 and external_id = $2";
    /// The numbers of statements and of transfers.
    COUNTS = "select (select count(1) from payroll_statements), (select count(1) from payroll_transfers)";
    /// The numbers of a company in their order.
    pub(crate) NUMBERS = "select number from payroll_statements where cnum = $1 order by number";
    /// The bank's mode of an account.
    pub(crate) SET_MODE = "update accounts set mode = $2 where number = $1";
}

pub(crate) struct House {
    pub(crate) bench: Bench,
    pub(crate) state: PayrollState,
    pub(crate) client: TestClient,
    pub(crate) keys: Keys,
}

/// Signers, each with the certificate that the bank knows or does not know.
pub(crate) struct Keys {
    /// The bank's own, which issued all but one.
    pub(crate) authority: Authority,
    pub(crate) ivanova: Signer,
    /// A second certificate of ivanova, for second signatures; see [`House::give_ivanova_both`].
    pub(crate) ivanova_second: Signer,
    /// A certificate of ivanova that is valid for one more day.
    pub(crate) short: Signer,
    pub(crate) petrov: Signer,
    pub(crate) sidorov: Signer,
    pub(crate) expired: Signer,
    pub(crate) revoked: Signer,
    pub(crate) unregistered: Signer,
    pub(crate) stranger: Signer,
}

pub(crate) fn ivanova() -> TestCaller {
    TestCaller::new("U00001", "C00001")
}

pub(crate) fn petrov() -> TestCaller {
    TestCaller::new("U00002", "C00001")
}

pub(crate) fn sidorov() -> TestCaller {
    TestCaller::new("U00003", "C00003").with_client("kolos-erp")
}

pub(crate) fn auditor() -> TestCaller {
    TestCaller::new("U00004", "C00001")
}

/// The account of an employee at this bank.
pub(crate) fn employee(serial: u32) -> String {
    let number: AccountNumber = format!("40817810000000{serial:06}").parse().unwrap();
    number.with_control_key(&OWN_BIC.parse::<Bic>().unwrap()).to_string()
}

/// An account of the other bank.
pub(crate) fn stranger(serial: u32) -> String {
    let number: AccountNumber = format!("40817810000000{serial:06}").parse().unwrap();
    number.with_control_key(&OTHER_BIC.parse::<Bic>().unwrap()).to_string()
}

/// A transfer of 100.50 to the employee with this serial number.
pub(crate) fn transfer(order_number: u32, serial: u32) -> Value {
    json!({
        "lastName": "Смирнова", "firstName": "Анна", "orderNumber": order_number, "amount": 100.5,
        "account": employee(serial), "currency": "RUR"
    })
}

/// A payload without a fault: two transfers of 100.50.
pub(crate) fn payload(external_id: &str) -> Value {
    json!({
        "externalId": external_id,
        "account": ACCOUNT,
        "transfersCount": 2,
        "totalAmount": 201,
        "enrollmentCode": "01",
        "incomeCode": 1,
        "transfers": [transfer(1, 101), transfer(2, 102)]
    })
}

/// The same with changes to the payload.
pub(crate) fn changed(external_id: &str, change: impl FnOnce(&mut Value)) -> Value {
    let mut payload = payload(external_id);
    change(&mut payload);
    payload
}

/// A request that these sign.
pub(crate) fn signed(payload: &Value, signers: &[&Signer]) -> Value {
    let digest = canonical::digest(&payload.to_string()).unwrap();
    json!({
        "payload": payload,
        "digest": BASE64.encode(digest),
        "signatures": signers.iter().map(|signer| sign(&digest, signer)).collect::<Vec<_>>(),
    })
}

pub(crate) fn sign(digest: &[u8; 32], signer: &Signer) -> String {
    BASE64.encode(cms::sign(digest, &[signer]).unwrap())
}

impl House {
    pub(crate) async fn new(bench: Bench) -> Self {
        Self::polled(bench, 1_000, 1_000).await
    }

    /// A bank whose statements may be polled so often.
    pub(crate) async fn polled(bench: Bench, per_second: u32, burst: u32) -> Self {
        terms::migrate(&bench).await;
        let polling = RateLimit {
            per_second: NonZeroU32::new(per_second).unwrap(),
            burst: NonZeroU32::new(burst).unwrap(),
        };
        let settings = PayrollSettings { polling, ..terms::settings("0") };
        let state = with_settings(&bench, bench.store.clone(), settings, 5);
        let client = client(&bench, &state);
        let (keys, mut files) = keys(&bench);
        let mut csv =
            "number,status,branch_id,last_name,first_name,middle_name,salary_project_cnum\n".to_owned();
        for serial in 101..=LAST_EMPLOYEE {
            let status = u8::from(serial != 107);
            csv.extend([employee(serial), format!(",{status},001,Смирнова,Анна,,C00001\n")]);
        }
        files.push(("employees_accounts.csv", csv));
        files.push(("payroll_banks.csv", format!("bic,name\n{OTHER_BIC},Другой банк\n")));
        terms::import_first(&bench, &files).await;
        Self { bench, state, client, keys }
    }

    /// One more file of the bank.
    pub(crate) async fn add(&self, name: &str, text: &str) -> Result<Report, ImportError> {
        terms::import_file(&self.bench, name, text).await
    }

    /// Lets ivanova give second signatures as well, by confirmation and with a certificate of her own for them.
    pub(crate) async fn give_ivanova_both(&self) {
        self.set_rights("ivanova", "ACT VIEW_ACCOUNTS EDIT_PAYROLL SIGN_FIRST SIGN_SECOND").await;
        let people = json!([{
            "login": "ivanova", "cnum": "C00001", "signature_type": "SECOND",
            "certificate": self.keys.ivanova_second.certificate().to_pem(),
        }]);
        self.add("signing_certificates.json", &people.to_string()).await.unwrap();
    }

    /// Sets the rights of somebody at C00001.
    pub(crate) async fn set_rights(&self, login: &str, rights: &str) {
        let file = format!("login,cnum,rights\n{login},C00001,{rights}\n");
        self.add("user_rights.csv", &file).await.unwrap();
    }

    /// Sets the signature scheme of C00001.
    pub(crate) async fn set_scheme(&self, scheme: &str) {
        self.set_company(scheme, "OPEN").await;
    }

    /// Ends the bank's service for C00001, or begins it again.
    pub(crate) async fn set_served(&self, status: &str) {
        self.set_company("FIRST=1,SECOND=1", status).await;
    }

    async fn set_company(&self, scheme: &str, status: &str) {
        let company = json!([{
            "cnum": "C00001", "name_ru": "ООО «Ромашка»", "name_en": "Romashka LLC", "inn": "7707123458",
            "kpp": "770701001", "group_id": "FLOWERS", "signature_scheme": scheme, "status": status,
        }]);
        self.add("companies.json", &company.to_string()).await.unwrap();
    }

    /// A list of the bank's authority that revokes these and is up to date for so many days.
    pub(crate) async fn revoke(&self, certificates: &[&Certificate], days: i64) {
        let now = self.bench.clock.now();
        let list = self.keys.authority.revoke(certificates, now, now.plus_seconds(days * 86_400)).unwrap();
        self.add("revocation_lists.json", &json!([{ "list": list }]).to_string()).await.unwrap();
    }

    pub(crate) async fn post_as(&self, caller: &TestCaller, path: &str, body: impl Into<Vec<u8>>) -> Answer {
        let request = self.client.post(path).tokens(&self.bench.tokens.pair(caller));
        request.header("content-type", "application/json").body(body.into()).send().await
    }

    /// Sends a request as ivanova for C00001.
    pub(crate) async fn post(&self, request: &Value) -> Answer {
        self.post_as(&ivanova(), PATH, request.to_string()).await
    }

    /// Sends an unsigned statement, which is taken in.
    pub(crate) async fn create(&self, payload: &Value) {
        let answer = self.post(&json!({ "payload": payload })).await;
        assert_eq!(answer.status, 202, "{}", answer.text());
    }

    /// Sends a statement with both signatures, which is taken in.
    pub(crate) async fn create_signed(&self, payload: &Value) {
        let answer = self.post(&signed(payload, &[&self.keys.ivanova, &self.keys.petrov])).await;
        assert_eq!(answer.status, 202, "{}", answer.text());
    }

    /// Sends a statement and works off its check.
    pub(crate) async fn create_and_check(&self, payload: &Value) {
        self.create(payload).await;
        self.work().await;
    }

    /// Works off every job that is due.
    pub(crate) async fn work(&self) {
        let runner = Runner::new(
            self.bench.store.clone(),
            self.bench.clock.clone(),
            Arc::new(SeededRandomness::new(7)),
            Wake::default(),
            RunnerSettings::default(),
        );
        runner.with_workers(payroll::workers(&self.state)).drain().await.unwrap();
    }

    pub(crate) async fn get_as(&self, caller: &TestCaller, path: &str) -> Answer {
        self.client.get(path).tokens(&self.bench.tokens.pair(caller)).send().await
    }

    pub(crate) async fn get(&self, path: &str) -> Value {
        let answer = self.get_as(&ivanova(), path).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()
    }

    /// The status of a statement, in English.
    pub(crate) async fn status(&self, external_id: &str) -> Value {
        let request = self.client.get(&format!("{PATH}/{external_id}"));
        let answer = request.tokens(&self.bench.tokens.pair(&ivanova())).header("accept-language", "en");
        let answer = answer.send().await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()
    }

    pub(crate) async fn transfers(&self, external_id: &str) -> Vec<Value> {
        let page = self.get(&format!("{PATH}/{external_id}/transfers?limit=100")).await;
        page["transfers"].as_array().unwrap().clone()
    }

    pub(crate) async fn id(&self, cnum: &str, external_id: &str) -> StatementId {
        let row = self.bench.store.query_optional(&ID_OF, params![cnum, external_id]).await.unwrap().unwrap();
        StatementId::from_bytes(row.bytes("statement_id").unwrap()).unwrap()
    }

    /// A statement as its company sees it in the online bank.
    pub(crate) async fn detail(&self, caller: &TestCaller, id: StatementId) -> Detail {
        payroll::work::detail(&self.state, &Self::origin(caller), id).await.unwrap()
    }

    /// Returns the number of statements and of transfers.
    pub(crate) async fn counts(&self) -> (i64, i64) {
        self.bench.store.select_optional(&COUNTS, params![]).await.unwrap().unwrap()
    }

    /// The numbers that the statements of a company have.
    pub(crate) async fn numbers(&self, cnum: &str) -> Vec<i64> {
        self.bench.store.select(&NUMBERS, params![cnum]).await.unwrap()
    }

    pub(crate) fn origin(caller: &TestCaller) -> Origin {
        Origin::of_request(caller.user.clone(), caller.company.clone())
    }
}

/// The codes of a list of errors or warnings, in its order.
pub(crate) fn codes(list: &Value) -> Vec<&str> {
    list.as_array()
        .map_or_else(Vec::new, |list| list.iter().map(|item| item["code"].as_str().unwrap()).collect())
}

pub(crate) fn with_settings(
    bench: &Bench,
    store: Store,
    settings: PayrollSettings,
    seed: u64,
) -> PayrollState {
    terms::state(bench, store, settings, Arc::new(SeededRandomness::new(seed)))
}

/// Keys with certificates, and the files that register them.
fn keys(bench: &Bench) -> (Keys, Vec<(&'static str, String)>) {
    const DAY_S: i64 = 86_400;
    let (now, randomness) = (bench.clock.now(), &*bench.randomness);
    let subject = |name: &str, from: i64, to: i64| Subject {
        common_name: name.to_owned(),
        organisation: "Test".to_owned(),
        not_before: now.plus_seconds(from * DAY_S),
        not_after: now.plus_seconds(to * DAY_S),
    };
    let authority = Authority::new(&subject("Authority", -30, 300), randomness).unwrap();
    let foreign = Authority::new(&subject("Another authority", -30, 300), randomness).unwrap();
    let issue = |authority: &Authority, name: &str, from: i64, to: i64| -> (Signer, Certificate) {
        let (key, certificate) = authority.issue(&subject(name, from, to), randomness).unwrap();
        (Signer::from_pem(&key, &certificate.to_pem()).unwrap(), certificate)
    };
    let ivanova = issue(&authority, "Ivanova", -1, 100);
    let ivanova_second = issue(&authority, "Ivanova", -1, 100);
    let short = issue(&authority, "Ivanova", -1, 1);
    let petrov = issue(&authority, "Petrov", -1, 100);
    let sidorov = issue(&authority, "Sidorov", -1, 100);
    let expired = issue(&authority, "Ivanova", -20, -1);
    let revoked = issue(&authority, "Ivanova", -1, 100);
    let unregistered = issue(&authority, "Nobody", -1, 100);
    let stranger = issue(&foreign, "Ivanova", -1, 100);
    let list = authority.revoke(&[&revoked.1], now.plus_seconds(-60), now.plus_seconds(100 * DAY_S)).unwrap();
    let person = |login: &str, cnum: &str, signature: &str, certificate: &Certificate| {
        json!({
            "login": login, "cnum": cnum, "signature_type": signature, "certificate": certificate.to_pem()
        })
    };
    let people = json!([
        person("ivanova", "C00001", "FIRST", &ivanova.1),
        person("petrov", "C00001", "SECOND", &petrov.1),
        person("sidorov", "C00003", "FIRST", &sidorov.1),
        person("ivanova", "C00001", "FIRST", &short.1),
        person("ivanova", "C00001", "FIRST", &expired.1),
        person("ivanova", "C00001", "FIRST", &revoked.1),
    ]);
    let root = json!([{ "certificate": authority.certificate().to_pem(), "kind": "ROOT" }]);
    let files = vec![
        ("certificate_authorities.json", root.to_string()),
        ("revocation_lists.json", json!([{ "list": list }]).to_string()),
        ("signing_certificates.json", people.to_string()),
    ];
    let keys = Keys {
        authority,
        ivanova: ivanova.0,
        ivanova_second: ivanova_second.0,
        short: short.0,
        petrov: petrov.0,
        sidorov: sidorov.0,
        expired: expired.0,
        revoked: revoked.0,
        unregistered: unregistered.0,
        stranger: stranger.0,
    };
    (keys, files)
}
