//! The old family of paths says what to use instead.

use testkit::Bench;

use crate::bank::{Bank, ivanova};

testkit::on_both_engines! {
    async fn gen_09_the_old_paths_announce_their_end_and_their_successor(bench: Bench) {
        let bank = Bank::open(bench).await;
        for (path, status, successor) in [
            ("/ui/v1/agreements?cnums=C00001", 200, "/trade-finance/v1/agreements"),
            ("/ui/v1/agreements/1001?cnums=C00001", 200, "/trade-finance/v1/agreements/1001"),
            ("/ui/v1/agreements/1001?cnums=C00003", 403, "/trade-finance/v1/agreements/1001"),
            ("/ui/v1/agreements", 400, "/trade-finance/v1/agreements"),
        ] {
            let answer = bank.send(&ivanova(), path).await;
            assert_eq!(answer.status, status, "{path}");
            assert_eq!(answer.header("deprecation"), Some("@1767225600"), "{path}");
            assert_eq!(answer.header("sunset"), Some("Fri, 31 Dec 2027 23:59:59 GMT"), "{path}");
            let link = format!("<{successor}>; rel=\"successor-version\"");
            assert_eq!(answer.header("link"), Some(link.as_str()), "{path}");
        }
    }

    async fn gen_09_the_present_paths_announce_nothing(bench: Bench) {
        let bank = Bank::open(bench).await;
        for path in ["?cnums=C00001", "/1001?cnums=C00001", "/1001?cnums=C00003", ""] {
            let answer = bank.send(&ivanova(), &format!("/trade-finance/v1/agreements{path}")).await;
            for header in ["deprecation", "sunset", "link"] {
                assert_eq!(answer.header(header), None, "{path} {header}");
            }
        }
    }
}
