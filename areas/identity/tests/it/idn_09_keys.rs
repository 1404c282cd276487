//! IDN-09: signing keys rotate with overlap and without downtime.

use std::sync::Arc;

use edge::{Revocations, TokenError};
use identity::keys::signing_key::{KeyState, PUBLISHED_S_MIN, RETIRED_KEPT_S};
use identity::keys_command::{self, KeysError, Rotation};
use identity::{IdentitySettings, IdentityState};
use kernel::{Clock, SystemRandomness};
use testkit::{Bench, on_both_engines};

use crate::house::{AUDIENCE, ERP, House, ISSUER, SHOP, master_key, parts, poll, tokens};

async fn published(house: &House) -> Vec<String> {
    let body = house.client.get("/jwks").send().await.json();
    body["keys"].as_array().unwrap().iter().map(|key| key["kid"].as_str().unwrap().to_owned()).collect()
}

async fn rotate(house: &House, rotation: Rotation) -> Result<(), KeysError> {
    keys_command::rotate(&house.store, &house.mint(), rotation, "operator").await
}

on_both_engines! {
    async fn idn_09_a_rotation_breaks_no_token(bench: Bench) {
        let house = House::build(&bench).await;
        let other = House::process(&bench, bench.open_again(Bench::limits()).await).await;
        let (verifier, mut feed) = house.verifier().await;
        let before = [house.log_in(ERP).await, house.log_in(SHOP).await];
        let announced = published(&other).await;
        bench.clock.advance_seconds(PUBLISHED_S_MIN);

        rotate(&house, Rotation::Planned).await.unwrap();

        // A process that has not looked yet goes on with the old key; its tokens are as good.
        let late = other.log_in(ERP).await;
        house.refresh_keys().await;
        other.refresh_keys().await;
        for house in [&house, &other] {
            let issued = house.log_in(ERP).await;
            for (old, new) in [(&before[0].access, &issued.access), (&before[0].identity, &issued.identity)] {
                let kid = parts(new).0["kid"].as_str().unwrap().to_owned();
                assert_ne!(parts(old).0["kid"], kid.as_str());
                assert!(announced.contains(&kid), "the new key was published before it signed");
            }
            // Verifiers that have not read the keys again know the new ones already.
            verifier.apply_revocations(&Revocations::none(bench.clock.now()));
            verifier.verify_pair(&issued.access, &issued.identity).unwrap();
        }
        poll(&verifier, &mut feed).await;
        for token in before.iter().chain([&late]) {
            verifier.verify_pair(&token.access, &token.identity).unwrap();
            assert_eq!(house.userinfo(&token.access).await.status, 200);
        }
        assert_eq!(published(&house).await.len(), 6);
        assert_eq!(published(&other).await, published(&house).await);
        other.store.close().await;
    }

    async fn idn_09_a_key_signs_only_after_everybody_can_know_it(bench: Bench) {
        let house = House::build(&bench).await;
        assert!(matches!(rotate(&house, Rotation::Planned).await, Err(KeysError::TooEarly { .. })));
        bench.clock.advance_seconds(PUBLISHED_S_MIN);
        rotate(&house, Rotation::Planned).await.unwrap();
        assert!(matches!(rotate(&house, Rotation::Planned).await, Err(KeysError::TooEarly { .. })));
        // A refused rotation changed nothing.
        let keys = keys_command::list(&house.store).await.unwrap();
        let states: Vec<KeyState> = keys.iter().map(|key| key.state).collect();
        let count = |state| states.iter().filter(|other| **other == state).count();
        assert_eq!([KeyState::Retired, KeyState::Active, KeyState::Next].map(count), [2, 2, 2]);
    }

    async fn idn_09_a_retired_key_goes_when_its_last_token_has_expired(bench: Bench) {
        let house = House::build(&bench).await;
        bench.clock.advance_seconds(PUBLISHED_S_MIN);
        let last = house.log_in(ERP).await;
        rotate(&house, Rotation::Planned).await.unwrap();
        bench.clock.advance_seconds(RETIRED_KEPT_S - 1);
        house.refresh_keys().await;
        house.state.tidy_up().await.unwrap();
        assert_eq!(published(&house).await.len(), 6);
        let (verifier, mut feed) = house.verifier().await;
        assert!(matches!(verifier.verify_access(&last.access), Err(TokenError::Expired)));
        assert!(matches!(verifier.verify_identity(&last.identity), Err(TokenError::Expired)));
        bench.clock.advance_seconds(1);
        house.refresh_keys().await;
        assert_eq!(published(&house).await.len(), 4);
        poll(&verifier, &mut feed).await;
        assert!(matches!(verifier.verify_access(&last.access), Err(TokenError::UnknownKey)));
        assert!(matches!(verifier.verify_identity(&last.identity), Err(TokenError::UnknownKey)));
        house.state.tidy_up().await.unwrap();
        assert_eq!(keys_command::list(&house.store).await.unwrap().len(), 4);
    }

    async fn idn_09_a_compromised_key_is_replaced_at_once(bench: Bench) {
        let (house, verifier, mut feed, own) = House::logged_in(&bench).await;
        verifier.verify_pair(&own.access, &own.identity).unwrap();
        rotate(&house, Rotation::Compromised).await.unwrap();
        house.refresh_keys().await;
        poll(&verifier, &mut feed).await;
        assert!(verifier.verify_pair(&own.access, &own.identity).is_err());
        // The login goes on.
        let next = tokens(&house.refresh(ERP, &own.refresh).await);
        verifier.verify_pair(&next.access, &next.identity).unwrap();
        let entries = audit::list(&house.store, &audit::Filter::default(), 1_000).await.unwrap();
        assert_eq!(entries.iter().filter(|entry| entry.action == "signing_key.replaced").count(), 4);
    }

    async fn idn_09_two_processes_may_start_at_once(bench: Bench) {
        bench.migrate(crate::TREES).await;
        let start = || {
            let mut settings = IdentitySettings::new(ISSUER, AUDIENCE, master_key());
            settings.passwords.memory_kib = 64;
            IdentityState::open(bench.store.clone(), bench.clock.clone(), Arc::new(SystemRandomness), settings)
        };
        let (one, two) = tokio::join!(start(), start());
        let kids = |state: IdentityState| {
            let mut kids: Vec<String> = state.keys.current().public.iter().map(|key| key.kid.clone()).collect();
            kids.sort();
            kids
        };
        let one = kids(one.unwrap());
        assert_eq!(one.len(), 4);
        assert_eq!(kids(two.unwrap()), one);
        // Another master key cannot open them, and says so instead of making new ones.
        let settings = IdentitySettings::new(ISSUER, AUDIENCE, identity::sealing::MasterKey::from_bytes(&[8; 32]));
        let other =
            IdentityState::open(bench.store.clone(), bench.clock.clone(), Arc::new(SystemRandomness), settings).await;
        assert!(other.is_err());
    }
}
