//! Companies: what they send and how they look.

use clientbank::demo::employees::account_number;
use kernel::{Clock as _, Money};
use sdk::StatementRequest;
use simulation::Chance;
use testkit::{TestCaller, TokenPair};

use crate::ground::Ground;
use crate::model::{Model, Sent};
use crate::scene::Scene;

/// A company with its paying account, the caller of its software, and the keys of those who sign.
pub(crate) struct Company {
    pub(crate) cnum: &'static str,
    pub(crate) account: &'static str,
    pub(crate) user: &'static str,
    pub(crate) client: &'static str,
    /// Those who sign, with the names of their keys.
    pub(crate) signers: &'static [(&'static str, &'static str)],
}

/// The shape of a statement.
pub(crate) struct Shape<'a> {
    /// The company's name of it.
    pub(crate) name: &'a str,
    /// It brings its signatures.
    pub(crate) is_signed: bool,
    /// The day on which it is to be executed, when it is not at once.
    pub(crate) date: Option<&'a str>,
}

/// The companies of a world, of which a plan takes the first.
pub(crate) const COMPANIES: [Company; 3] = [
    Company {
        cnum: "C00003",
        account: "40702810800000000021",
        user: "U00003",
        client: "kolos-erp",
        signers: &[("U00003", "sidorov-C00003-FIRST")],
    },
    Company {
        cnum: "C00001",
        account: "40702810600000000001",
        user: "U00001",
        client: "demo-erp",
        signers: &[("U00001", "ivanova-C00001-FIRST"), ("U00002", "petrov-C00001-SECOND")],
    },
    Company {
        cnum: "C00002",
        account: "40702810700000000011",
        user: "U00001",
        client: "demo-erp",
        signers: &[("U00001", "ivanova-C00002-FIRST")],
    },
];

/// The company that sends messages with certificates, writes letters and asks for tariffs.
pub(crate) const SENDER: usize = 1;

/// Amounts of transfers: the smallest, odd ones, one that three statements cannot all pay, one that none can.
const AMOUNTS: &str = "0.01 0.99 1.00 2.50 10.10 19.99 333.33 1000.00 7777.77 65536.00 400000.00 9999999.99";
const OWN_BIC: &str = "044525999";
/// A bank that the rail reaches, and one that nobody knows.
const BICS: [&str; 2] = ["044525998", "044525997"];
/// The first employee with an account.
const SERIAL_FIRST: usize = 101;
const LINES_MAX: usize = 4;

impl Company {
    /// The tokens of its software at this moment, which are made once. Whoever is locked gets no new ones.
    pub(crate) fn tokens(&self, ground: &Ground, model: &mut Model) -> TokenPair {
        let (now, session) = (ground.clock.now(), model.session(self.user));
        let is_locked = [self.user, self.client].iter().any(|one| model.locked.contains_key(one));
        match model.given.get(self.cnum) {
            Some((at, of, given)) if is_locked || (*at == now && *of == session) => given.clone(),
            None if is_locked => TokenPair { access: String::new(), identity: String::new() },
            _ => {
                let caller = TestCaller::new(self.user, self.cnum).with_client(self.client);
                let given = ground.tokens.pair(&caller.with_session(&session));
                model.given.insert(self.cnum, (now, session, given.clone()));
                given
            }
        }
    }

    pub(crate) fn statement(&self, ground: &Ground, shape: &Shape<'_>, chance: &mut Chance) -> String {
        let (mut lines, amounts) = (Vec::new(), AMOUNTS.split(' ').collect::<Vec<_>>());
        for _ in 0..=chance.below(LINES_MAX) {
            let amount = chance.one_of(&amounts).copied().unwrap_or("1.00");
            let serial = u32::try_from(SERIAL_FIRST + chance.below(9)).expect("a small number");
            lines.push((amount, serial, chance.once_in(2).then(|| BICS[usize::from(chance.once_in(8))])));
        }
        let mut request = StatementRequest::new(&payload(self.account, shape, &lines)).expect("a payload");
        for (_, key) in self.signers.iter().filter(|_| shape.is_signed) {
            request.sign(ground.signer(key)).expect("a signature");
        }
        request.body()
    }

    /// A person of the company who signs, at this place or the last, with the name of the key.
    pub(crate) fn signer(&self, place: usize) -> (&'static str, &'static str) {
        self.signers[place.min(self.signers.len() - 1)]
    }

    /// The cookie of that person at this moment.
    pub(crate) fn cookie(&self, place: usize, ground: &Ground, model: &Model) -> String {
        let (user, _) = self.signer(place);
        ground.tokens.online_bank(&TestCaller::new(user, self.cnum).with_session(&model.session(user)))
    }
}

fn payload(account: &str, shape: &Shape<'_>, lines: &[(&str, u32, Option<&str>)]) -> String {
    let name = shape.name;
    let date = shape.date.map(|date| format!(r#""date":"{date}","#)).unwrap_or_default();
    let total = Money::checked_sum(lines.iter().map(|(amount, ..)| amount.parse().expect("an amount")));
    let transfer = |(index, (amount, serial, bic)): (usize, &(&str, u32, Option<&str>))| {
        let bank = bic.unwrap_or(OWN_BIC).parse().expect("a BIC");
        let account = account_number(*serial, &bank).expect("an account");
        let bic = bic.map(|bic| format!(r#","bic":"{bic}""#)).unwrap_or_default();
        let (number, person) = (index + 1, r#""lastName":"Живаго","firstName":"Анна""#);
        format!(
            r#"{{"orderNumber":{number},{person},"amount":{amount},"currency":"RUR","account":"{account}"{bic}}}"#
        )
    };
    let transfers: Vec<String> = lines.iter().enumerate().map(transfer).collect();
    format!(
        r#"{{"externalId":"{name}","account":"{account}","transfersCount":{},"totalAmount":{},"enrollmentCode":"01","incomeCode":1,{date}"transfers":[{}]}}"#,
        transfers.len(),
        total.expect("a sum"),
        transfers.join(",")
    )
}

/// Sends the statement at this place.
pub(crate) async fn send(scene: Scene, place: usize) -> String {
    let Sent { company, body, name, .. } = scene.model.borrow().sent[place].clone();
    let request = scene.process.api.post("/v1/statements").tokens(&scene.tokens(company));
    let answer = request.header("content-type", "application/json").body(body).send().await;
    // The name was used: by this statement, whose first answer may have been lost.
    let is_known = answer.status == 400 && answer.text().contains("already exists with the same content");
    let is_there = answer.status == 202 || is_known;
    scene.model.borrow_mut().sent[place].is_acknowledged |= is_there;
    scene.judge(&answer, is_there, ("a statement", &name))
}

/// Asks for the status of the statement at this place.
pub(crate) async fn look(scene: Scene, place: usize) -> String {
    let Sent { company, name, is_acknowledged, .. } = scene.model.borrow().sent[place].clone();
    let path = format!("/v1/statements/{name}");
    let may_lack = |model: &Model| !is_acknowledged || model.is_late;
    let seen = scene.ask(&path, (company, "status"), may_lack).await;
    let reads = |seen: &String| scene.model.borrow_mut().reads(format!("statement {name}"), seen);
    seen.inspect(reads).unwrap_or_else(|status| status)
}
