//! Registering authorities, lists and certificates.

use clients::signatures::AUTHORITIES_MAX;
use kernel::Clock as _;
use store::{StoreError, params};
use testkit::Bench;

use crate::files::{ImportFiles, cnum, opened, user};
use crate::registry::{Registry, YEAR_S, authority_row, subject, write_people};

store::queries! {
    /// Binds a key, as nothing but the import should.
    KEY_PLANTED = "insert into certificate_keys (cnum, key_fingerprint, user_id, signature_type) values ($1, $2, $3, \
        $4)";

    /// A registered certificate once more, for somebody else.
    CERTIFICATE_PLANTED = "insert into signing_certificates (cnum, certificate_id, key_fingerprint, user_id, \
        signature_type,
            status, serial, certificate, registered_at_us)
        select cnum, $1, key_fingerprint, $2, $3, status, serial, certificate, registered_at_us
        from signing_certificates where cnum = $4 limit 1";

    /// An authority of this name and status, whose certificate nobody reads.
    AUTHORITY_PLANTED = "insert into certificate_authorities
            (authority_id, kind, status, key_fingerprint, serial, certificate)
        values ($1, 'ROOT', $2, $1, $1, $3)";

    /// The bound keys.
    KEYS = "select key_fingerprint from certificate_keys where cnum = $1 limit 10";
}

testkit::on_both_engines! {
    async fn ops_01_certificates_change_nothing_the_second_time(bench: Bench) {
        let (files, _directory) = opened(&bench, "certificates_twice").await;
        let registry = Registry::new(&bench);
        let now = bench.clock.now();
        let ivanova = registry.person(&bench, "Ivanova");
        registry.write_authority(&files);
        let list = registry.list(&[ivanova.certificate()], now, now.plus_seconds(60));
        let json = serde_json::json!([{ "list": list }]);
        files.write("revocation_lists.json", &json.to_string());
        write_people(&files, &[("ivanova", "C00001", "FIRST", &ivanova, "")]);
        let report = files.import(&bench).await.unwrap();
        assert_eq!(report.tables.iter().skip(5).map(|table| table.created).collect::<Vec<_>>(), [1, 1, 1]);
        bench.clock.advance_seconds(YEAR_S);
        for table in files.import(&bench).await.unwrap().tables {
            assert_eq!((table.created, table.changed), (0, 0), "{}", table.file);
        }
        write_people(&files, &[("ivanova", "C00001", "FIRST", &ivanova, "WITHDRAWN")]);
        let report = files.import(&bench).await.unwrap();
        assert_eq!(report.tables.last().map(|table| table.changed), Some(1));
        let company = cnum("C00001");
        let read = move |tx: &mut store::Tx| clients::signatures::certificates_of_company(tx, &company);
        let registered = bench.store.read("certificates", read).await.unwrap();
        assert_eq!(registered.len(), 1);
        assert_eq!((registered[0].user_id.clone(), registered[0].registered_at), (user("U00001"), now));
        assert_eq!(registered[0].certificate, *ivanova.certificate());
    }

    async fn lif_02_a_large_import_finds_the_right_of_a_certificate_among_many_of_a_person(bench: Bench) {
        bench.migrate(&[&audit::MIGRATIONS, &import::MIGRATIONS, &clients::MIGRATIONS]).await;
        let files = ImportFiles::new(&bench, "certificates_in_chunks");
        let registry = Registry::new(&bench);
        let ivanova = registry.person(&bench, "Ivanova");
        registry.write_authority(&files);
        // Of her two rows the second one has the right.
        files.edit("user_rights.csv", "ivanova,C00001,ACT VIEW_ACCOUNTS EDIT_PAYROLL SIGN_FIRST", "ivanova,C00001,ACT");
        write_people(&files, &[("ivanova", "C00002", "FIRST", &ivanova, "")]);
        let report = files.import_in_chunks(&bench).await.unwrap();
        assert_eq!(report.tables.last().map(|table| (table.created, table.changed)), Some((1, 0)));
        for table in files.import_in_chunks(&bench).await.unwrap().tables {
            assert_eq!((table.created, table.changed), (0, 0), "{}", table.file);
        }
        write_people(&files, &[("ivanova", "C00001", "FIRST", &ivanova, "")]);
        match files.import_in_chunks(&bench).await {
            Err(import::ImportError::Files { errors, .. }) => {
                assert!(errors[0].to_string().contains("ivanova has no right SIGN_FIRST for C00001"), "{errors:?}");
            }
            other => panic!("{other:?}"),
        }
    }

    async fn ops_01_authorities_that_were_withdrawn_leave_room_for_others(bench: Bench) {
        let (files, _directory) = opened(&bench, "authorities").await;
        let plant = |status: &'static str, count: u32| {
            let plant = move |tx: &mut store::Tx| {
                (0..count).try_for_each(|number| {
                    let values = params![format!("{status}-{number}"), status, vec![0_u8]];
                    tx.execute_one(&AUTHORITY_PLANTED, values)
                })
            };
            bench.store.write::<_, StoreError>("plant authorities", plant)
        };
        plant("WITHDRAWN", AUTHORITIES_MAX).await.unwrap();
        Registry::new(&bench).write_authority(&files);
        let report = files.import(&bench).await.unwrap();
        assert_eq!(report.tables.last().map(|table| table.created), Some(1));
        plant("ACTIVE", AUTHORITIES_MAX - 1).await.unwrap();
        files.import(&bench).await.unwrap();
        Registry::new(&bench).write_authority(&files);
        let expected = "certificate_authorities.csv:2:certificate: at most 100 authorities are ACTIVE: withdraw others \
            in rows before";
        assert_eq!(files.errors(&bench).await, [expected]);
    }

    async fn pay_12_rule_3_is_held_where_certificates_are_registered(bench: Bench) {
        let (files, _directory) = opened(&bench, "rule_3").await;
        let registry = Registry::new(&bench);
        let ivanova = registry.person(&bench, "Ivanova");
        registry.write_authority(&files);
        files.edit("user_rights.csv", "petrov,C00001,", "petrov,C00001,SIGN_FIRST ");
        files.edit("user_rights.csv", "ivanova,C00001,", "ivanova,C00001,SIGN_SECOND ");
        write_people(&files, &[
            ("ivanova", "C00001", "FIRST", &ivanova, ""),
            ("petrov", "C00001", "FIRST", &ivanova, ""),
            ("ivanova", "C00001", "SECOND", &ivanova, ""),
        ]);
        let errors = files.errors(&bench).await;
        assert!(errors[0].ends_with("certificate: the certificate or its key belongs to the user U00001 of this \
            company"), "{errors:?}");
        assert!(errors[1].ends_with("certificate: the certificate or its key is registered for the signature \
            FIRST"), "{errors:?}");
        assert_eq!(errors.len(), 2);
        // Another company of hers is another matter.
        write_people(&files, &[
            ("ivanova", "C00001", "FIRST", &ivanova, ""),
            ("ivanova", "C00002", "FIRST", &ivanova, ""),
        ]);
        files.import(&bench).await.unwrap();
        // A withdrawn certificate stays bound to its owner.
        write_people(&files, &[
            ("ivanova", "C00001", "FIRST", &ivanova, "WITHDRAWN"),
            ("petrov", "C00001", "FIRST", &ivanova, ""),
        ]);
        assert_eq!(files.errors(&bench).await.len(), 1);
    }

    async fn pay_12_rule_3_is_held_by_keys_of_the_database(bench: Bench) {
        let (files, _directory) = opened(&bench, "rule_3_keys").await;
        let registry = Registry::new(&bench);
        let ivanova = registry.person(&bench, "Ivanova");
        registry.write_authority(&files);
        write_people(&files, &[("ivanova", "C00001", "FIRST", &ivanova, "")]);
        files.import(&bench).await.unwrap();
        let keys = bench.store.query(&KEYS, params!["C00001"]).await.unwrap();
        let key = keys[0].text("key_fingerprint").unwrap().to_owned();
        for (who, what) in [("U00002", "FIRST"), ("U00001", "SECOND"), ("U00001", "FIRST")] {
            let key = key.clone();
            let plant = move |tx: &mut store::Tx| tx.execute_one(&KEY_PLANTED, params!["C00001", &key, who, what]);
            let refused: Result<(), StoreError> = bench.store.write("plant a key", plant).await;
            assert!(matches!(refused, Err(StoreError::Unique { .. })), "{who} {what}: {refused:?}");
        }
        for (who, what) in [("U00002", "FIRST"), ("U00001", "SECOND")] {
            let values = params!["renewed", who, what, "C00001"];
            let plant = move |tx: &mut store::Tx| tx.execute_one(&CERTIFICATE_PLANTED, values.clone());
            let refused: Result<(), StoreError> = bench.store.write("plant a certificate", plant).await;
            assert!(matches!(refused, Err(StoreError::Constraint { .. })), "{who} {what}: {refused:?}");
        }
    }

    async fn ops_01_wrong_certificates_are_named(bench: Bench) {
        let (files, _directory) = opened(&bench, "wrong_certificates").await;
        let (registry, other) = (Registry::new(&bench), Registry::new(&bench));
        let (ivanova, foreign) = (registry.person(&bench, "Ivanova"), other.person(&bench, "Foreign"));
        let person = authority_row(ivanova.certificate(), "ROOT");
        let own = authority_row(registry.authority.certificate(), "ROOT");
        let stranger = authority_row(foreign.certificate(), "INTERMEDIATE");
        let without_header = |text: &'_ str| text.split_once('\n').unwrap().1.to_owned();
        let (person, stranger) = (without_header(&person), without_header(&stranger));
        let rows = [own.as_str(), &person, &stranger, "nothing,ROOT\n"];
        files.write("certificate_authorities.csv", &rows.concat());
        write_people(&files, &[
            ("ivanova", "C00001", "FIRST", &foreign, ""),
            ("ivanova", "C00001", "SECOND", &ivanova, ""),
            ("nobody", "C00001", "FIRST", &ivanova, ""),
        ]);
        let errors = files.errors(&bench).await;
        let endings = [
            "certificate: the issuer of a certificate is no authority",
            "certificate: the issuer of a certificate is no authority",
            "certificate: the structure is wrong: PEM",
            "certificate: the certificate was not issued by an authority of the bank",
            "signature_type: ivanova has no right SIGN_SECOND for C00001",
            "login: there is no user with the login nobody",
        ];
        assert_eq!(errors.len(), endings.len(), "{errors:?}");
        for (error, ending) in errors.iter().zip(endings) {
            assert!(error.ends_with(ending), "{error}");
        }
    }

    async fn lif_07_the_list_of_an_authority_that_was_withdrawn_is_waited_for_by_nobody(bench: Bench) {
        let (files, _directory) = opened(&bench, "withdrawn_list").await;
        let registry = Registry::new(&bench);
        let now = bench.clock.now();
        registry.write_authority(&files);
        let list = registry.list(&[], now, now.plus_seconds(60));
        files.write("revocation_lists.csv", &format!("list\n\"{list}\"\n"));
        files.import(&bench).await.unwrap();
        assert!(clients::first_end_of_revocation_lists(&bench.store).await.unwrap().is_some());
        let row = authority_row(registry.authority.certificate(), "ROOT");
        let row = row.replace(",kind", ",kind,status").replace(",ROOT", ",ROOT,WITHDRAWN");
        files.clear();
        files.write("certificate_authorities.csv", &row);
        files.import(&bench).await.unwrap();
        assert_eq!(clients::first_end_of_revocation_lists(&bench.store).await.unwrap(), None);
    }

    async fn ops_01_wrong_lists_are_named(bench: Bench) {
        let (files, _directory) = opened(&bench, "wrong_lists").await;
        let registry = Registry::new(&bench);
        let now = bench.clock.now();
        registry.write_authority(&files);
        let write = |list: &str| files.write("revocation_lists.csv", &format!("list\n\"{list}\"\n"));
        write(&registry.list(&[], now, now.plus_seconds(60)));
        files.import(&bench).await.unwrap();
        write(&registry.list(&[], now.plus_seconds(-1), now.plus_seconds(60)));
        let errors = files.errors(&bench).await;
        assert!(errors[0].contains("list: there is a newer list of this authority"), "{errors:?}");
        // The same name and another key: as good as a forgery.
        write(&Registry::new(&bench).list(&[], now, now.plus_seconds(60)));
        let errors = files.errors(&bench).await;
        assert!(errors[0].ends_with("list: the signature under the revocation list is wrong"), "{errors:?}");
        let unknown = subject("Unknown", now, now.plus_seconds(60));
        let unknown = cms::Authority::new(&unknown, bench.randomness.as_ref()).unwrap();
        write(&unknown.revoke(&[], now, now.plus_seconds(60)).unwrap());
        let errors = files.errors(&bench).await;
        assert!(errors[0].ends_with("list: there is no authority of this name"), "{errors:?}");
        files.write(
            "revoked_certificates.csv",
            &format!("authority_id,serial,revoked_at\nx,01,2026-11-20T12:00:00Z\n{0},xyz,2020-01-01T00:00:00Z\n{0},01,2030-01-01T00:00:00Z\n{0},02,2020-01-01T00:00:00Z\n", "0".repeat(64)),
        );
        write(&registry.list(&[], now, now.plus_seconds(60)));
        let errors = files.errors(&bench).await;
        let endings = [
            "authority_id: must be the SHA-256 of the certificate as 64 hexadecimal digits, colons between them or not",
            "serial: must be 1 to 40 hexadecimal digits",
            "revoked_at: must not be to come",
            "authority_id: there is no such authority",
        ];
        assert_eq!(errors.len(), endings.len(), "{errors:?}");
        assert!(errors.iter().zip(endings).all(|(error, ending)| error.ends_with(ending)), "{errors:?}");
    }
}
