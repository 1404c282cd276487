//! OAuth clients.

use clients::{ClientStatus, IdTokenAlgorithm, Profile, RedirectUri, RedirectUse, SecretHash};
use kernel::{ClientId, Clock};
use store::StoreError;
use testkit::Bench;

use crate::files::opened;

fn demo_erp() -> ClientId {
    "demo-erp".parse().unwrap()
}

testkit::on_both_engines! {
    async fn idn_01_redirect_uris_are_compared_byte_for_byte(bench: Bench) {
        let (_office, directory) = opened(&bench, "uris").await;
        let client = directory.find_client(&demo_erp()).await.unwrap().unwrap();
        for uri in [
            "http://127.0.0.1:9090/callback/",
            "http://127.0.0.1:9090/Callback",
            "HTTP://127.0.0.1:9090/callback",
            "http://127.0.0.1:9090/callback?",
            "http://127.0.0.1:9090/",
            "",
        ] {
            assert!(!client.may_redirect_to(uri), "{uri}");
        }
        assert!(client.may_redirect_after_logout_to("http://127.0.0.1:9090/"));
        assert!(!client.may_redirect_after_logout_to("http://127.0.0.1:9090/callback"));
        assert_eq!((client.profile, client.id_token_algorithm), (Profile::Specification, IdTokenAlgorithm::Rs256));
    }

    async fn idn_12_uris_and_secret_are_replaced(bench: Bench) {
        let (_office, directory) = opened(&bench, "replaced").await;
        let uris: Vec<RedirectUri> =
            ["https://a.example/cb", "https://b.example/cb"].map(|uri| uri.parse().unwrap()).to_vec();
        let (wanted, now) = (uris.clone(), bench.clock.now());
        let change = move |tx: &mut store::Tx| -> Result<(), StoreError> {
            clients::set_redirect_uris(tx, &demo_erp(), RedirectUse::Login, &wanted)?;
            let secret = SecretHash::compute(&demo_erp(), "another secret");
            clients::set_client_secret(tx, &demo_erp(), &secret, now)
        };
        bench.store.write("change client", change).await.unwrap();
        let client = directory.find_client(&demo_erp()).await.unwrap().unwrap();
        assert_eq!(client.redirect_uris, uris);
        assert_eq!(client.post_logout_redirect_uris.len(), 1);
        let works = |secret| client.secrets.accept(&client.id, secret, bench.clock.now());
        assert!(works("another secret") && !works("demo-erp-secret"));
        let unknown: ClientId = "nobody".parse().unwrap();
        let secret = SecretHash::compute(&unknown, "x");
        let refused =
            bench.store.write("change nobody", move |tx| clients::set_client_secret(tx, &unknown, &secret, now)).await;
        assert!(matches!(refused, Err(StoreError::RowsChanged { changed: 0, .. })), "{refused:?}");
    }

    async fn ops_01_a_client_keeps_its_secret_when_the_file_is_silent(bench: Bench) {
        let (files, directory) = opened(&bench, "silent").await;
        files.write(
            "oauth_clients.csv",
            "client_id,name,secret,redirect_uris,profile,id_token_algorithm,status,cnums\n\
             demo-erp,Renamed,,https://a.example/cb https://b.example/cb,STANDARD,ES256,DISABLED,\n",
        );
        let report = files.import(&bench).await.unwrap();
        assert_eq!(report.tables.last().map(|table| table.changed), Some(1));
        let client = directory.find_client(&demo_erp()).await.unwrap().unwrap();
        assert!(client.secrets.accept(&client.id, "demo-erp-secret", bench.clock.now()));
        assert_eq!(client.name, "Renamed");
        assert_eq!((client.profile, client.id_token_algorithm), (Profile::Standard, IdTokenAlgorithm::Es256));
        assert_eq!(client.status, ClientStatus::Disabled);
        assert_eq!(client.redirect_uris.len(), 2);
        assert_eq!((client.post_logout_redirect_uris.len(), client.companies.len()), (0, 0));
    }

    async fn ops_01_the_trail_counts_the_companies_of_a_client_beyond_a_hundred(bench: Bench) {
        let (files, _directory) = opened(&bench, "companies").await;
        let cnums: Vec<String> = (0..102).map(|number| format!("K{number:05}")).collect();
        let companies: Vec<String> =
            cnums.iter().map(|cnum| format!("{cnum},Компания,Company,7707123458,FIRST=1,OPEN\n")).collect();
        let head = "cnum,name_ru,name_en,inn,signature_scheme,status";
        files.write("companies.csv", &format!("{head}\n{}", companies.concat()));
        for (count, others) in [(100, None), (101, Some("+1")), (102, Some("+2"))] {
            let listed = cnums[..count].join(" ");
            let head = "client_id,name,redirect_uris,cnums";
            files.write("oauth_clients.csv", &format!("{head}\nbig,Big,https://a.example/cb,{listed}\n"));
            files.import(&bench).await.unwrap();
            let read = |tx: &mut store::Tx| {
                let importer = clients::importers().into_iter().find(|one| one.object() == "oauth_client");
                import::row_of(tx, importer.unwrap().as_ref(), "big")
            };
            let row = bench.store.read::<_, StoreError>("stored", read).await.unwrap().unwrap();
            let expected: Vec<&str> = others.into_iter().chain(cnums[..100].iter().map(String::as_str)).collect();
            assert_eq!(row.cells["cnums"], expected.join(" "), "{count}");
        }
    }

    async fn ops_01_a_new_client_without_a_secret_waits_for_one(bench: Bench) {
        let (files, directory) = opened(&bench, "waiting").await;
        let file = "client_id,name,secret,redirect_uris\nerp-4,Fourth,,https://a.example/cb\n";
        files.write("oauth_clients.csv", file);
        files.import(&bench).await.unwrap();
        let client = directory.find_client(&"erp-4".parse().unwrap()).await.unwrap().unwrap();
        assert!(!client.secrets.accept(&client.id, "", bench.clock.now()));
        let again = files.import(&bench).await.unwrap();
        assert_eq!(again.tables.last().map(|table| table.unchanged), Some(1), "the secret stays");
        let secret = clients::mint_secret(&kernel::SystemRandomness);
        assert_eq!(secret.len(), 43);
        assert_ne!(secret, clients::mint_secret(&kernel::SystemRandomness));
    }

    async fn ops_01_a_hashed_secret_is_taken_as_it_is(bench: Bench) {
        let (files, directory) = opened(&bench, "hashed").await;
        // printf 'erp-3\0a secret of the bank' | sha256sum
        files.write(
            "oauth_clients.csv",
            "client_id,name,secret_sha256,redirect_uris\n\
             erp-3,Third,28b92d1881244bf0b840c9c5f90b870e42135036e455b664655331e981df73ad,https://a.example/cb\n",
        );
        files.import(&bench).await.unwrap();
        let client = directory.find_client(&"erp-3".parse().unwrap()).await.unwrap().unwrap();
        assert!(client.secrets.accept(&client.id, "a secret of the bank", bench.clock.now()));
    }
    async fn idn_11_no_client_may_have_the_name_of_the_online_bank(bench: Bench) {
        let (files, directory) = opened(&bench, "reserved").await;
        // Its sessions would be taken for those of the bank's own pages.
        files.write(
            "oauth_clients.csv",
            "client_id,name,secret,redirect_uris\n\
             online-bank,Own pages,a secret of twelve,https://a.example/cb\n",
        );
        let expected = "oauth_clients.csv:2:client_id: is the name of the online bank's own sessions";
        assert_eq!(files.errors(&bench).await, [expected]);
        assert!(directory.find_client(&"online-bank".parse().unwrap()).await.unwrap().is_none());
    }
}
