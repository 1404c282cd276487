//! A list of thousands of accounts that is asked for as a whole (ACC-04, LIF-01): written while it is read.

use std::fmt::Write as _;

use kernel::{AccountNumber, Bic};
use testkit::{Bench, OpenAnswer, on_both_engines};

use crate::bank::{Bank, ivanova};
use crate::online_bank;

/// Two parts and a bit beside what the demo has.
const MORE: usize = 2_010;
/// More than a thousand accounts with one field take.
const PART_BYTES_MAX: usize = 128 * 1_024;

async fn large(bench: Bench) -> Bank {
    let bank = Bank::demo(bench).await;
    let bic: Bic = "044525999".parse().unwrap();
    let mut file = "number,document_id,type,status,mode,name,international_name,cnum,branch_id\n".to_owned();
    for place in 0..MORE {
        let number: AccountNumber = format!("407028100001{place:08}").parse().unwrap();
        // Companies take turns, so that each part holds accounts of both.
        let (number, company) = (number.with_control_key(&bic), ["C00001", "C00002"][place % 2]);
        writeln!(file, "{number},D-{place:012},1,1,3,Account,Account,{company},001").unwrap();
    }
    bank.add("accounts", &file).await.unwrap();
    bank
}

async fn open(bank: &Bank, query: &str) -> OpenAnswer {
    let request = bank.client.get(&format!("/v1/accounts?fields=Number{query}"));
    request.tokens(&bank.bench.tokens.pair(&ivanova())).open().await
}

async fn text(answer: &mut OpenAnswer) -> Option<Result<String, String>> {
    let part = answer.next().await?;
    Some(part.map(|part| String::from_utf8(part).unwrap()).map_err(|error| error.to_string()))
}

on_both_engines! {
    async fn acc_04_a_whole_list_of_thousands_is_that_of_its_pages(bench: Bench) {
        let bank = large(bench).await;
        let mut paged = Vec::new();
        for offset in [0, 1_000, 2_000] {
            paged.extend(bank.numbers(&ivanova(), &format!("&limit=1000&offset={offset}")).await);
        }
        assert_eq!(paged.len(), MORE + 5);
        assert!(paged.is_sorted());
        assert_eq!(bank.numbers(&ivanova(), "").await, paged);
        for offset in [1, 15, 16, 1_000, 1_014, 1_015, 1_016] {
            assert_eq!(bank.numbers(&ivanova(), &format!("&offset={offset}")).await, paged[offset..]);
        }
    }

    async fn lif_01_a_whole_list_takes_the_memory_of_a_part(bench: Bench) {
        let bank = large(bench).await;
        let mut answer = open(&bank, "").await;
        let mut sizes = Vec::new();
        while let Some(part) = text(&mut answer).await {
            sizes.push(part.unwrap().len());
        }
        // Three parts, and the bracket after the last.
        assert_eq!(sizes.len(), 4, "{sizes:?}");
        assert!(sizes.iter().all(|size| *size < PART_BYTES_MAX), "{sizes:?}");
    }

    async fn acc_04_a_whole_list_beyond_its_limit_is_refused_before_it_begins(bench: Bench) {
        let all = i32::try_from(MORE + 5).unwrap();
        let bank = Bank::with_lists_up_to(all, large(bench).await.bench);
        assert_eq!(bank.numbers(&ivanova(), "").await.len(), MORE + 5);
        let bank = Bank::with_lists_up_to(all - 1, bank.bench);
        let refused = bank.get(&ivanova(), "/v1/accounts?fields=Number").await;
        assert_eq!(refused.status, 400, "{}", refused.text());
        assert!(refused.text().contains(&format!("More than {} accounts: use `limit`", all - 1)), "{}", refused.text());
        // Whoever skips one, or says how many, gets them.
        assert_eq!(bank.numbers(&ivanova(), "&offset=1").await.len(), MORE + 4);
        assert_eq!(bank.numbers(&ivanova(), "&limit=1000").await.len(), 1_000);
    }

    async fn onl_01_a_first_page_that_cannot_hold_all_accounts_says_so_and_sums_none(bench: Bench) {
        const SAYS: [&str; 2] = ["Показаны не все счета", "Доступно на расчётных счетах"];
        let bank = Bank::demo(bench).await;
        let page = online_bank::open(&bank, &ivanova(), "/bank").await;
        assert_eq!(SAYS.map(|part| page.text().contains(part)), [false, true], "{}", page.text());
        let bank = large(bank.bench).await;
        let page = online_bank::open(&bank, &ivanova(), "/bank").await;
        assert_eq!(SAYS.map(|part| page.text().contains(part)), [true, false]);
        assert_eq!(page.text().matches("href=\"/bank/accounts/").count(), 1_000);
    }

    async fn acc_04_a_whole_list_breaks_off_with_the_right_to_see_it(bench: Bench) {
        let bank = large(bench).await;
        let mut answer = open(&bank, "").await;
        assert!(text(&mut answer).await.unwrap().is_ok());
        let rights = "login,cnum,rights\nivanova,C00001,ACT EDIT_PAYROLL\nivanova,C00002,ACT EDIT_PAYROLL\n";
        bank.add("user_rights", rights).await.unwrap();
        let broken = text(&mut answer).await.unwrap();
        assert!(broken.is_err(), "{broken:?}");
    }

    async fn acc_04_an_account_opened_meanwhile_comes_once_or_not_at_all(bench: Bench) {
        let bank = large(bench).await;
        let mut answer = open(&bank, "").await;
        let mut whole = text(&mut answer).await.unwrap().unwrap();
        let file = "number,document_id,type,status,mode,name,international_name,cnum,branch_id\n\
            40702810400000000023,D-23,1,1,0,Account,Account,C00001,001\n";
        bank.add("accounts", file).await.unwrap();
        while let Some(part) = text(&mut answer).await {
            whole.push_str(&part.unwrap());
        }
        let list: Vec<serde_json::Value> = serde_json::from_str(&whole).unwrap();
        let numbers: Vec<&str> = list.iter().map(|account| account["number"].as_str().unwrap()).collect();
        assert!(numbers.is_sorted_by(|one, next| one < next));
        assert!(numbers.len() >= MORE + 5);
    }
}
