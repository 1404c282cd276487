//! The online bank for the tests of an area's pages: a site whose people are all in service, and the cookie of a
//! logged-in person. The real login is in the tests of identity and of the whole program.

use std::sync::Arc;

use kernel::{BankZone, Clock, UserId};
use pages::{
    Brand, Confirmation, ConfirmationKind, Cookies, People, Proof, Reply, Section, SignatureConfirmation,
    Site, SiteParts, Visit, Visitor,
};
use serde_json::{Value, json};

use crate::{Bench, TEST_ISSUER, TestCaller, TestRequest, TestTokens};

/// The field `csrf` of every form in a test's session.
pub const TEST_CSRF: &str = "csrf-of-the-test";
/// The one answer that confirms a signature; `wait` has to wait, `used` was used before, everything else is refused.
pub const RIGHT_ANSWER: &str = "246810";
/// The user of the demo without a role; all others are users of the online bank.
const AUDITOR: &str = "U00004";
/// Seconds that a session still has, whatever the time.
const SESSION_S: i64 = 8 * 60 * 60;
/// Seconds that the answer `wait` has to wait.
const WAIT_S: i64 = 60;

impl Bench {
    /// A site with every section, for pages that are tested without identity.
    pub fn site(&self) -> Site {
        self.site_of(false)
    }

    /// The same, in which everybody administers the company.
    pub fn site_of_administrators(&self) -> Site {
        self.site_of(true)
    }

    fn site_of(&self, is_administrator: bool) -> Site {
        let zone: BankZone = "Europe/Moscow".parse().expect("a zone");
        Site::new(SiteParts {
            edge: self.edge.clone(),
            people: Arc::new(Everybody {
                clock: Arc::clone(&self.clock) as Arc<dyn Clock>,
                is_administrator,
            }),
            confirmation: Arc::new(OneAnswer),
            kept_forms: None,
            randomness: Arc::clone(&self.randomness) as Arc<dyn kernel::Randomness>,
            brand: Brand::default(),
            address: TEST_ISSUER.to_owned(),
            zone,
            sections: Section::ALL.to_vec(),
            guides: Vec::new(),
            image_source: None,
        })
    }
}

impl TestTokens {
    /// The claims of a good session token of the online bank.
    pub fn online_bank_claims(&self, caller: &TestCaller) -> Value {
        let mut claims = self.access_claims(caller);
        claims["aud"] = json!(TEST_ISSUER);
        claims["csrf"] = json!(TEST_CSRF);
        claims
    }

    /// A good session token of the online bank (ES256, `typ` `online-bank+jwt`).
    pub fn online_bank(&self, caller: &TestCaller) -> String {
        self.sign_online_bank(&self.online_bank_claims(caller))
    }
}

impl TestRequest {
    /// The cookie of the caller's session in the online bank.
    pub fn online_bank(self, tokens: &TestTokens, caller: &TestCaller) -> Self {
        self.session_cookie(&tokens.online_bank(caller))
    }

    /// The cookie of a browser that was just sent to this address, whose page then says what was carried out.
    pub fn sent_to(self, address: &str) -> Self {
        let cookie = Cookies::at(TEST_ISSUER).set_notice(address, 60);
        self.header("cookie", cookie.split(';').next().unwrap_or_default())
    }

    /// This token in the cookie of the online bank.
    pub fn session_cookie(self, token: &str) -> Self {
        let cookie = Cookies::at(TEST_ISSUER).set_session(token);
        self.header("cookie", cookie.split(';').next().unwrap_or_default())
    }
}

#[derive(Debug)]
struct Everybody {
    clock: Arc<dyn Clock>,
    is_administrator: bool,
}

impl People for Everybody {
    fn visitor<'a>(&'a self, visit: Visit<'a>) -> Reply<'a, Option<Visitor>> {
        let Visit { user, company, .. } = visit;
        Box::pin(async move {
            Ok(Some(Visitor {
                user_name: "Иванова Анна Сергеевна".to_owned(),
                company_name_ru: format!("ООО «{company}»"),
                company_name_en: format!("{company} LLC"),
                session_ends_at: self.clock.now().plus_seconds(SESSION_S),
                roles: if user.as_str() == AUDITOR { Vec::new() } else { vec!["ONLINE-USER".to_owned()] },
                is_administrator: self.is_administrator,
            }))
        })
    }
}

/// Confirms [`RIGHT_ANSWER`].
#[derive(Debug)]
struct OneAnswer;

impl SignatureConfirmation for OneAnswer {
    fn kind<'a>(&'a self, _user: &'a UserId) -> Reply<'a, ConfirmationKind> {
        Box::pin(async { Ok(ConfirmationKind::Code) })
    }

    fn takes_passkeys<'a>(&'a self, _user: &'a UserId) -> Reply<'a, bool> {
        Box::pin(async { Ok(true) })
    }

    fn confirm<'a>(&'a self, proof: Proof<'a>) -> Reply<'a, Confirmation> {
        Box::pin(async move {
            Ok(match proof.answer {
                RIGHT_ANSWER => Confirmation::Confirmed,
                "used" => Confirmation::CodeUsed { next_in_s: 17 },
                "wait" => Confirmation::Wait { retry_after_s: WAIT_S },
                _ => Confirmation::Refused,
            })
        })
    }
}
