//! IDN-09: what every client library expects besides the token endpoint.

use http::{Method, StatusCode};
use identity::keys_command::Rotation;
use serde_json::{Value, json};
use testkit::{Bench, on_both_engines};

use crate::house::{ERP, House, ISSUER, OFF, SHOP, USER, assert_error, basic, poll, tokens};

/// The URI where the client `erp` wants browsers back after a logout.
const BYE: &str = "https://erp.example/bye?x=1";

async fn introspect(house: &House, client: (&'static str, &'static str), token: &str) -> Value {
    let answer = house.post("/introspect", client, &[("token", token)]).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    answer.json()
}

fn query(path: &str, fields: &[(&str, &str)]) -> String {
    format!("{path}?{}", crate::browser::encoded(fields))
}

on_both_engines! {
    async fn idn_09_the_discovery_document_names_what_is_there(bench: Bench) {
        let house = House::build(&bench).await;
        let mut documents = Vec::new();
        for path in ["/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"] {
            let answer = house.client.get(path).send().await;
            assert_eq!(answer.status, StatusCode::OK);
            assert_eq!(answer.header("content-type"), Some("application/json"));
            assert_eq!(answer.header("access-control-allow-origin"), Some("*"));
            assert_eq!(answer.header("cache-control"), Some("public, max-age=300"));
            documents.push(answer.json());
        }
        assert_eq!(documents[0], documents[1]);
        let document = &documents[0];
        assert_eq!(document["issuer"], ISSUER);
        assert_eq!(document["code_challenge_methods_supported"], json!(["S256"]));
        assert_eq!(document["token_endpoint_auth_methods_supported"], json!(["client_secret_basic"]));
        assert_eq!(document["request_uri_parameter_supported"], false);
        for (name, value) in document.as_object().unwrap() {
            if !name.ends_with("_endpoint") && name != "jwks_uri" {
                continue;
            }
            let path = value.as_str().unwrap().strip_prefix(ISSUER).unwrap();
            let answer = house.client.get(path).send().await;
            assert_ne!(answer.status, StatusCode::NOT_FOUND, "{name}");
        }
    }

    async fn idn_09_the_key_set_is_public_and_holds_nothing_private(bench: Bench) {
        let house = House::build(&bench).await;
        let answer = house.client.get("/jwks").send().await;
        assert_eq!(answer.header("cache-control"), Some("public, max-age=300"));
        assert_eq!(answer.header("access-control-allow-origin"), Some("*"));
        let body = answer.json();
        let keys = body["keys"].as_array().unwrap();
        assert_eq!(keys.len(), 4);
        for key in keys {
            let mut names: Vec<&str> = key.as_object().unwrap().keys().map(String::as_str).collect();
            names.sort_unstable();
            let expected = match key["kty"].as_str().unwrap() {
                "EC" => vec!["alg", "crv", "kid", "kty", "use", "x", "y"],
                "RSA" => vec!["alg", "e", "kid", "kty", "n", "use"],
                other => panic!("{other}"),
            };
            assert_eq!(names, expected);
        }
    }

    async fn idn_09_userinfo_tells_who_the_user_is(bench: Bench) {
        let (house, own) = House::with_login(&bench).await;
        let expected = json!({ "sub": USER, "name": "Иванова Анна Сергеевна", "email": "ivanova@romashka.example",
            "phone_number": "+79990000001" });
        let by_get = house.userinfo(&own.access).await;
        assert_eq!((by_get.status, by_get.json()), (StatusCode::OK, expected.clone()));
        assert_eq!(by_get.header("access-control-allow-origin"), Some("*"));
        let by_post = house.client.post("/userinfo").bearer(&own.access).send().await;
        assert_eq!((by_post.status, by_post.json()), (StatusCode::OK, expected));
        let preflight =
            house.client.request(Method::OPTIONS, "/userinfo").header("origin", "https://x.example");
        let preflight = preflight.send().await;
        assert_eq!(preflight.status, StatusCode::NO_CONTENT);
        for (name, value) in [
            ("access-control-allow-origin", "*"),
            ("access-control-allow-methods", "GET, POST"),
            ("access-control-allow-headers", "authorization"),
            ("access-control-max-age", "3600"),
        ] {
            assert_eq!(preflight.header(name), Some(value), "{name}");
        }

        for token in [&own.identity, &own.refresh, &"x".to_owned(), &"x".repeat(10_000)] {
            let answer = house.userinfo(token).await;
            assert_error(&answer, 401, "invalid_token");
            assert!(answer.header("www-authenticate").unwrap().starts_with("Bearer error="));
        }
        let none = house.client.get("/userinfo").send().await;
        let another = house.client.get("/userinfo").header("authorization", "Basic dTpw").send().await;
        for unknown in [none, another] {
            assert_eq!(
                (unknown.status, unknown.header("www-authenticate")),
                (StatusCode::UNAUTHORIZED, Some("Bearer"))
            );
        }
        let twice = house.client.get("/userinfo").bearer(&own.access).bearer(&own.access).send().await;
        assert_error(&twice, 401, "invalid_token");
        let in_capitals = house.client.get("/userinfo").header("authorization", &format!("BEARER {}", own.access));
        assert_eq!(in_capitals.send().await.status, StatusCode::OK);
        let form =
            [("grant_type", "refresh_token"), ("refresh_token", own.refresh.as_str()), ("scope", "email")];
        let narrow = house.post("/token", ERP, &form).await.json();
        let answer = house.userinfo(narrow["access_token"].as_str().unwrap()).await;
        assert_error(&answer, 403, "insufficient_scope");
        bench.clock.advance_seconds(900);
        assert_error(&house.userinfo(&own.access).await, 401, "invalid_token");
    }

    async fn idn_09_a_client_revokes_its_session(bench: Bench) {
        let (house, verifier, mut feed) = House::with_verifier(&bench).await;
        for by_access_token in [false, true] {
            let own = house.log_in(ERP).await;
            let bystander = house.log_in(ERP).await;
            let token = if by_access_token { &own.access } else { &own.refresh };
            // Somebody else's token looks like an unknown one, and stays.
            for (client, token) in [(SHOP, token.as_str()), (ERP, "unknown"), (ERP, own.identity.as_str())] {
                let answer = house.post("/revoke", client, &[("token", token)]).await;
                assert_eq!((answer.status, answer.text()), (StatusCode::OK, "{}"));
            }
            house.userinfo(&own.access).await.json()["sub"].as_str().unwrap();

            let form = [("token", token.as_str()), ("token_type_hint", "nonsense")];
            assert_eq!(house.post("/revoke", ERP, &form).await.status, StatusCode::OK);
            assert_error(&house.refresh(ERP, &own.refresh).await, 400, "invalid_grant");
            assert_error(&house.userinfo(&own.access).await, 401, "invalid_token");
            poll(&verifier, &mut feed).await;
            assert!(verifier.verify_access(&own.access).is_err());
            verifier.verify_access(&bystander.access).unwrap();
            assert_eq!(house.post("/revoke", ERP, &form).await.status, StatusCode::OK);
        }
        assert_error(&house.post("/revoke", ERP, &[]).await, 400, "invalid_request");
        assert_error(&house.post("/revoke", OFF, &[("token", "x")]).await, 401, "invalid_client");
        assert_error(
            &house.client.post("/revoke").form(&[("token", "x")]).send().await,
            401,
            "invalid_client",
        );
    }

    async fn idn_09_introspection_tells_a_client_about_its_own_tokens(bench: Bench) {
        let (house, own) = House::with_login(&bench).await;
        let access = introspect(&house, ERP, &own.access).await;
        let claims = crate::house::parts(&own.access).1;
        for name in ["iss", "sub", "aud", "client_id", "iat", "exp", "jti", "sid", "scope", "company"] {
            assert_eq!(access[name], claims[name], "{name}");
        }
        assert_eq!((&access["active"], &access["token_type"]), (&json!(true), &json!("Bearer")));
        let refresh = introspect(&house, ERP, &own.refresh).await;
        assert_eq!((&refresh["active"], &refresh["sid"]), (&json!(true), &claims["sid"]));

        let inactive = json!({ "active": false });
        for token in [&own.access, &own.refresh] {
            assert_eq!(introspect(&house, SHOP, token).await, inactive);
        }
        for token in ["unknown", own.identity.as_str()] {
            assert_eq!(introspect(&house, ERP, token).await, inactive);
        }
        let next = tokens(&house.refresh(ERP, &own.refresh).await);
        assert_eq!(introspect(&house, ERP, &own.refresh).await["active"], true);
        let next = tokens(&house.refresh(ERP, &next.refresh).await);
        assert_eq!(introspect(&house, ERP, &own.refresh).await, inactive);
        assert_eq!(introspect(&house, ERP, &next.refresh).await["active"], true);
        house.post("/revoke", ERP, &[("token", &next.refresh)]).await;
        for token in [&own.access, &next.access, &next.refresh] {
            assert_eq!(introspect(&house, ERP, token).await, inactive);
        }
        assert_error(&house.post("/introspect", OFF, &[("token", "x")]).await, 401, "invalid_client");
        assert_error(&house.post("/introspect", ERP, &[]).await, 400, "invalid_request");
    }

    async fn idn_09_logout_ends_the_session_and_goes_back(bench: Bench) {
        let (house, own) = House::with_login(&bench).await;
        // The token may have expired.
        bench.clock.advance_seconds(1_000);
        let fields = [
            ("id_token_hint", own.identity.as_str()),
            ("post_logout_redirect_uri", BYE),
            (
                "state",
                "a \
            b&\0c",
            ),
        ];
        let answer = house.client.get(&query("/logout", &fields)).send().await;
        assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.text());
        assert_eq!(answer.location(), Some("https://erp.example/bye?x=1&state=a%20b%26%00c"));
        assert_error(&house.refresh(ERP, &own.refresh).await, 400, "invalid_grant");

        let other = house.log_in(SHOP).await;
        let answer = house.client.post("/logout").form(&[("id_token_hint", &other.identity)]).send().await;
        assert_eq!((answer.status, answer.location()), (StatusCode::OK, None));
        assert!(answer.header("content-type").unwrap().starts_with("text/html"));
        assert!(answer.header("content-security-policy").unwrap().contains("frame-ancestors 'none'"));
        assert_error(&house.refresh(SHOP, &other.refresh).await, 400, "invalid_grant");
        // Anybody with an old identity token can do this: the trail does not say that it was the user.
        let trail = audit::list(&house.store, &audit::Filter::default(), 1_000).await.unwrap();
        for action in ["session.revoked", "session.logged_out_by_hint"] {
            let entries: Vec<_> = trail.iter().filter(|entry| entry.action == action).collect();
            assert_eq!(entries.len(), 2, "{action}");
            assert!(
                entries.iter().all(|entry| entry.actor_kind == "SYSTEM" && entry.actor_id.is_none()),
                "{entries:?}"
            );
        }
        let by_hint = trail.iter().find(|entry| entry.action == "session.logged_out_by_hint").unwrap();
        assert!(
            by_hint.detail.contains("ID_TOKEN_HINT") && by_hint.detail.contains("U00001"),
            "{}",
            by_hint.detail
        );
    }

    async fn idn_09_logout_leads_nowhere_that_is_not_registered(bench: Bench) {
        let (house, own) = House::with_login(&bench).await;
        let hint = own.identity.as_str();
        let mut forged = own.identity.clone();
        forged.truncate(forged.len() - 8);
        forged.push_str("AAAAAAAA");
        for fields in [
            &[("id_token_hint", hint), ("post_logout_redirect_uri", "https://evil.example/")][..],
            &[("id_token_hint", hint), ("post_logout_redirect_uri", "https://erp.example/bye?x=1&y")],
            &[("id_token_hint", hint), ("post_logout_redirect_uri", "https://shop.example/bye?x=1")],
            // A login may go back there, a logout may not.
            &[("id_token_hint", hint), ("post_logout_redirect_uri", "https://erp.example/callback")],
            &[("id_token_hint", hint), ("client_id", "shop"), ("post_logout_redirect_uri", BYE)],
            &[("id_token_hint", hint), ("post_logout_redirect_uri", BYE), ("post_logout_redirect_uri", BYE)],
            &[("id_token_hint", &forged), ("post_logout_redirect_uri", BYE)],
            &[("id_token_hint", &own.access), ("post_logout_redirect_uri", BYE)],
            &[("id_token_hint", hint), ("post_logout_redirect_uri", BYE), ("state", &"s".repeat(4_097))],
            &[("post_logout_redirect_uri", BYE)],
            &[("client_id", "nobody"), ("post_logout_redirect_uri", BYE)],
        ] {
            let answer = house.client.get(&query("/logout", fields)).send().await;
            assert_eq!((answer.status, answer.location()), (StatusCode::BAD_REQUEST, None), "{fields:?}");
        }
        // None of that ended the session.
        tokens(&house.refresh(ERP, &own.refresh).await);
        // Without a hint nothing ends, and the way back is still there.
        let fields = [("client_id", "erp"), ("post_logout_redirect_uri", BYE)];
        assert_eq!(house.client.get(&query("/logout", &fields)).send().await.location(), Some(BYE));
        let answer = house.client.get("/logout").send().await;
        assert_eq!(answer.status, StatusCode::OK);
        assert!(
            answer.text().contains("Выход выполняется в программе"),
            "it does not claim that something ended"
        );
        tokens(&house.refresh(ERP, &own.refresh).await);
    }

    async fn idn_09_a_logout_whose_key_is_forgotten_goes_back_and_ends_nothing(bench: Bench) {
        let (house, own) = House::with_login(&bench).await;
        identity::keys_command::rotate(&house.store, &house.mint(), Rotation::Compromised, "operator").await.unwrap();
        house.refresh_keys().await;
        let hint = ("id_token_hint", own.identity.as_str());
        let back = house.client.get(&query("/logout", &[hint, ("post_logout_redirect_uri", BYE)])).send().await;
        assert_eq!((back.status, back.location()), (StatusCode::SEE_OTHER, Some(BYE)));
        let told = house.client.get(&query("/logout", &[hint])).send().await;
        assert_eq!(told.status, StatusCode::OK);
        assert!(told.text().contains("Выход выполняется в программе"), "it does not claim that something ended");
        // The client that the token names is held to its own addresses.
        for other in [("client_id", "shop"), ("post_logout_redirect_uri", "https://shop.example/bye?x=1")] {
            let answer = house.client.get(&query("/logout", &[hint, other])).send().await;
            assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{other:?}");
        }
        tokens(&house.refresh(ERP, &own.refresh).await);
    }

    async fn idn_09_secrets_are_taken_from_no_other_origin(bench: Bench) {
        let house = House::build(&bench).await;
        for path in ["/token", "/revoke", "/introspect"] {
            let request = house.client.post(path).header("authorization", &basic(ERP));
            let answer =
                request.header("origin", "https://evil.example").form(&[("token", "x")]).send().await;
            assert_eq!(answer.header("access-control-allow-origin"), None, "{path}");
        }
    }
}
