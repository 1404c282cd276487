//! IDN-05: who may ask for tokens, and how.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::{Method, StatusCode};
use store::{StoreError, Tx};
use testkit::{Bench, on_both_engines};

use crate::house::{ERP, House, OFF, SET_PROFILE, SHOP, assert_error, basic, code_form, tokens};

fn plain(text: &str) -> String {
    format!("Basic {}", STANDARD.encode(text))
}

on_both_engines! {
    async fn idn_05_a_client_authenticates_with_http_basic(bench: Bench) {
        let house = House::build(&bench).await;
        let code = house.code(ERP).await;
        for header in [
            plain("erp:wrong"),
            plain("erp:"),
            plain("erp"),
            plain("nobody:erp"),
            plain("shop:erp secret: 100% +&="),
            plain("ERP:erp secret: 100% +&="),
            plain(":"),
            basic(OFF),
            basic(ERP).replace("Basic", "Bearer"),
            "Basic".to_owned(),
            "Basic !!!".to_owned(),
            "nonsense".to_owned(),
        ] {
            let request = house.client.post("/token").header("authorization", &header);
            let answer = request.form(&code_form(&code)).send().await;
            assert_error(&answer, 401, "invalid_client");
            assert!(answer.header("www-authenticate").unwrap().starts_with("Basic realm="), "{header}");
        }
        let answer = house.client.post("/token").form(&code_form(&code)).send().await;
        assert_error(&answer, 401, "invalid_client");
        // Nothing of that cost the code.
        tokens(&house.exchange(ERP, &code).await);
    }

    async fn idn_05_identifier_and_secret_may_be_percent_encoded(bench: Bench) {
        let house = House::build(&bench).await;
        for header in [
            basic(ERP),
            plain("erp:erp secret: 100% +&="),
            plain("erp:erp+secret%3A+100%25+%2B%26%3D"),
            plain("%65rp:erp%20secret%3a%20100%25%20%2b%26%3d"),
            basic(ERP).replace("Basic", "bASIC"),
            basic(ERP).trim_end_matches('=').to_owned(),
        ] {
            let code = house.code(ERP).await;
            let request = house.client.post("/token").header("authorization", &header);
            let answer = request.form(&code_form(&code)).send().await;
            assert_eq!(answer.status, StatusCode::OK, "{header}: {}", answer.text());
        }
    }

    async fn idn_05_the_form_must_not_contradict_the_header(bench: Bench) {
        let house = House::build(&bench).await;
        let code = house.code(ERP).await;
        let with = |name, value| {
            let mut form = code_form(&code).to_vec();
            form.push((name, value));
            form
        };
        for (name, value) in [("client_id", "shop"), ("client_id", "ERP"), ("client_secret", ERP.1)] {
            assert_error(&house.post("/token", ERP, &with(name, value)).await, 400, "invalid_request");
        }
        let request = house.client.post("/token").header("authorization", &basic(ERP));
        let twice = request.header("authorization", &basic(SHOP)).form(&code_form(&code)).send().await;
        assert_error(&twice, 400, "invalid_request");
        tokens(&house.post("/token", ERP, &with("client_id", "erp")).await);
    }

    async fn integrator_13_a_client_of_the_profile_standard_may_send_its_secret_in_the_form(bench: Bench) {
        let house = House::build(&bench).await;
        let post = |code: String, client: (&'static str, &'static str)| {
            let house = &house;
            async move {
                let mut form = code_form(&code).to_vec();
                form.extend([("client_id", client.0), ("client_secret", client.1)]);
                house.client.post("/token").form(&form).send().await
            }
        };
        // The profile of the specification takes Basic alone, and says so.
        let refused = post(house.code(ERP).await, ERP).await;
        assert_error(&refused, 401, "invalid_client");
        assert!(refused.text().contains("HTTP Basic"), "{}", refused.text());
        let standard = |tx: &mut Tx| -> Result<(), StoreError> {
            tx.execute_one(&SET_PROFILE, store::params![SHOP.0, "STANDARD"])
        };
        house.store.write("standard", standard).await.unwrap();
        tokens(&post(house.code(SHOP).await, SHOP).await);
        tokens(&house.exchange(SHOP, &house.code(SHOP).await).await);
        for wrong in [(SHOP.0, "wrong"), (SHOP.0, ""), ("", SHOP.1), ("nobody", SHOP.1), OFF] {
            let answer = post(house.code(SHOP).await, wrong).await;
            assert!([401, 429].contains(&answer.status.as_u16()), "{wrong:?}: {}", answer.text());
        }
    }

    async fn idn_05_a_form_is_read_strictly(bench: Bench) {
        let house = House::build(&bench).await;
        let code = house.code(ERP).await;
        for missing in 0..4 {
            let mut form = code_form(&code).to_vec();
            let (name, _) = form.remove(missing);
            assert_error(&house.post("/token", ERP, &form).await, 400, "invalid_request");
            form.push((name, ""));
            assert_error(&house.post("/token", ERP, &form).await, 400, "invalid_request");
        }
        for twice in 0..4 {
            let mut form = code_form(&code).to_vec();
            form.push(form[twice]);
            assert_error(&house.post("/token", ERP, &form).await, 400, "invalid_request");
        }
        for grant_type in ["password", "client_credentials", "implicit", "AUTHORIZATION_CODE"] {
            let answer = house.post("/token", ERP, &[("grant_type", grant_type)]).await;
            assert_error(&answer, 400, "unsupported_grant_type");
        }
        assert_error(&house.post("/token", ERP, &[("grant_type", "refresh_token")]).await, 400, "invalid_request");
        tokens(&house.exchange(ERP, &code).await);
    }

    async fn idn_05_anything_but_a_form_is_refused(bench: Bench) {
        let house = House::build(&bench).await;
        let request = || house.client.post("/token").header("authorization", &basic(ERP));
        let json = request().json(&serde_json::json!({ "grant_type": "authorization_code" })).send().await;
        assert_error(&json, 415, "invalid_request");
        assert_error(&request().body("grant_type=refresh_token").send().await, 415, "invalid_request");
        let long = "x".repeat(20_000);
        assert_error(&house.post("/token", ERP, &[("code", &long)]).await, 413, "invalid_request");
        let many = "a=1&".repeat(100);
        let form = request().header("content-type", "application/x-www-form-urlencoded; charset=UTF-8");
        assert_error(&form.body(many).send().await, 400, "invalid_request");
        for method in [Method::GET, Method::PUT, Method::DELETE] {
            let answer = house.client.request(method, "/token").send().await;
            assert_error(&answer, 405, "invalid_request");
            assert_eq!(answer.header("allow"), Some("POST"));
        }
        assert_error(&house.client.get("/nothing").send().await, 404, "invalid_request");
    }

    async fn idn_05_the_answer_is_kept_out_of_caches(bench: Bench) {
        let house = House::build(&bench).await;
        let answer = house.exchange(ERP, &house.code(ERP).await).await;
        assert_eq!(answer.header("cache-control"), Some("no-store"));
        assert_eq!(answer.header("pragma"), Some("no-cache"));
        assert_eq!(answer.header("content-type"), Some("application/json"));
        let body = answer.json();
        let mut names: Vec<&str> = body.as_object().unwrap().keys().map(String::as_str).collect();
        names.sort_unstable();
        assert_eq!(names, ["access_token", "expires_in", "id_token", "refresh_token", "scope", "token_type"]);
        assert_eq!(body["token_type"], "Bearer");
        assert_eq!(body["expires_in"], 900);
    }
}
