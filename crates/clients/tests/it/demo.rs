//! The demo data is as the tours expect it.

use clients::{Right, SignatureType};
use kernel::Clock;
use testkit::Bench;

use crate::files::{cnum, cnums, opened, user};

testkit::on_both_engines! {
    async fn demo_companies_are_the_documented_ones(bench: Bench) {
        let (_office, directory) = opened(&bench, "demo_companies").await;
        let company = directory.find_company(&cnum("C00001")).await.unwrap().unwrap();
        assert_eq!(company.name_ru, "ООО «Ромашка»");
        assert_eq!(company.name_en, "Romashka LLC");
        assert_eq!(company.inn.as_str(), "7707123458");
        assert_eq!(company.kpp.unwrap().as_str(), "770701001");
        assert_eq!(company.signature_scheme.needed(SignatureType::First), 1);
        assert_eq!(company.signature_scheme.needed(SignatureType::Second), 1);
        let related = directory.find_company(&cnum("C00002")).await.unwrap().unwrap();
        assert_eq!(related.group, company.group);
        assert_eq!(related.signature_scheme.to_string(), "FIRST=1");
        let alone = directory.find_company(&cnum("C00003")).await.unwrap().unwrap();
        assert_eq!((alone.kpp, alone.group), (None, None));
        assert_eq!(alone.inn.as_str().len(), 12);
        assert_eq!(directory.find_company(&cnum("C00099")).await.unwrap(), None);
    }

    async fn demo_users_may_do_what_is_documented(bench: Bench) {
        let (_office, directory) = opened(&bench, "demo_users").await;
        for (login, companies, roles) in [
            ("ivanova", vec!["C00001", "C00002"], vec!["ONLINE-USER"]),
            ("petrov", vec!["C00001"], vec!["ONLINE-USER"]),
            ("sidorov", vec!["C00003"], vec!["ONLINE-USER"]),
            ("auditor", vec!["C00001"], vec![]),
        ] {
            let found = directory.find_user_by_login(login).await.unwrap().unwrap();
            let may_act_for = directory.companies_user_may_act_for(&found.id).await.unwrap();
            assert_eq!(cnums(&may_act_for), companies, "{login}");
            assert_eq!(found.roles.iter().map(clients::Role::as_str).collect::<Vec<_>>(), roles, "{login}");
            assert_eq!(directory.find_user(&found.id).await.unwrap(), Some(found));
        }
        let petrov = directory.rights(&user("U00002"), &cnum("C00001")).await.unwrap();
        assert!(petrov.contains(Right::SignSecond) && petrov.contains(Right::SignTreasury));
        assert!(petrov.contains(Right::CompanyAdministrator) && !petrov.contains(Right::SignFirst));
        let auditor = directory.rights(&user("U00004"), &cnum("C00001")).await.unwrap();
        assert_eq!(auditor.iter().collect::<Vec<_>>(), [Right::Act, Right::ViewAccounts]);
    }

    async fn demo_clients_have_the_documented_secrets(bench: Bench) {
        let (_office, directory) = opened(&bench, "demo_clients").await;
        for (id, secret, uri, companies) in [
            ("demo-erp", "demo-erp-secret", "http://127.0.0.1:9090/callback", vec!["C00001", "C00002"]),
            ("kolos-erp", "kolos-erp-secret", "http://127.0.0.1:9091/callback", vec!["C00003"]),
        ] {
            let client = directory.find_client(&id.parse().unwrap()).await.unwrap().unwrap();
            assert!(client.secrets.accept(&client.id, secret, bench.clock.now()), "{id}");
            assert!(!client.secrets.accept(&client.id, "demo-erp-secret2", bench.clock.now()), "{id}");
            assert!(client.may_redirect_to(uri), "{id}");
            let companies: Vec<kernel::Cnum> = companies.into_iter().map(cnum).collect();
            assert_eq!(client.companies, companies, "{id}");
        }
        assert_eq!(directory.find_client(&"nobody".parse().unwrap()).await.unwrap(), None);
    }
}
