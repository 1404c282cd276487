//! IDN-10: what is in the database is of no use to who steals it.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use identity::sealing::Purpose;
use store::StoreLocation;
use testkit::{Bench, on_both_engines};

use crate::house::{ERP, House, SHOP, master_key, tokens};

store::queries! {
    POSTGRES_DUMP = "select cast(schema_to_xml(cast(current_schema() as name), true, true, '') as text) as dump";
}

/// Everything that the database holds.
async fn dump(bench: &Bench) -> Vec<u8> {
    match &bench.location {
        StoreLocation::Sqlite { path } => {
            let mut dump = std::fs::read(path).unwrap();
            dump.extend(std::fs::read(path.with_extension("db-wal")).unwrap_or_default());
            dump
        }
        StoreLocation::Postgres { .. } => {
            let rows = bench.store.query(&POSTGRES_DUMP, Vec::new()).await.unwrap();
            // Long Base64 is broken into lines.
            rows[0].text("dump").unwrap().replace(['\r', '\n'], "").replace("&#13;", "").into_bytes()
        }
    }
}

fn contains(dump: &[u8], needle: &[u8]) -> bool {
    // PostgreSQL writes bytes as Base64 into XML, which begins anew with every value.
    let encoded = STANDARD.encode(needle);
    let encoded = encoded.trim_end_matches('=').as_bytes();
    let encoded = &encoded[..encoded.len() - 1];
    let found = |needle: &[u8]| dump.windows(needle.len()).any(|window| window == needle);
    found(needle) || found(encoded)
}

on_both_engines! {
    async fn idn_10_no_secret_is_in_the_database(bench: Bench) {
        let house = House::build(&bench).await;
        let code = house.code(ERP).await;
        let unused = house.code(SHOP).await;
        let first = tokens(&house.exchange(ERP, &code).await);
        let second = tokens(&house.refresh(ERP, &first.refresh).await);
        house.exchange(ERP, &code).await;
        let secret = identity::keys_command::list(&house.store).await.unwrap()[0].clone();
        let private = master_key().open(Purpose::SigningKeys, &secret.kid, &secret.sealed_private_key).unwrap();

        let dump = dump(&bench).await;
        assert!(contains(&dump, secret.sealed_private_key.as_slice()), "the dump shows bytes");
        assert!(contains(&dump, b"https://erp.example/callback"), "the dump shows texts");
        let signature = |token: &str| token.rsplit('.').next().unwrap().to_owned();
        for text in [
            code.clone(),
            unused,
            first.refresh.clone(),
            second.refresh.clone(),
            ERP.1.to_owned(),
            SHOP.1.to_owned(),
            signature(&first.access),
            signature(&first.identity),
            signature(&second.access),
        ] {
            assert!(!contains(&dump, text.as_bytes()), "{text}");
            if let Ok(bytes) = URL_SAFE_NO_PAD.decode(&text) {
                assert!(!contains(&dump, &bytes), "the bytes of {text}");
            }
        }
        // The secret part of the refresh tokens, after session and generation.
        for token in [&first.refresh, &second.refresh] {
            let bytes = URL_SAFE_NO_PAD.decode(token).unwrap();
            assert!(!contains(&dump, &bytes[20..52]));
        }
        assert!(!contains(&dump, &private));
        assert!(!contains(&dump, &private[private.len() / 2..]));
    }
}
