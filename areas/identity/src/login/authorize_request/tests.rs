use clients::Profile;

use super::{AuthorizeError, check};
use crate::login::parameters::Parameters;

const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

/// The query of a valid request with one parameter replaced, removed (empty) or added.
fn query(name: &str, value: &str) -> Parameters {
    let mut pairs = vec![format!("{name}={value}")];
    let fixed = [
        ("scope", "openid+profile+email+phone"),
        ("response_type", "code"),
        ("state", "s"),
        ("code_challenge", CHALLENGE),
        ("code_challenge_method", "S256"),
    ];
    for (fixed_name, fixed_value) in fixed {
        if fixed_name != name {
            pairs.push(format!("{fixed_name}={fixed_value}"));
        }
    }
    Parameters::parse(pairs.join("&").as_bytes()).unwrap()
}

fn fault(name: &str, value: &str, profile: Profile) -> Option<AuthorizeError> {
    check(&query(name, value), profile).err().map(|refused| refused.error)
}

#[test]
fn what_both_profiles_say() {
    use AuthorizeError::{Invalid, Missing, RequestObject, RequestUri, ResponseType, Scope};
    let long_state = "s".repeat(super::STATE_BYTES_MAX + 1);
    for (name, value, specification, standard) in [
        ("scope", "phone+email+profile+openid", None, None),
        ("scope", "openid", Some(Scope), None),
        ("scope", "profile", Some(Scope), Some(Scope)),
        ("scope", "", Some(Scope), Some(Scope)),
        ("scope", "openid+profile+email+phone+admin", Some(Scope), Some(Scope)),
        ("scope", "openid+profile+email+phone+openid", Some(Scope), Some(Scope)),
        ("scope", "openid++profile+email+phone", Some(Scope), Some(Scope)),
        ("scope", "OPENID+profile+email+phone", Some(Scope), Some(Scope)),
        ("response_type", "", Some(Missing("response_type")), Some(Missing("response_type"))),
        ("response_type", "token", Some(ResponseType), Some(ResponseType)),
        ("response_type", "code+id_token", Some(ResponseType), Some(ResponseType)),
        ("response_mode", "query", None, None),
        ("response_mode", "fragment", Some(Invalid("response_mode")), Some(Invalid("response_mode"))),
        ("state", "", Some(Missing("state")), None),
        ("state", long_state.as_str(), Some(Invalid("state")), Some(Invalid("state"))),
        ("nonce", "%00", Some(Invalid("nonce")), Some(Invalid("nonce"))),
        ("nonce", "%ff", Some(Invalid("nonce")), Some(Invalid("nonce"))),
        ("nonce", "n-%D0%96", None, None),
        ("prompt", "login", None, None),
        ("prompt", "none", Some(AuthorizeError::LoginRequired), Some(AuthorizeError::LoginRequired)),
        ("prompt", "none+login", Some(Invalid("prompt")), Some(Invalid("prompt"))),
        ("prompt", "consent", Some(Invalid("prompt")), None),
        ("max_age", "0", Some(Invalid("max_age")), None),
        ("max_age", "1", None, None),
        ("max_age", "86400", None, None),
        ("max_age", "86401", Some(Invalid("max_age")), Some(Invalid("max_age"))),
        ("max_age", "-1", Some(Invalid("max_age")), Some(Invalid("max_age"))),
        ("max_age", "%2B1", Some(Invalid("max_age")), Some(Invalid("max_age"))),
        ("max_age", "1.0", Some(Invalid("max_age")), Some(Invalid("max_age"))),
        ("max_age", "%D9%A1", Some(Invalid("max_age")), Some(Invalid("max_age"))),
        ("code_challenge", "", Some(Missing("code_challenge")), Some(Missing("code_challenge"))),
        ("code_challenge", "short", Some(Invalid("code_challenge")), Some(Invalid("code_challenge"))),
        (
            "code_challenge_method",
            "",
            Some(Missing("code_challenge_method")),
            Some(Missing("code_challenge_method")),
        ),
        (
            "code_challenge_method",
            "plain",
            Some(Invalid("code_challenge_method")),
            Some(Invalid("code_challenge_method")),
        ),
        (
            "code_challenge_method",
            "s256",
            Some(Invalid("code_challenge_method")),
            Some(Invalid("code_challenge_method")),
        ),
        ("request", "x", Some(RequestObject), Some(RequestObject)),
        ("request_uri", "https://a.example/r", Some(RequestUri), Some(RequestUri)),
        ("registration", "%7B%7D", Some(AuthorizeError::Registration), Some(AuthorizeError::Registration)),
        ("unknown", "x", None, None),
    ] {
        assert_eq!(fault(name, value, Profile::Specification), specification, "{name}={value}");
        assert_eq!(fault(name, value, Profile::Standard), standard, "{name}={value}, standard");
    }
}

#[test]
fn any_state_comes_back_as_it_was() {
    let request = check(&query("state", "%00%ff+%26%3D%23%D0%96'\"<"), Profile::Specification).unwrap();
    assert_eq!(request.state.unwrap().encoded(), "%00%FF%20%26%3D%23%D0%96%27%22%3C");
}

#[test]
fn a_parameter_sent_twice_is_refused() {
    for name in ["scope", "response_type", "nonce", "prompt", "code_challenge", "max_age", "request"] {
        let query = format!("state=s&{name}=a&{name}=a");
        let refused = check(&Parameters::parse(query.as_bytes()).unwrap(), Profile::Standard).unwrap_err();
        assert_eq!(refused.error, AuthorizeError::Duplicated(expected(name)));
        assert_eq!(refused.state.unwrap().encoded(), "s");
    }
    let twice = Parameters::parse(b"state=a&state=b").unwrap();
    assert_eq!(check(&twice, Profile::Standard).unwrap_err().state, None);
}

fn expected(name: &str) -> &'static str {
    ["scope", "response_type", "nonce", "prompt", "code_challenge", "max_age", "request"]
        .into_iter()
        .find(|known| *known == name)
        .unwrap()
}
