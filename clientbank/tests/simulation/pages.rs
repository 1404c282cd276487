//! People in the online bank: they sign statements and delete them.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use store::params;
use testkit::{Answer, TEST_CSRF};

use crate::people::COMPANIES;
use crate::scene::Scene;

store::queries! {
    /// A statement as its page shows it.
    PAGE = "select n.name, s.version from payroll_statements s
        join payroll_statement_names n on n.statement_id = s.statement_id where s.external_id = $1";
}

/// Signs the statement at this place as this person, or deletes it, as its page was when it was opened.
pub(crate) async fn act(scene: Scene, place: usize, person: Option<usize>) -> String {
    let (company, name) = {
        let sent = &scene.model.borrow().sent[place];
        (sent.company, sent.name.clone())
    };
    let cookie = scene.cookie(company, person.unwrap_or_default());
    let row = scene.watcher.query_optional(&PAGE, params![name]).await.expect("the database answers");
    let Some(row) = row else { return "nothing is there".to_owned() };
    let path = format!("/bank/payroll/{}", row.text("name").expect("a name"));
    let version = row.integer("version").expect("a version").to_string();
    let pages = &scene.process.pages;
    let send = async |verb: &str, more: &[(&str, &str)]| {
        let fields = [&[("csrf", TEST_CSRF), ("sure", "yes"), ("version", &version)], more].concat();
        let request = pages.post(&format!("{path}/{verb}")).session_cookie(&cookie);
        told(&scene, &request.form(&fields).send().await)
    };
    let Some(person) = person else { return send("delete", &[]).await };
    let file = pages.get(&format!("{path}/digest.bin")).session_cookie(&cookie).send().await;
    let Ok(digest) = <[u8; 32]>::try_from(file.body.as_slice()) else { return told(&scene, &file) };
    let signer = scene.ground.signer(COMPANIES[company].signer(person).1);
    let cms = STANDARD.encode(cms::sign(&digest, &[signer]).expect("a signature"));
    send("sign", &[("how", "certificate"), ("cms", &cms)]).await
}

/// Tells in a word what a page has done.
pub(crate) fn told(scene: &Scene, answer: &Answer) -> String {
    let status = answer.status.as_u16();
    let place = answer.location().and_then(|place| place.split_once("?done=")).map(|(_, done)| done);
    place.map_or_else(|| scene.judge(answer, status < 500, ("a page", "")), str::to_owned)
}
