//! Signatures that count, and those that do not.

use clients::signatures::{MissingList, NotAdded, SchemeState, counting, may_add, scheme_state};
use clients::{SignatureScheme, SignatureType, UserStatus};
use cms::{Certificate, Signer};
use kernel::{Clock as _, UserId};
use testkit::Bench;

use crate::files::{later, opened, user};
use crate::registry::{
    DIGEST, Registry, YEAR_S, authority_row, refused, signed, verify, verify_with, write_people,
};

testkit::on_both_engines! {
    async fn pay_11_a_signature_of_a_registered_certificate_counts(bench: Bench) {
        let (files, _directory) = opened(&bench, "counts").await;
        let registry = Registry::new(&bench);
        let (ivanova, petrov) = (registry.person(&bench, "Ivanova"), registry.person(&bench, "Petrov"));
        registry.write_authority(&files);
        write_people(&files, &[
            ("ivanova", "C00001", "FIRST", &ivanova, ""),
            ("petrov", "C00001", "SECOND", &petrov, ""),
        ]);
        files.import(&bench).await.unwrap();
        let given = verify(&bench, "C00001", &signed(&[&ivanova])).await.unwrap();
        assert_eq!((given[0].user_id.clone(), given[0].signature_type), (user("U00001"), SignatureType::First));
        let whole = signed(&[&ivanova]);
        let lines = whole.as_bytes().chunks(64).map(|line| String::from_utf8_lossy(line) + "\r\n");
        let broken_lines = lines.collect::<String>();
        assert_eq!(verify(&bench, "C00001", &broken_lines).await.unwrap(), given);
        let mut both = verify(&bench, "C00001", &signed(&[&ivanova, &petrov])).await.unwrap();
        both.sort_by_key(|one| one.signature_type);
        assert_eq!(both[0], given[0]);
        assert_eq!((both[1].user_id.clone(), both[1].signature_type), (user("U00002"), SignatureType::Second));
        // The same person and certificate mean nothing to another company.
        assert_eq!(refused(&bench, "C00002", &signed(&[&ivanova])).await.0, "CERTIFICATE_NOT_REGISTERED");
    }

    async fn pay_11_every_reason_has_its_own_words_and_names_the_signature(bench: Bench) {
        let (files, _directory) = opened(&bench, "reasons").await;
        let registry = Registry::new(&bench);
        let now = bench.clock.now();
        let ivanova = registry.person(&bench, "Ivanova");
        let expired = registry.person_valid(&bench, "Expired", now.plus_seconds(-YEAR_S), now.plus_seconds(-1));
        let early = registry.person_valid(&bench, "Early", now.plus_seconds(60), now.plus_seconds(YEAR_S));
        let listed = registry.person(&bench, "Listed");
        let withdrawn = registry.person(&bench, "Withdrawn");
        let unregistered = registry.person(&bench, "Unregistered");
        let foreign = Registry::new(&bench).person(&bench, "Foreign");
        registry.write_authority(&files);
        let list = registry.list(&[listed.certificate()], now, now.plus_seconds(YEAR_S));
        files.write("revocation_lists.csv", &format!("list\n\"{list}\"\n"));
        write_people(&files, &[
            ("ivanova", "C00001", "FIRST", &ivanova, ""),
            ("ivanova", "C00001", "FIRST", &expired, ""),
            ("ivanova", "C00001", "FIRST", &early, ""),
            ("ivanova", "C00001", "FIRST", &listed, ""),
            ("ivanova", "C00001", "FIRST", &withdrawn, "WITHDRAWN"),
        ]);
        files.import(&bench).await.unwrap();
        let other_digest = sign_over(&[8; 32], &ivanova);
        for (signature, code, words) in [
            ("%%%".to_owned(), "NOT_BASE64", "this is not Base64: send the DER in Base64, without the lines of PEM"),
            ("MAA=".to_owned(), "MALFORMED", "the structure is wrong: SignedData (RFC 5652)"),
            ("A".repeat(200_000), "TOO_LONG", "too long"),
            (other_digest, "MESSAGE_DIGEST_DIFFERS", "something else was signed: message-digest differs"),
            (signed(&[&foreign]), "ISSUER_UNKNOWN", "the certificate was not issued by an authority of the bank"),
            (signed(&[&expired]), "CERTIFICATE_EXPIRED", "the certificate has expired"),
            (signed(&[&early]), "CERTIFICATE_NOT_YET_VALID", "the certificate is not valid yet"),
            (signed(&[&listed]), "CERTIFICATE_REVOKED", "the certificate is revoked"),
            (signed(&[&withdrawn]), "CERTIFICATE_WITHDRAWN", "the registration of the certificate was withdrawn"),
            (signed(&[&unregistered]), "CERTIFICATE_NOT_REGISTERED", "the certificate is not registered for the \
                company"),
        ] {
            let expected = (code.to_owned(), format!("Signature 2: {words}"));
            assert_eq!(refused(&bench, "C00001", &signature).await, expected);
        }
        let (_, words) = refused(&bench, "C00001", &signed(&[&unregistered, &unregistered])).await;
        assert_eq!(words, "Signature 2, signer 1: the certificate is not registered for the company");
        assert!(verify(&bench, "C00001", &signed(&[&ivanova])).await.is_ok());
        bench.clock.advance_seconds(60);
        assert!(verify(&bench, "C00001", &signed(&[&early])).await.is_ok(), "its time has come");
    }

    async fn pay_11_what_is_known_of_the_owner_counts_now(bench: Bench) {
        let (files, _directory) = opened(&bench, "owner").await;
        let registry = Registry::new(&bench);
        let petrov = registry.person(&bench, "Petrov");
        registry.write_authority(&files);
        write_people(&files, &[("petrov", "C00001", "SECOND", &petrov, "")]);
        files.import(&bench).await.unwrap();
        let signature = signed(&[&petrov]);
        let now = later(&bench);
        let set = move |status| move |tx: &mut store::Tx| clients::set_user_status(tx, &user("U00002"), status, now);
        bench.store.write("lock", set(UserStatus::Locked)).await.unwrap();
        assert_eq!(refused(&bench, "C00001", &signature).await.0, "USER_NOT_ACTIVE");
        bench.store.write("unlock", set(UserStatus::Active)).await.unwrap();
        assert!(verify(&bench, "C00001", &signature).await.is_ok());
        let expected = ("RIGHT_ABSENT".to_owned(), "Signature 2: the user has no right to sign SECOND for the \
            company".to_owned());
        // Whoever may not act for the company signs nothing for it.
        let steps = [("petrov,C00001,ACT ", "petrov,C00001,"), ("EDIT_PAYROLL SIGN_SECOND", "ACT EDIT_PAYROLL")];
        for (lost, kept) in steps {
            files.edit("user_rights.csv", lost, kept);
            files.import(&bench).await.unwrap();
            assert_eq!(refused(&bench, "C00001", &signature).await, expected, "{kept}");
        }
    }

    async fn pay_11_an_authority_with_a_new_key_still_revokes_what_the_old_one_signed(bench: Bench) {
        let (files, _directory) = opened(&bench, "new_key").await;
        // The same name and two keys: the bank knows both.
        let (old, new) = (Registry::new(&bench), Registry::new(&bench));
        let now = bench.clock.now();
        let (ivanova, petrov) = (old.person(&bench, "Ivanova"), old.person(&bench, "Petrov"));
        let second = authority_row(new.authority.certificate(), "ROOT");
        let rows = authority_row(old.authority.certificate(), "ROOT") + second.split_once('\n').unwrap().1;
        files.write("certificate_authorities.csv", &rows);
        let write_list = |by: &Registry, revoked: &[&Certificate], end: kernel::Instant| {
            let list = by.list(revoked, now, end);
            files.write("revocation_lists.csv", &format!("list\n\"{list}\"\n"));
        };
        write_list(&old, &[], now.plus_seconds(60));
        write_people(&files, &[
            ("ivanova", "C00001", "FIRST", &ivanova, ""),
            ("petrov", "C00001", "SECOND", &petrov, ""),
        ]);
        files.import(&bench).await.unwrap();
        assert!(verify(&bench, "C00001", &signed(&[&ivanova])).await.is_ok(), "nobody revoked it");
        write_list(&new, &[ivanova.certificate()], now.plus_seconds(600));
        files.import(&bench).await.unwrap();
        assert_eq!(refused(&bench, "C00001", &signed(&[&ivanova])).await.0, "CERTIFICATE_REVOKED");
        // The old key makes no lists any more.
        bench.clock.advance_seconds(61);
        assert!(verify_with(&bench, "C00001", &signed(&[&petrov]), MissingList::Refused).await.is_ok());
        bench.clock.advance_seconds(600);
        assert_eq!(refused(&bench, "C00001", &signed(&[&petrov])).await.0, "REVOCATION_LIST_EXPIRED");
    }

    async fn pay_11_a_missing_list_is_refused_when_the_bank_says_so(bench: Bench) {
        let (files, _directory) = opened(&bench, "missing").await;
        let registry = Registry::new(&bench);
        let now = bench.clock.now();
        let ivanova = registry.person(&bench, "Ivanova");
        registry.write_authority(&files);
        write_people(&files, &[("ivanova", "C00001", "FIRST", &ivanova, "")]);
        files.import(&bench).await.unwrap();
        let signature = signed(&[&ivanova]);
        assert!(verify(&bench, "C00001", &signature).await.is_ok(), "by default");
        let strict = async || verify_with(&bench, "C00001", &signature, MissingList::Refused).await;
        assert_eq!(strict().await.unwrap_err().code(), "REVOCATION_LIST_MISSING");
        let list = registry.list(&[], now, now.plus_seconds(600));
        files.write("revocation_lists.csv", &format!("list\n\"{list}\"\n"));
        files.import(&bench).await.unwrap();
        assert!(strict().await.is_ok());
        bench.clock.advance_seconds(601);
        assert_eq!(strict().await.unwrap_err().code(), "REVOCATION_LIST_EXPIRED");
    }

    async fn pay_11_authorities_are_revoked_and_lists_go_out_of_date(bench: Bench) {
        let (files, _directory) = opened(&bench, "lists").await;
        let registry = Registry::new(&bench);
        let now = bench.clock.now();
        let ivanova = registry.person(&bench, "Ivanova");
        registry.write_authority(&files);
        let list = registry.list(&[], now, now.plus_seconds(600));
        files.write("revocation_lists.csv", &format!("list\n\"{list}\"\n"));
        write_people(&files, &[("ivanova", "C00001", "FIRST", &ivanova, "")]);
        files.import(&bench).await.unwrap();
        let signature = signed(&[&ivanova]);
        bench.clock.advance_seconds(600);
        assert!(verify(&bench, "C00001", &signature).await.is_ok());
        bench.clock.advance_seconds(1);
        assert_eq!(refused(&bench, "C00001", &signature).await.0, "REVOCATION_LIST_EXPIRED");
        // The next list revokes; the one after it does not any more.
        let at = bench.clock.now();
        for (revoked, code) in [(vec![ivanova.certificate()], Some("CERTIFICATE_REVOKED")), (vec![], None)] {
            bench.clock.advance_seconds(1);
            let list = registry.list(&revoked, bench.clock.now(), at.plus_seconds(YEAR_S));
            files.write("revocation_lists.csv", &format!("list\n\"{list}\"\n"));
            files.import(&bench).await.unwrap();
            let verified = verify(&bench, "C00001", &signature).await;
            assert_eq!(verified.err().map(|error| error.code()), code);
        }
        // The bank revokes by itself as well, by a table.
        let authority = clients::signatures::CertificateId::from(registry.authority.certificate());
        let serial = digits(ivanova.certificate().serial());
        files.write("revoked_certificates.csv", &format!("authority_id,serial,revoked_at\n{authority},{serial},2026-11-20T11:00:00+03:00\n"));
        files.import(&bench).await.unwrap();
        assert_eq!(refused(&bench, "C00001", &signature).await.0, "CERTIFICATE_REVOKED");
    }

    async fn pay_11_whoever_is_below_a_revoked_authority_signs_nothing(bench: Bench) {
        let (files, _directory) = opened(&bench, "authority_revoked").await;
        // The vectors are of the day after the start of every test.
        bench.clock.advance_seconds(2 * 86_400);
        let file = |name: &str| {
            let vectors = concat!(env!("CARGO_MANIFEST_DIR"), "/../cms/tests/vectors");
            std::fs::read_to_string(format!("{vectors}/{name}")).unwrap()
        };
        let person = Signer::from_pem(&file("p384.key"), &file("p384.pem")).unwrap();
        let authority = |name: &str, kind: &str| {
            authority_row(&Certificate::from_pem(&file(name)).unwrap(), kind)
        };
        let (root, below) = (authority("root.pem", "ROOT"), authority("intermediate.pem", "INTERMEDIATE"));
        let (_, below) = below.split_once('\n').unwrap();
        files.write("certificate_authorities.csv", &format!("{root}{below}"));
        write_people(&files, &[("ivanova", "C00001", "FIRST", &person, "")]);
        files.import(&bench).await.unwrap();
        assert!(verify(&bench, "C00001", &signed(&[&person])).await.is_ok());
        files.write("revocation_lists.csv", &format!("list\n\"{}\"\n", file("list.pem")));
        files.import(&bench).await.unwrap();
        let refused = refused(&bench, "C00001", &signed(&[&person])).await;
        assert_eq!(refused.0, "AUTHORITY_REVOKED", "{}", refused.1);
    }

    async fn pay_11_an_authority_that_the_bank_withdraws_vouches_for_nothing(bench: Bench) {
        let (files, _directory) = opened(&bench, "withdrawn_authority").await;
        let registry = Registry::new(&bench);
        let ivanova = registry.person(&bench, "Ivanova");
        registry.write_authority(&files);
        write_people(&files, &[("ivanova", "C00001", "FIRST", &ivanova, "")]);
        files.import(&bench).await.unwrap();
        let row = authority_row(registry.authority.certificate(), "ROOT");
        let row = row.replace(",kind", ",kind,status").replace(",ROOT", ",ROOT,WITHDRAWN");
        files.write("certificate_authorities.csv", &row);
        files.import(&bench).await.unwrap();
        assert_eq!(refused(&bench, "C00001", &signed(&[&ivanova])).await.0, "ISSUER_UNKNOWN");
    }
}

fn digits(octets: &[u8]) -> String {
    use std::fmt::Write as _;
    octets.iter().fold(String::new(), |mut text, octet| {
        write!(text, "{octet:02X}").unwrap();
        text
    })
}

fn sign_over(digest: &[u8; 32], signer: &Signer) -> String {
    use base64::Engine as _;
    assert_ne!(digest, &DIGEST);
    base64::engine::general_purpose::STANDARD.encode(cms::sign(digest, &[signer]).unwrap())
}

#[test]
fn pay_12_the_scheme_counts_people() {
    let scheme = "FIRST=2,SECOND=1".parse().unwrap();
    let people: Vec<UserId> = ["A", "B", "C"].map(user).to_vec();
    let [a, b, c] = [&people[0], &people[1], &people[2]];
    let (first, second) = (SignatureType::First, SignatureType::Second);
    let state = |given: &[(&UserId, SignatureType)]| scheme_state(scheme, given.iter().copied());
    assert_eq!(state(&[]), SchemeState::Missing { first: 2, second: 1 });
    assert_eq!(state(&[(a, first), (a, first), (c, second)]), SchemeState::Missing { first: 1, second: 0 });
    assert_eq!(state(&[(a, first), (b, first)]), SchemeState::Missing { first: 0, second: 1 });
    assert_eq!(state(&[(a, first), (b, first), (c, first)]), SchemeState::Missing { first: 0, second: 1 });
    assert_eq!(state(&[(a, first), (b, first), (c, second)]), SchemeState::Complete);
    assert_eq!(state(&[(a, first), (b, first), (a, second)]), SchemeState::Missing { first: 0, second: 1 });
    let one = "FIRST=1".parse().unwrap();
    assert_eq!(scheme_state(one, [(a, second)]), SchemeState::Missing { first: 1, second: 0 });
    assert_eq!(scheme_state(one, [(a, first), (b, second)]), SchemeState::Complete);
}

#[test]
fn pay_12_one_person_signs_once_unless_the_scheme_says_so() {
    let scheme: SignatureScheme = "FIRST=1,SECOND=1".parse().unwrap();
    let (a, b) = (&user("A"), &user("B"));
    let (first, second) = (SignatureType::First, SignatureType::Second);
    assert_eq!(may_add(scheme, [], a, first), Ok(()));
    assert_eq!(may_add(scheme, [(a, first)], a, second), Err(NotAdded::AlreadySigned));
    assert_eq!(may_add(scheme, [(a, first)], b, second), Ok(()));
    assert_eq!(may_add(scheme, [(a, first)], b, first), Err(NotAdded::NotNeeded));
    assert_eq!(scheme_state(scheme, [(a, first), (a, second)]), SchemeState::Missing { first: 0, second: 1 });
    let free = scheme.by_same_person();
    assert_eq!(may_add(free, [(a, first)], a, second), Ok(()));
    assert_eq!(may_add(free, [(a, first)], a, first), Err(NotAdded::AlreadySigned));
    assert_eq!(scheme_state(free, [(a, first), (a, second)]), SchemeState::Complete);
    // A person with both rights fills the type that the others leave open, in any order of signatures.
    for given in [[(a, first), (a, second), (b, first)], [(b, first), (a, second), (a, first)]] {
        assert_eq!(scheme_state(scheme, given), SchemeState::Complete);
        assert_eq!(counting(scheme, given), [(a, second), (b, first)].into_iter().collect());
    }
}

/// Every set of signatures of three people, against the best of all ways to take one signature of each person.
#[test]
fn pay_12_of_all_ways_to_take_one_signature_of_each_person_the_best_counts() {
    let people = ["A", "B", "C"].map(user);
    let (first, second) = (SignatureType::First, SignatureType::Second);
    let every = people.iter().flat_map(|person| [(person, first), (person, second)]).collect::<Vec<_>>();
    for (firsts, seconds) in (0..=3_u8).flat_map(|firsts| (0..=3_u8).map(move |seconds| (firsts, seconds))) {
        let Ok(scheme) = SignatureScheme::new(firsts, seconds) else { continue };
        for chosen in 0..1_usize << every.len() {
            let given: Vec<_> = every
                .iter()
                .enumerate()
                .filter(|(at, _)| chosen >> at & 1 == 1)
                .map(|(_, one)| *one)
                .collect();
            // A choice: of each person the first signature or the second.
            let missing_of = |choice: usize| {
                let taken = |kind: SignatureType| {
                    let there = given.iter().filter(|(person, of)| {
                        let index = people.iter().position(|one| one == *person).unwrap();
                        let wants = if choice >> index & 1 == 0 { first } else { second };
                        *of == kind && (wants == kind || !given.contains(&(person, wants)))
                    });
                    there.count()
                };
                usize::from(firsts).saturating_sub(taken(first))
                    + usize::from(seconds).saturating_sub(taken(second))
            };
            let best = (0..8).map(missing_of).min().unwrap();
            let state = scheme_state(scheme, given.iter().copied());
            let missing = usize::from(state.missing(first)) + usize::from(state.missing(second));
            assert_eq!(missing, best, "{scheme} {given:?}");
            let counts = counting(scheme, given.iter().copied());
            assert!(people.iter().all(|person| counts.iter().filter(|(who, _)| *who == person).count() <= 1));
        }
    }
}

#[test]
fn identifiers_of_certificates_are_read_as_openssl_prints_them() {
    use clients::signatures::CertificateId;
    let plain = "0a".repeat(32);
    let printed = vec!["0A"; 32].join(":");
    assert_eq!(printed.parse::<CertificateId>().unwrap(), plain.parse().unwrap());
    for wrong in ["", "0a", &"0g".repeat(32), &"0a".repeat(33), &printed.replace(':', "-")] {
        assert!(wrong.parse::<CertificateId>().is_err(), "{wrong}");
    }
    let _: fn(&Certificate) -> CertificateId = |certificate| certificate.into();
}
