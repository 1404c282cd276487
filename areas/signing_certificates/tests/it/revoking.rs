//! Revocation by the owner.

use store::{StoreError, Tx, params};
use testkit::{Bench, RIGHT_ANSWER, on_both_engines};

use crate::bank::{Bank, IVANOVA, PASSKEY, Person, ROOM, ivanova, ivanova_of_vasilek, petrov};
use crate::requesting::request_of;

store::queries! {
    /// A thousand companies like C00001.
    PLANT_COMPANIES = "insert into companies (cnum, name_ru, name_en, inn, signature_scheme, status)
        with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < 1000)
        select 'K' || (10000 + n.number), c.name_ru, c.name_en, c.inn, c.signature_scheme, c.status
        from numbers n, companies c where c.cnum = 'C00001'";

    /// The keys of C00001, there too.
    PLANT_KEYS = "insert into certificate_keys (cnum, key_fingerprint, user_id, signature_type)
        select c.cnum, k.key_fingerprint, k.user_id, k.signature_type from certificate_keys k, companies c
        where k.cnum = 'C00001' and c.cnum like 'K%'";

    /// Its certificates as well.
    PLANT_CERTIFICATES = "insert into signing_certificates (cnum, certificate_id, key_fingerprint, user_id,
            signature_type, status, serial, certificate, registered_at_us)
        select c.cnum, s.certificate_id, s.key_fingerprint, s.user_id, s.signature_type, s.status, s.serial,
            s.certificate, s.registered_at_us
        from signing_certificates s, companies c where s.cnum = 'C00001' and c.cnum like 'K%'";

    BY_STATUS = "select status, count(*) as certificates from signing_certificates group by status";
}

on_both_engines! {
    async fn onl_05_a_revoked_certificate_signs_nothing(bench: Bench) {
        let bank = Bank::open(bench).await;
        let (person, spare) = (bank.person(IVANOVA), bank.person(IVANOVA));
        for cnum in ["C00001", "C00002"] {
            bank.bank_registers("ivanova", cnum, "FIRST", &person.certificate).await.unwrap();
        }
        bank.bank_registers("ivanova", "C00001", "FIRST", &spare.certificate).await.unwrap();
        let form = bank.get(&ivanova(), &format!("{ROOM}/{}/revoke", person.id())).await;
        assert!(form.status == 200 && form.text().contains(IVANOVA), "{}", form.text());
        assert!(form.text().contains(PASSKEY), "{}", form.text());
        for answer in ["000000", "", "used"] {
            assert_eq!(bank.revoke(&ivanova(), &person.id(), answer).await.status, 422, "{answer}");
        }
        assert_eq!(bank.revoke(&ivanova(), &person.id(), "wait").await.status, 429);
        assert_eq!(bank.revoke(&petrov(), &person.id(), "used").await.status, 404, "before a code is spent");
        assert_eq!(bank.revoke(&ivanova(), &"0".repeat(64), RIGHT_ANSWER).await.status, 404);
        assert_eq!(bank.revoke(&ivanova(), "no-identifier", RIGHT_ANSWER).await.status, 404);
        assert_eq!(bank.counts_signature("C00001", &person).await, Ok(()));
        let done = bank.revoke(&ivanova(), &person.id(), RIGHT_ANSWER).await;
        assert_eq!(done.location(), Some("/bank/signature?done=revoked"), "{}", done.text());
        for cnum in ["C00001", "C00002"] {
            assert_eq!(bank.counts_signature(cnum, &person).await, Err("CERTIFICATE_WITHDRAWN".to_owned()), "{cnum}");
        }
        assert_eq!(bank.counts_signature("C00001", &spare).await, Ok(()), "another key goes on");
        assert!(bank.room(&ivanova_of_vasilek()).await.contains(">Revoked</span>"));
        assert_eq!(bank.get(&ivanova(), &format!("{ROOM}/{}/revoke", person.id())).await.status, 303);
        let again = bank.revoke(&ivanova(), &person.id(), "used").await;
        assert_eq!(again.location(), Some("/bank/signature?done=revoked"), "a second press: it is revoked");
        assert_eq!(bank.counts().await[3], 1);
        let revoked = ["signing_certificate.revoked", "signing_certificate.revoked", "signing_key.revoked"];
        assert_eq!(bank.trail().await, revoked);
    }

    async fn online_bank_10_success_is_green_and_what_came_too_late_is_not(bench: Bench) {
        let bank = Bank::open(bench).await;
        for (done, class) in [("registered", "good"), ("revoked", "good"), ("late", "warning"), ("other", "")] {
            let address = format!("{ROOM}?done={done}");
            let page = bank.told(&ivanova(), &address).await;
            let mut alerts = page.split("<div class=\"alert ").filter_map(|part| part.split('>').next());
            let alert = alerts.find(|attributes| attributes.contains("role=\"status\""));
            let shown = alert.and_then(|attributes| attributes.split('"').next()).unwrap_or_default();
            assert_eq!(shown, class, "{done}: {page}");
        }
    }

    async fn onl_05_what_was_revoked_stays_revoked(bench: Bench) {
        let bank = Bank::open(bench).await;
        let person = bank.person(IVANOVA);
        let pem = request_of(&person.key, IVANOVA);
        assert_eq!(bank.register(&ivanova(), "FIRST", &person).await.status, 303);
        bank.revoke(&ivanova(), &person.id(), RIGHT_ANSWER).await;
        // The bank's file of every night brings nothing back.
        bank.bank_registers("ivanova", "C00001", "FIRST", &person.certificate).await.unwrap();
        assert_eq!(bank.counts_signature("C00001", &person).await, Err("CERTIFICATE_WITHDRAWN".to_owned()));
        // Nor does another company, another certificate of the key, or the person.
        let refused = bank.bank_registers("ivanova", "C00002", "FIRST", &person.certificate).await.unwrap_err();
        assert!(refused.to_string().contains("revoked by its owner"), "{refused}");
        let again = bank.begin(&ivanova_of_vasilek(), "FIRST", &person.certificate).await;
        assert!(again.status == 422 && again.text().contains("revoked this key"), "{}", again.text());
        let asked = bank.ask(&ivanova(), "FIRST", &pem).await;
        assert!(asked.status == 422 && asked.text().contains("revoked this key"), "{}", asked.text());
        assert_eq!(bank.counts().await, [1, 0, 0, 1]);
    }

    async fn onl_05_certificates_of_one_key_count_and_end_together(bench: Bench) {
        let bank = Bank::open(bench).await;
        let key = bank.person(IVANOVA).key;
        let pem = request_of(&key, IVANOVA);
        let issued = || Person { key: key.clone(), certificate: bank.issue(&pem, IVANOVA) };
        // The second one is a renewal: the bank certifies the key again before the first certificate ends.
        let (first, second) = (issued(), issued());
        for person in [&first, &second] {
            bank.bank_registers("ivanova", "C00001", "FIRST", &person.certificate).await.unwrap();
        }
        for person in [&first, &second] {
            assert_eq!(bank.counts_signature("C00001", person).await, Ok(()), "{}", person.id());
        }
        let other_type = bank.bank_registers("ivanova", "C00001", "SECOND", &issued().certificate).await.unwrap_err();
        assert!(other_type.to_string().contains("registered for the signature FIRST"), "{other_type}");
        let revoked = bank.revoke(&ivanova(), &second.id(), RIGHT_ANSWER).await;
        assert_eq!(revoked.location(), Some("/bank/signature?done=revoked"), "{}", revoked.text());
        for person in [&first, &second] {
            assert_eq!(bank.counts_signature("C00001", person).await, Err("CERTIFICATE_WITHDRAWN".to_owned()));
        }
        let late = bank.bank_registers("ivanova", "C00001", "FIRST", &issued().certificate).await.unwrap_err();
        assert!(late.to_string().contains("revoked by its owner"), "{late}");
        assert_eq!(bank.counts().await, [2, 0, 0, 1]);
    }

    async fn onl_05_a_revoked_key_signs_for_none_of_very_many_companies(bench: Bench) {
        let bank = Bank::open(bench).await;
        let person = bank.person(IVANOVA);
        bank.bank_registers("ivanova", "C00001", "FIRST", &person.certificate).await.unwrap();
        let plant = |tx: &mut Tx| {
            for query in [&PLANT_COMPANIES, &PLANT_KEYS, &PLANT_CERTIFICATES] {
                assert_eq!(tx.execute(query, params![])?, 1_000);
            }
            Ok::<_, StoreError>(())
        };
        bank.bench.store.write("plant", plant).await.unwrap();
        assert_eq!(bank.revoke(&ivanova(), &person.id(), RIGHT_ANSWER).await.status, 303);
        let left = bank.bench.store.query(&BY_STATUS, params![]).await.unwrap();
        let left: Vec<(&str, i64)> =
            left.iter().map(|row| (row.text("status").unwrap(), row.integer("certificates").unwrap())).collect();
        assert_eq!(left, [("WITHDRAWN", 1_001)]);
    }

    async fn onl_05_a_key_that_is_revoked_between_the_two_steps_is_not_registered(bench: Bench) {
        let bank = Bank::open(bench).await;
        let person = bank.person(IVANOVA);
        assert_eq!(bank.register(&ivanova_of_vasilek(), "FIRST", &person).await.status, 303);
        bank.begin(&ivanova(), "FIRST", &person.certificate).await;
        let digest = bank.challenge(&ivanova()).await;
        bank.revoke(&ivanova_of_vasilek(), &person.id(), RIGHT_ANSWER).await;
        let late = bank.prove(&ivanova(), &person.sign(&digest)).await;
        assert!(late.status == 422 && late.text().contains("revoked this key"), "{}", late.text());
        assert_eq!(bank.counts().await[0], 1);
    }

    async fn onl_05_nobody_registers_a_key_of_another_person(bench: Bench) {
        let bank = Bank::open(bench).await;
        let person = bank.person(IVANOVA);
        bank.bank_registers("ivanova", "C00002", "FIRST", &person.certificate).await.unwrap();
        // Within a company a key is one person's and one type's, whoever registers.
        bank.bank_registers("ivanova", "C00001", "FIRST", &person.certificate).await.unwrap();
        let refused = bank.bank_registers("petrov", "C00001", "SECOND", &person.certificate).await.unwrap_err();
        assert!(refused.to_string().contains("belongs to the user U00001"), "{refused}");
        let mine = bank.begin(&petrov(), "SECOND", &person.certificate).await;
        assert!(mine.status == 422 && mine.text().contains("not in your name"), "{}", mine.text());
        assert_eq!(bank.counts().await, [2, 0, 0, 0]);
    }
}
