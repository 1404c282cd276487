//! Companies: what they send and how they look.

use std::cell::RefCell;
use std::rc::Rc;

use clientbank::demo::DemoKeys;
use clientbank::demo::employees::account_number;
use cms::Signer;
use kernel::Money;
use sdk::StatementRequest;
use simulation::Chance;
use testkit::{TestCaller, TokenPair};

use crate::ground::{Ground, Process};
use crate::model::{Model, Sent};

/// A company with its paying account, the caller of its software, and the keys of those who sign.
pub(crate) struct Company {
    cnum: &'static str,
    account: &'static str,
    pub(crate) user: &'static str,
    client: &'static str,
    /// Those who sign, with the names of their keys.
    signers: &'static [(&'static str, &'static str)],
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

/// Amounts of transfers: the smallest, odd ones, one that three statements cannot all pay, one that none can.
const AMOUNTS: [&str; 12] = [
    "0.01",
    "0.99",
    "1.00",
    "2.50",
    "10.10",
    "19.99",
    "333.33",
    "1000.00",
    "7777.77",
    "65536.00",
    "400000.00",
    "9999999.99",
];
const OWN_BIC: &str = "044525999";
/// A bank that the rail reaches, and one that nobody knows.
const BICS: [&str; 2] = ["044525998", "044525997"];
/// The first employee with an account.
const SERIAL_FIRST: usize = 101;
const LINES_MAX: usize = 4;

impl Company {
    /// The tokens of its software at this moment. Whoever is locked gets no new ones.
    pub(crate) fn tokens(&self, ground: &Ground, model: &mut Model) -> TokenPair {
        if model.locked.contains_key(self.user) {
            let nothing = || TokenPair { access: String::new(), identity: String::new() };
            return model.given.get(self.cnum).cloned().unwrap_or_else(nothing);
        }
        let caller = TestCaller::new(self.user, self.cnum).with_client(self.client);
        let given = ground.tokens.pair(&caller.with_session(&model.session(self.user)));
        model.given.insert(self.cnum, given.clone());
        given
    }

    /// A statement of this shape.
    pub(crate) fn statement(&self, keys: &DemoKeys, shape: &Shape<'_>, chance: &mut Chance) -> String {
        let mut lines = Vec::new();
        for _ in 0..=chance.below(LINES_MAX) {
            let amount = chance.one_of(&AMOUNTS).copied().unwrap_or("1.00");
            let serial = u32::try_from(SERIAL_FIRST + chance.below(9)).expect("a small number");
            lines.push((amount, serial, chance.once_in(2).then(|| BICS[usize::from(chance.once_in(8))])));
        }
        let mut request = StatementRequest::new(&payload(self.account, shape, &lines)).expect("a payload");
        for (_, key) in self.signers.iter().filter(|_| shape.is_signed) {
            request.sign(&signer(keys, key)).expect("a signature");
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

/// The key of this name.
pub(crate) fn signer(keys: &DemoKeys, name: &str) -> Signer {
    let text = |ending: &str| {
        let file = format!("{name}.{ending}");
        let found = keys.files.iter().find(|(known, _)| *known == file);
        found.map(|(_, text)| text.clone()).expect("a key of the demo")
    };
    Signer::from_pem(&text("key"), &text("crt")).expect("a signer")
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
pub(crate) async fn send(
    process: Rc<Process>,
    model: Rc<RefCell<Model>>,
    (place, tokens): (usize, TokenPair),
) -> String {
    let Sent { body, name, .. } = model.borrow().sent[place].clone();
    let request = process.api.post("/v1/statements").tokens(&tokens);
    let answer = request.header("content-type", "application/json").body(body).send().await;
    let status = answer.status.as_u16();
    let mut model = model.borrow_mut();
    match status {
        202 => model.sent[place].is_acknowledged = true,
        // The name was used: by this statement, whose first answer may have been lost.
        400 if answer.text().contains("already exists with the same content") => {
            model.sent[place].is_acknowledged = true;
        }
        _ if model.turns_away(status) => {}
        _ => model.broken.push(format!("a statement is answered {status}: {name} {}", answer.text())),
    }
    status.to_string()
}

/// Asks for the status of the statement at this place.
pub(crate) async fn look(
    process: Rc<Process>,
    model: Rc<RefCell<Model>>,
    (place, tokens): (usize, TokenPair),
) -> String {
    let (name, was_acknowledged) = {
        let model = model.borrow();
        (model.sent[place].name.clone(), model.sent[place].is_acknowledged)
    };
    let answer = process.api.get(&format!("/v1/statements/{name}")).tokens(&tokens).send().await;
    let status = answer.status.as_u16();
    let mut model = model.borrow_mut();
    match status {
        200 => {
            let seen = answer.json()["status"].as_str().unwrap_or_default().to_owned();
            model.sent[place].status = Some(seen.clone());
            seen
        }
        401 | 503 => status.to_string(),
        403 if !model.locked.is_empty() => status.to_string(),
        404 if !was_acknowledged || model.is_late => "404".to_owned(),
        _ => {
            model.broken.push(format!("a status is answered {status}: {name} {}", answer.text()));
            status.to_string()
        }
    }
}
