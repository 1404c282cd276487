//! IDN-08: what the tokens say.

use identity::token::authorization_code::NewAuthorizationCode;
use kernel::Clock;
use serde_json::{Value, json};
use testkit::{Bench, on_both_engines};

use crate::house::{AUDIENCE, ERP, House, ISSUER, SCOPE, SHOP, USER, parts, tokens};

/// Claims whose values are checked apart, taken out.
fn take(claims: &mut Value, name: &str) -> Value {
    claims.as_object_mut().unwrap().remove(name).unwrap_or_else(|| panic!("no claim {name}"))
}

on_both_engines! {
    async fn idn_08_the_access_token_follows_rfc_9068(bench: Bench) {
        let house = House::build(&bench).await;
        let (header, mut claims) = parts(&house.log_in(ERP).await.access);
        let keys = &house.state.keys.current();
        let kid = keys.active(edge::SigningAlgorithm::Es256).kid();
        assert_eq!(header, json!({ "alg": "ES256", "typ": "at+jwt", "kid": kid }));
        let now = bench.clock.now().unix_seconds();
        assert_eq!(take(&mut claims, "jti").as_str().unwrap().len(), 36);
        assert_eq!(take(&mut claims, "sid").as_str().unwrap().len(), 36);
        assert_eq!(
            claims,
            json!({
                "iss": ISSUER, "sub": USER, "aud": AUDIENCE, "client_id": "erp", "iat": now, "exp": now + 900,
                "scope": SCOPE, "roles": ["ONLINE-USER", "PAYROLL-EDITOR"], "company": "C00001",
            })
        );
    }

    async fn idn_08_the_identity_token_follows_openid_connect(bench: Bench) {
        let house = House::build(&bench).await;
        let mut grant = house.grant(ERP);
        grant.authenticated_at = bench.clock.now().plus_seconds(-30);
        let issued = tokens(&house.exchange(ERP, &house.issue(grant).await).await);
        let (header, mut claims) = parts(&issued.identity);
        let keys = &house.state.keys.current();
        let kid = keys.active(edge::SigningAlgorithm::Rs256).kid();
        assert_eq!(header, json!({ "alg": "RS256", "typ": "JWT", "kid": kid }));
        let now = bench.clock.now().unix_seconds();
        assert_eq!(take(&mut claims, "at_hash"), testkit::at_hash(&issued.access));
        assert_eq!(take(&mut claims, "sid"), parts(&issued.access).1["sid"]);
        assert_eq!(
            claims,
            json!({
                "iss": ISSUER, "sub": USER, "aud": "erp", "iat": now, "exp": now + 900, "auth_time": now - 30,
                "nonce": "n-0S6_WzA2Mj", "name": "Иванова Анна Сергеевна", "email": "ivanova@romashka.example",
                "phone_number": "+79990000001",
            })
        );
    }

    async fn idn_08_both_tokens_are_taken_by_the_api(bench: Bench) {
        let house = House::build(&bench).await;
        let (verifier, _) = house.verifier().await;
        for client in [ERP, SHOP] {
            let issued = house.log_in(client).await;
            let caller = verifier.verify_pair(&issued.access, &issued.identity).unwrap();
            assert_eq!(caller.user.as_str(), USER);
            assert_eq!(caller.company.as_str(), "C00001");
            assert_eq!(caller.client.as_str(), client.0);
            bench.clock.advance_seconds(1);
        }
    }

    async fn idn_08_a_client_may_be_registered_for_es256(bench: Bench) {
        let house = House::build(&bench).await;
        let issued = house.log_in(SHOP).await;
        assert_eq!(parts(&issued.identity).0["alg"], "ES256");
        let refreshed = tokens(&house.refresh(SHOP, &issued.refresh).await);
        assert_eq!(parts(&refreshed.identity).0["alg"], "ES256");
    }

    async fn idn_08_a_refresh_repeats_the_login_and_not_the_nonce(bench: Bench) {
        let (house, first) = House::with_login(&bench).await;
        bench.clock.advance_seconds(900);
        let second = tokens(&house.refresh(ERP, &first.refresh).await);
        let (before, after) = (parts(&first.identity).1, parts(&second.identity).1);
        for same in ["iss", "sub", "aud", "auth_time", "sid", "name"] {
            assert_eq!(before[same], after[same], "{same}");
        }
        assert_eq!(after.get("nonce"), None);
        assert_eq!(after["iat"].as_i64(), before["iat"].as_i64().map(|iat| iat + 900));
        assert_eq!(after["at_hash"], testkit::at_hash(&second.access));
        assert_ne!(parts(&first.access).1["jti"], parts(&second.access).1["jti"]);
    }

    async fn idn_08_max_age_is_the_life_of_the_tokens(bench: Bench) {
        let house = House::build(&bench).await;
        for (max_age_s, expected) in
            [(Some(1), 1), (Some(60), 60), (Some(86_400), 86_400), (None, 900), (Some(0), 900)]
        {
            let grant = NewAuthorizationCode { max_age_s, nonce: None, ..house.grant(ERP) };
            let answer = house.exchange(ERP, &house.issue(grant).await).await;
            assert_eq!(answer.json()["expires_in"], expected);
            let issued = tokens(&answer);
            let refreshed = tokens(&house.refresh(ERP, &issued.refresh).await);
            for token in [&issued.access, &issued.identity, &refreshed.access, &refreshed.identity] {
                let claims = parts(token).1;
                assert_eq!(claims["exp"].as_i64().unwrap() - claims["iat"].as_i64().unwrap(), expected);
            }
            assert_eq!(parts(&issued.identity).1.get("nonce"), None);
        }
    }
}
