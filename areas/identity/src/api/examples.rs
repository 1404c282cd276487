//! Real requests and answers for the OpenAPI description.

use serde_json::{Value, json};

const REFRESH_TOKEN: &str =
    "AZqkA5IAcAGAAAAAAAAAAQAAAAC7fWJvS0xrV1p5UVl4b2lZQnJrYVhLZ2F6b2ZtWUVqZ3NQa2ZqZ0xqc2FkZmprbGF";

pub(super) fn code_grant() -> Value {
    json!({
        "grant_type": "authorization_code", "client_id": "demo-erp",
        "code": "kq6Xb0Rk0pPpqk2m7B9dQv5Zt3xA1cYwL8uNfH4sJgE",
        "redirect_uri": "http://127.0.0.1:9090/callback",
        "code_verifier": "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    })
}

pub(super) fn refresh_grant() -> Value {
    json!({"grant_type": "refresh_token", "client_id": "demo-erp", "refresh_token": REFRESH_TOKEN})
}

pub(super) fn token_question() -> Value {
    json!({"token": REFRESH_TOKEN, "token_type_hint": "refresh_token"})
}

pub(super) fn working_token() -> Value {
    json!({
        "active": true, "iss": "http://127.0.0.1:8081", "sub": "U00001", "aud": "http://127.0.0.1:8080",
        "client_id": "demo-erp", "token_type": "Bearer", "scope": "openid profile email phone",
        "iat": 1_795_165_200, "exp": 1_795_166_100, "jti": "019aa403-9200-7001-8000-000000000001",
        "sid": "019aa403-9200-7001-8000-000000000002", "company": "C00001"
    })
}

pub(super) fn user_info() -> Value {
    json!({
        "sub": "U00001", "name": "Иванова Анна Сергеевна", "email": "ivanova@romashka.example",
        "phone_number": "+79990000001"
    })
}

pub(super) fn logout() -> Value {
    json!({
        "client_id": "demo-erp", "post_logout_redirect_uri": "http://127.0.0.1:9090/",
        "id_token_hint": "eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJVMDAwMDEifQ.c2lnbmF0dXJl"
    })
}

pub(super) fn key_set() -> Value {
    let ec = |kid: &str, x: &str, y: &str| {
        let (kty, crv) = ("EC", "P-256");
        json!({"kid": kid, "use": "sig", "alg": "ES256", "kty": kty, "crv": crv, "x": x, "y": y})
    };
    let rsa = |kid: &str, n: &str| json!({"kid": kid, "use": "sig", "alg": "RS256", "kty": "RSA", "n": n, "e": "AQAB"});
    json!({"keys": [
        ec(
            "GlDXqtmQzDuPAQ8GtbSY7vCiRsLLQWv0mKSAfJJUnBo",
            "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
            "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"
        ),
        ec(
            "oKIywvGUpTVTyxMQ3bwIIeQUudfr_CkLMjCE19ECD-U",
            "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4",
            "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM"
        ),
        rsa(
            "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs",
            "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECP\
             ebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2Qvz\
             qY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6We\
             Zu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw"
        ),
        rsa(
            "2MnWYYWZLiMDHqF8PwRfQHkCU3_g-8G4hD4vLb6xqXw",
            "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4\
             d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5\
             rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aG\
             hyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ"
        ),
    ]})
}
