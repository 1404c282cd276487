//! LIF-09: one master key takes the place of another beside running processes, and nothing stays behind.

use identity::keys_command::{Resealed, reseal};
use identity::person::credential::StoredCredential;
use identity::sealing::{KEY_BYTES, MasterKey, Purpose};
use identity::store::{credentials, sealed};
use kernel::{Clock as _, SystemRandomness, UserId};
use store::{StoreError, Tx, params};
use testkit::{Bench, on_both_engines};

use crate::house::{ERP, House, USER, master_key, tokens};
use crate::town::{Town, authorize};

/// Keys that signed long ago: more than two units of work take.
const OLD_KEYS: usize = 450;
/// The keys of a new house.
const OWN_KEYS: usize = 4;

store::queries! {
    OLD_KEY = "insert into signing_keys (kid, algorithm, state, sealed_private_key, public_key, created_at_us,
            retired_at_us) values ($1, 'ES256', 'RETIRED', $2, $2, 0, 0)";
    SPOIL = "update user_credentials set totp_secret_sealed = $1";
    TRAIL = "select object_id from audit_entries where action = 'master_key.resealed'";
}

fn new_key() -> MasterKey {
    MasterKey::from_bytes(&[9; KEY_BYTES])
}

/// Old keys and a second factor, sealed with the old master key.
async fn seal_much(bench: &Bench) {
    let now = bench.clock.now();
    let work = move |tx: &mut Tx| -> Result<(), StoreError> {
        for number in 0..OLD_KEYS {
            let kid = format!("old-{number:04}");
            let sealed =
                master_key().seal(Purpose::SigningKeys, &kid, b"private", &SystemRandomness).unwrap();
            tx.execute_one(&OLD_KEY, params![kid, sealed])?;
        }
        let user: UserId = USER.parse().unwrap();
        let secret = master_key().seal(Purpose::SecondFactors, USER, &[1; 20], &SystemRandomness).unwrap();
        let credential = StoredCredential {
            password_hash: "none".to_owned(),
            totp_secret_sealed: Some(secret),
            one_time_until: None,
        };
        credentials::create(tx, &user, &credential, now).map(drop)
    };
    bench.store.write("seal much", work).await.unwrap();
}

async fn run(house: &House, key: MasterKey) -> Resealed {
    let mint = identity::keys_command::Mint { master_key: key, ..house.mint() };
    reseal(&house.store, &mint, identity::AREA.sealed, "petrova").await.unwrap()
}

on_both_engines! {
    async fn lif_09_everything_is_sealed_anew_beside_running_processes(bench: Bench) {
        let older = House::build(&bench).await;
        seal_much(&bench).await;
        let login = older.log_in(ERP).await;
        let all = OLD_KEYS + OWN_KEYS + 1;

        // First every process learns to open with the new key, then each in its turn seals with it.
        let learned = House::with_master_key(&bench, master_key().reading(Some(new_key()))).await.unwrap();
        let turned = House::with_master_key(&bench, new_key().reading(Some(master_key()))).await.unwrap();
        let second = tokens(&turned.refresh(ERP, &login.refresh).await);
        let lost = tokens(&learned.refresh(ERP, &login.refresh).await);
        assert_eq!(lost.refresh, second.refresh, "an answer that was lost is sent again by any process");
        let third = tokens(&learned.refresh(ERP, &second.refresh).await);

        // A run that was cut off: a unit of it was kept.
        let (key, store) = (new_key().reading(Some(master_key())), older.store.clone());
        let unit = move |tx: &mut Tx| -> Result<(), StoreError> {
            for secret in sealed::behind(tx, &identity::AREA.sealed[0], "old-", 100)? {
                let anew = key.resealed(Purpose::SigningKeys, &secret.owner, &secret.bytes, &SystemRandomness);
                assert!(sealed::replace(tx, &identity::AREA.sealed[0], &secret, &anew.unwrap().unwrap())?);
                assert!(!sealed::replace(tx, &identity::AREA.sealed[0], &secret, b"again")?,
                    "it is another one by now");
            }
            Ok(())
        };
        store.write("a first unit", unit).await.unwrap();
        let outcome = run(&turned, new_key().reading(Some(master_key()))).await;
        assert_eq!(outcome, Resealed { sealed: all - 100, present: all, left: 0, unreadable: Vec::new() });
        let trail = older.store.query(&TRAIL, Vec::new()).await.unwrap();
        assert_eq!(trail.len(), 4, "one entry for each unit that changed something");
        let again = run(&turned, new_key()).await;
        assert_eq!(again, Resealed { sealed: 0, present: all, left: 0, unreadable: Vec::new() });

        // Processes go on, also those that opened their keys before. The old key opens nothing.
        for process in [&older, &learned, &turned] {
            process.refresh_keys().await;
        }
        tokens(&turned.refresh(ERP, &third.refresh).await);
        assert!(House::with_master_key(&bench, new_key()).await.is_some());
        assert!(House::with_master_key(&bench, master_key()).await.is_none());
        let blind = run(&older, master_key()).await;
        assert_eq!((blind.sealed, blind.present, blind.unreadable.len()), (0, 0, all));
    }

    async fn lif_09_a_login_goes_on_at_a_process_with_the_other_key_in_front(bench: Bench) {
        let older = Town::build(&bench).await;
        let learned = older.with_master_key(&bench, master_key().reading(Some(new_key()))).await;
        let turned = older.with_master_key(&bench, new_key().reading(Some(master_key()))).await;
        let fields = [("username", "petrov"), ("password", "demo-petrov")];
        for (from, to) in [(&older, &turned), (&learned, &turned), (&turned, &learned)] {
            let mut browser = from.browser();
            let page = browser.get(&authorize(&[])).await;
            let page = browser.at(&to.router).submit(&page, "/login", &fields).await;
            assert!(page.parameter("code").is_some(), "{}", page.location());
        }
        // A process without the key refuses the form.
        let mut browser = turned.browser();
        let page = browser.get(&authorize(&[])).await;
        let refused = browser.at(&older.router).submit(&page, "/login", &fields).await;
        assert_eq!(refused.status, http::StatusCode::BAD_REQUEST);
    }

    async fn lif_09_what_nobody_opens_and_what_is_sealed_late_is_told(bench: Bench) {
        let house = House::build(&bench).await;
        seal_much(&bench).await;
        let spoil = |bytes: Vec<u8>| move |tx: &mut Tx| tx.execute_one(&SPOIL, params![bytes.clone()]);
        house.store.write("spoil", spoil(vec![1; 60])).await.unwrap();
        let outcome = run(&house, new_key().reading(Some(master_key()))).await;
        assert_eq!(outcome.unreadable, [format!("user_credentials {USER}")]);
        assert_eq!((outcome.sealed, outcome.left), (OLD_KEYS + OWN_KEYS, 0));
        // A process that seals with the old key still: the next run takes it.
        let late = master_key().seal(Purpose::SecondFactors, USER, &[1; 20], &SystemRandomness).unwrap();
        house.store.write("seal late", spoil(late)).await.unwrap();
        let outcome = run(&house, new_key().reading(Some(master_key()))).await;
        assert_eq!((outcome.sealed, outcome.unreadable.len()), (1, 0));
    }
}
