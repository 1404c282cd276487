//! ONL-05: the script that signs in the browser, run by Node, which has the same cryptography. Skipped where there is
//! no Node or no OpenSSL.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use cms::{Authority, Certificate, CertificateRequest, Chain, SignedData, Subject};
use kernel::{Instant, SeededRandomness};

const MESSAGE: [u8; 32] = [7; 32];
const NOW: Instant = Instant::from_unix_seconds(1_795_165_200);
/// Loads the script as a page without forms does, then does what the arguments ask for. A fault is printed by its name.
const HARNESS: &str = r#"
const vm = require("node:vm"), fs = require("node:fs");
globalThis.document = { querySelectorAll: () => [] };
vm.runInThisContext(fs.readFileSync(process.argv[2], "utf8"));
globalThis.arguments_ = process.argv.slice(3);
globalThis.readText = (path) => fs.readFileSync(path, "utf8");
globalThis.writeText = (path, text) => fs.writeFileSync(path, text);
vm.runInThisContext(`(async () => {
  const [what, ...rest] = arguments_;
  if (what === "sign") {
    const [key, password, certificates] = rest;
    const own = await openKey(readText(key), password);
    const certificate = await ownCertificate(own, fromPem(readText(certificates), "CERTIFICATE"));
    const message = new Uint8Array(32).fill(7);
    return toBase64(await signDetached(own, certificate, message, new Date(1795165200000)));
  }
  if (what === "request") {
    const made = await newRequest(rest[0], rest[1], rest[2]);
    writeText("made.key", made.key);
    writeText("made.csr", made.request);
    return "made";
  }
  const summary = summaryOf(rest.map((text) => new TextEncoder().encode(text)));
  return summary ? summary.sum + " " + summary.rows : "nothing";
})()`).then(console.log, (error) => console.log("fault " + error.message));
"#;

/// A folder of keys, and the programs that work in it.
struct Workshop {
    folder: PathBuf,
}

impl Workshop {
    /// Nothing where a program is missing.
    fn new(name: &str) -> Option<Self> {
        let has = |program: &str| Command::new(program).arg("version").output().is_ok();
        if !has("node") || !has("openssl") {
            return None;
        }
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::create_dir_all(&folder).unwrap();
        let workshop = Self { folder };
        workshop.write("harness.cjs", HARNESS);
        Some(workshop)
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.folder.join(name), text).unwrap();
    }

    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.folder.join(name)).unwrap()
    }

    fn openssl(&self, arguments: &str) -> Output {
        let output =
            Command::new("openssl").args(arguments.split(' ')).current_dir(&self.folder).output().unwrap();
        assert!(output.status.success(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
        output
    }

    fn node(&self, arguments: &[&str]) -> String {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../pages/assets/signing.js");
        let mut command = Command::new("node");
        command.arg("harness.cjs").arg(script).args(arguments).current_dir(&self.folder);
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    /// A key of OpenSSL as `name.key`, with a certificate that it signs itself as `name.crt`.
    fn key(&self, name: &str, kind: &str) {
        self.openssl(&format!("genpkey {kind} -out {name}.key"));
        self.openssl(&format!("req -x509 -new -key {name}.key -subj /CN={name} -days 30 -out {name}.crt"));
    }

    /// Signs with the script, and verifies with this crate and with OpenSSL.
    fn signs(&self, key: &str, password: &str, certificate: &str) {
        let signature = self.node(&["sign", key, password, certificate]);
        let der = decoded(&signature);
        let data = SignedData::read(&der).unwrap_or_else(|error| panic!("{key}: {error}: {signature}"));
        let own = Certificate::from_pem(&self.text(certificate)).unwrap();
        let [signer] = data.signers() else { panic!("{key}: one signer") };
        assert!(signer.is_by(&own), "{key}");
        signer.verify(&MESSAGE, data.certificate_of(signer).unwrap()).unwrap();
        assert!(signer.verify(&[8; 32], &own).is_err(), "{key}: something else was not signed");
        std::fs::write(self.folder.join("signature.der"), &der).unwrap();
        std::fs::write(self.folder.join("message.bin"), MESSAGE).unwrap();
        self.openssl(&format!(
            "cms -verify -binary -inform DER -in signature.der -content message.bin -CAfile {certificate} \
             -partial_chain -no_check_time -cades -purpose any -out verified.bin"
        ));
    }
}

fn decoded(base64: &str) -> Vec<u8> {
    let pem = format!("-----BEGIN CMS-----\n{base64}\n-----END CMS-----\n");
    let lines: Vec<String> = pem
        .lines()
        .flat_map(|line| line.as_bytes().chunks(64))
        .map(|part| String::from_utf8(part.to_vec()).unwrap())
        .collect();
    let (_, der) = der::pem::decode_vec(lines.join("\n").as_bytes()).unwrap();
    der
}

#[test]
fn onl_05_the_script_signs_with_every_key_that_it_takes() {
    let Some(workshop) = Workshop::new("browser_signs") else { return };
    workshop.key("p256", "-algorithm EC -pkeyopt ec_paramgen_curve:P-256");
    workshop.key("p384", "-algorithm EC -pkeyopt ec_paramgen_curve:P-384");
    workshop.key("rsa", "-algorithm RSA -pkeyopt rsa_keygen_bits:2048");
    for name in ["p256", "p384", "rsa"] {
        workshop.signs(&format!("{name}.key"), "", &format!("{name}.crt"));
        for (index, how) in [
            "-v2 aes-256-cbc",
            "-v2 aes-128-cbc -v2prf hmacWithSHA1",
            "-v2 aes-192-cbc -v2prf hmacWithSHA512",
        ]
        .iter()
        .enumerate()
        {
            let key = format!("{name}-{index}.key");
            workshop.openssl(&format!("pkcs8 -topk8 {how} -in {name}.key -passout pass:пароль-1 -out {key}"));
            workshop.signs(&key, "пароль-1", &format!("{name}.crt"));
        }
    }
    // Of several certificates it finds the one of the key.
    let all = ["rsa.crt", "p384.crt", "p256.crt"].map(|name| workshop.text(name)).concat();
    workshop.write("all.crt", &all);
    let signature = workshop.node(&["sign", "p256.key", "", "all.crt"]);
    let own = Certificate::from_pem(&workshop.text("p256.crt")).unwrap();
    assert!(SignedData::read(&decoded(&signature)).unwrap().signers()[0].is_by(&own));
}

#[test]
fn onl_05_the_script_says_what_is_wrong_with_a_key() {
    let Some(workshop) = Workshop::new("browser_refuses") else { return };
    workshop.key("p256", "-algorithm EC -pkeyopt ec_paramgen_curve:P-256");
    workshop.key("other", "-algorithm EC -pkeyopt ec_paramgen_curve:P-256");
    workshop.openssl("genpkey -algorithm ED25519 -out ed25519.key");
    workshop.openssl("pkcs8 -topk8 -v2 aes-256-cbc -in p256.key -passout pass:secret -out locked.key");
    workshop.openssl("pkcs8 -topk8 -v2 des3 -in p256.key -passout pass:secret -out des.key");
    workshop.openssl("pkcs8 -topk8 -scrypt -in p256.key -passout pass:secret -out scrypt.key");
    workshop
        .openssl("pkcs8 -topk8 -v2 aes-256-cbc -iter 20000000 -in p256.key -passout pass:s -out slow.key");
    workshop.write("nested.key", &armoured(&[0x30, 0x80].repeat(2_000)));
    workshop.write("long.key", &armoured(&[0x30, 0x84, 0xff, 0xff, 0xff, 0xff]));
    for (key, password, certificate, fault) in [
        ("locked.key", "", "p256.crt", "password_needed"),
        ("locked.key", "wrong", "p256.crt", "password_wrong"),
        ("des.key", "secret", "p256.crt", "encryption"),
        ("scrypt.key", "secret", "p256.crt", "encryption"),
        ("slow.key", "s", "p256.crt", "encryption"),
        ("ed25519.key", "", "p256.crt", "key_kind"),
        ("p256.crt", "", "p256.crt", "key_file"),
        ("nested.key", "", "p256.crt", "unreadable"),
        ("long.key", "", "p256.crt", "unreadable"),
        ("p256.key", "", "other.crt", "no_certificate"),
        ("p256.key", "", "p256.key", "no_certificate"),
    ] {
        let said = workshop.node(&["sign", key, password, certificate]);
        assert_eq!(said, format!("fault {fault}"), "{key}");
    }
}

fn armoured(der: &[u8]) -> String {
    der::pem::encode_string("PRIVATE KEY", der::pem::LineEnding::LF, der).unwrap()
}

#[test]
fn onl_05_the_script_makes_a_key_and_its_request() {
    let Some(workshop) = Workshop::new("browser_requests") else { return };
    let person = "Иванова Анна Сергеевна";
    assert_eq!(workshop.node(&["request", person, "ООО «Ромашка»", "long enough"]), "made");
    let request = CertificateRequest::from_pem(&workshop.text("made.csr")).unwrap();
    assert_eq!(request.person().common_name.as_deref(), Some(person));
    workshop.openssl("req -verify -noout -in made.csr");
    // The file is an ordinary one, for other programs too.
    workshop.write("password.txt", "long enough\n");
    workshop.openssl("pkey -in made.key -passin file:password.txt -noout");
    assert!(workshop.text("made.key").starts_with("-----BEGIN ENCRYPTED PRIVATE KEY-----"));
    let randomness = SeededRandomness::new(5);
    let subject = |name: &str| Subject {
        common_name: name.to_owned(),
        organisation: "Test".to_owned(),
        not_before: NOW.plus_seconds(-86_400),
        not_after: NOW.plus_seconds(86_400),
    };
    let authority = Authority::new(&subject("Authority"), &randomness).unwrap();
    let certificate = authority.issue_for(&request, &subject(person), &randomness).unwrap();
    Chain::build(&certificate, &[authority.certificate().clone()], &[], Some(NOW)).unwrap();
    assert_eq!(certificate.key_fingerprint(), request.key_fingerprint());
    workshop.write("made.crt", &certificate.to_pem());
    workshop.signs("made.key", "long enough", "made.crt");
}

#[test]
fn onl_05_the_script_tells_the_sum_and_the_rows_of_what_it_signs() {
    let Some(workshop) = Workshop::new("browser_sums") else { return };
    let one = r#"{"account":"1","totalAmount":100.50,"transfersCount":2}"#;
    let large =
        r#"{"purpose":"\"totalAmount\":1.00,","totalAmount":90071992547409.93,"transfersCount":10000}"#;
    assert_eq!(workshop.node(&["sum", one]), "100.50\u{a0}₽ 2");
    assert_eq!(workshop.node(&["sum", one, large]), "90,071,992,547,510.43\u{a0}₽ 10,002");
    assert_eq!(workshop.node(&["sum", one, "%PDF-1.7"]), "nothing");
}
