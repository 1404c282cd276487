//! LIF-09: what an invited person has chosen is sealed anew with the rest.

use company::invitation::{INVITATION_S, Invitation, Invitee, Setup};
use company::store::invitations;
use identity::keys_command::{Mint, reseal};
use identity::sealing::{KEY_BYTES, MasterKey, Purpose};
use kernel::{Clock as _, SystemRandomness};
use store::{StoreError, Tx};
use testkit::{Bench, on_both_engines};

use crate::house::{COMPANY, House, USER, master_key};

/// The keys of a new house.
const OWN_KEYS: usize = 4;

fn new_key() -> MasterKey {
    MasterKey::from_bytes(&[9; KEY_BYTES])
}

on_both_engines! {
    async fn lif_09_the_second_factor_of_an_invited_person_is_sealed_anew(bench: Bench) {
        let house = House::build(&bench).await;
        let now = bench.clock.now();
        let invitation = Invitation {
            id: house.state.randomness.uuid(now),
            company: COMPANY.parse().unwrap(),
            invitee: Invitee::read("Anna", "anna@romashka.example", &[]).unwrap(),
            invited_by: USER.parse().unwrap(),
            created_at: now,
            expires_at: now.plus_seconds(INVITATION_S),
            is_ended: false,
        };
        let (id, owner) = (invitation.id, invitation.id.to_string());
        let sealed = master_key().seal(Purpose::SecondFactors, &owner, &[1; 20], &SystemRandomness).unwrap();
        let setup = Setup { key_hash: "key".to_owned(), password_hash: "none".to_owned(), secret_sealed: sealed };
        let work = move |tx: &mut Tx| {
            assert!(invitations::insert(tx, &invitation, "token")? && invitations::choose(tx, id, &setup)?);
            Ok::<_, StoreError>(())
        };
        house.store.write("invite", work).await.unwrap();
        let mint = Mint { master_key: new_key().reading(Some(master_key())), ..house.mint() };
        let places = [identity::AREA.sealed, company::AREA.sealed].concat();
        let outcome = reseal(&house.store, &mint, &places, "petrova").await.unwrap();
        assert_eq!((outcome.sealed, outcome.left, outcome.unreadable.len()), (OWN_KEYS + 1, 0, 0));
        let read = move |tx: &mut Tx| invitations::find_setup(tx, id);
        let setup = house.store.read("setup", read).await.unwrap().unwrap();
        assert_eq!(new_key().open(Purpose::SecondFactors, &owner, &setup.secret_sealed), Ok(vec![1; 20]));
    }
}
