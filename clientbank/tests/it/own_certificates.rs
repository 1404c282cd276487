//! ONL-05: a person goes all the way alone: a request that the demo's authority answers, a signature that the script of
//! the pages makes, and the revocation of the key. Skipped where there is no Node.

use std::path::Path;
use std::process::Command;

use http::StatusCode;
use kernel::Clock as _;
use store::{StoreError, Tx, params};
use testkit::{Answer, Bench, TEST_CSRF, TestCaller, TestClient, on_both_engines};

use crate::wired::application_with_authority;

store::queries! {
    /// A statement as the checks leave it.
    PLANT_STATEMENT = "insert into payroll_statements (statement_id, cnum, external_id, kind, state, version,
            created_at_us, changed_at_us, created_by, client_id, year, number, number_is_default, statement_date,
            account, transfers_count, total_minor, lines_count, enrollment_code, purpose)
        values ($1, 'C00001', $2, 'UNSIGNED', 'AWAITING_SIGN', 1, $3, $3, 'U00001', 'demo-erp', 2026, $4, true,
            '2026-11-20', '40702810600000000001', 1, 100, 1, '01', 'Salary')";
}

/// Makes a key with its request, or signs a digest, as the pages do.
const HARNESS: &str = r#"
const vm = require("node:vm"), fs = require("node:fs");
globalThis.document = { querySelectorAll: () => [] };
vm.runInThisContext(fs.readFileSync(process.argv[2], "utf8"));
globalThis.fs_ = fs;
globalThis.what = process.argv[3];
vm.runInThisContext(`(async () => {
  if (what === "request") {
    const made = await newRequest("Иванова Анна Сергеевна", "Ромашка", "long enough");
    fs_.writeFileSync("signing.key", made.key);
    return made.request;
  }
  const own = await openKey(fs_.readFileSync("signing.key", "utf8"), "long enough");
  const certificate = await ownCertificate(own, fromPem(fs_.readFileSync("certificates.pem", "utf8"), "CERTIFICATE"));
  const message = await digest("SHA-256", new Uint8Array(fs_.readFileSync("document")));
  return toBase64(await signDetached(own, certificate, message, new Date()));
})()`).then((said) => process.stdout.write(said));
"#;

fn node(folder: &Path, what: &str) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/pages/assets/signing.js");
    let output = Command::new("node").arg("harness.cjs").arg(script).arg(what).current_dir(folder).output();
    let output = output.expect("node runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

struct Browser<'b> {
    bench: &'b Bench,
    client: TestClient,
    caller: TestCaller,
}

impl Browser<'_> {
    async fn get(&self, path: &str) -> Answer {
        let request = self.client.get(path).online_bank(&self.bench.tokens, &self.caller);
        request.header("accept-language", "en").send().await
    }

    async fn post(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let mut all = vec![("csrf", TEST_CSRF)];
        all.extend(fields);
        let request = self.client.post(path).online_bank(&self.bench.tokens, &self.caller);
        request.header("accept-language", "en").form(&all).send().await
    }

    /// Signs a statement with the key in the folder.
    async fn sign(&self, folder: &Path, number: u8) -> Answer {
        let address = format!("/bank/payroll/{}", uuid(number));
        let page = self.get(&format!("{address}/sign")).await;
        assert!(page.text().contains("data-signing"), "{}", page.text());
        let document = self.get(&format!("{address}/document.json")).await;
        std::fs::write(folder.join("document"), &document.body).expect("a file");
        let cms = node(folder, "sign");
        self.post(&format!("{address}/sign"), &[("version", "1"), ("how", "certificate"), ("cms", &cms)])
            .await
    }
}

fn uuid(number: u8) -> String {
    let octets = format!("{number:02x}").repeat(4);
    let pair = &octets[..4];
    format!("{octets}-{pair}-{pair}-{pair}-{octets}{pair}")
}

async fn plant(bench: &Bench, numbers: [u8; 2]) {
    let now = bench.clock.now();
    let work = move |tx: &mut Tx| -> Result<(), StoreError> {
        for number in numbers {
            let values = params![vec![number; 16], format!("own-{number}"), now, i64::from(number)];
            tx.execute_one(&PLANT_STATEMENT, values)?;
        }
        Ok(())
    };
    bench.store.write("statements", work).await.expect("the rows are there");
}

on_both_engines! {
    async fn onl_05_a_person_goes_all_the_way_alone(bench: Bench) {
        if Command::new("node").arg("--version").output().is_err() {
            return;
        }
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("harness.cjs"), HARNESS).expect("a file");
        let application = application_with_authority(&bench, &folder.path().join("demo-keys")).await;
        let client = TestClient::new(application.identity);
        let browser = Browser { bench: &bench, client, caller: TestCaller::new("U00001", "C00001") };
        plant(&bench, [1, 2]).await;
        let form = browser.get("/bank/signature/request").await;
        assert!(form.text().contains("This is a demo"), "{}", form.text());
        let request = node(folder.path(), "request");
        let fields = [("type", "FIRST"), ("request", request.as_str()), ("answer", "demo-ivanova")];
        let issued = browser.post("/bank/signature/request", &fields).await;
        assert_eq!(issued.location(), Some("/bank/signature?done=issued"), "{}", issued.text());
        let before = browser.get("/bank/signature").await.text().matches("none yet").count();
        let certificates = browser.get("/bank/signature/certificates.pem").await;
        std::fs::write(folder.path().join("certificates.pem"), &certificates.body).expect("a file");
        let signed = browser.sign(folder.path(), 1).await;
        assert_eq!(signed.status, StatusCode::SEE_OTHER, "{}", signed.text());
        let room = browser.get("/bank/signature").await;
        assert_eq!(room.text().matches("none yet").count(), before - 1, "it was used: {}", room.text());
        let row = room.text().split("<tr>").skip(1).find(|row| row.contains("<td") && !row.contains("none yet"));
        let (_, id) = row.expect("a row").split_once("/bank/signature/").expect("a link");
        let id = id.split('/').next().unwrap_or_default();
        let revoked = browser.post(&format!("/bank/signature/{id}/revoke"), &[("answer", "demo-ivanova")]).await;
        assert_eq!(revoked.location(), Some("/bank/signature?done=revoked"), "{}", revoked.text());
        // The signatures stay; nothing is signed any more.
        let refused = browser.sign(folder.path(), 2).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(refused.text().contains("the registration of the certificate was withdrawn"), "{}", refused.text());
        let first = browser.get(&format!("/bank/payroll/{}", uuid(1))).await;
        assert!(first.text().contains("Partly signed"), "{}", first.text());
        let second = browser.get(&format!("/bank/payroll/{}", uuid(2))).await;
        assert!(second.text().contains("To sign"), "{}", second.text());
    }
}
