//! Every violation with its place (CTC-02).

use testkit::{Bench, on_both_engines};

use crate::bank::{Bank, ivanova};
use crate::documents::{Certified, Message};

on_both_engines! {
    async fn ctc_02_every_violation_is_told_with_line_column_path_and_reason(bench: Bench) {
        let bank = Bank::new(bench).await;
        let wrong = Certified {
            amount: "12,50".to_owned(),
            happened_on: "2026-02-30".to_owned(),
            ..Certified::new("V-1-T")
        };
        let message = Message::with("V-1", vec![wrong]);
        let document = message.xml().replace("<MsgId>V-1</MsgId>\n", "");
        let answer = bank.send(&ivanova(), document.clone()).await;
        assert_eq!(answer.status, 400);
        assert_eq!(answer.header("content-type"), Some("text/plain; charset=utf-8"));
        let lines: Vec<&str> = answer.text().lines().collect();
        assert_eq!(lines.len(), 3, "{}", answer.text());
        for (line, element) in lines.iter().zip(["GrpHdr", "TxDt", "Amt"]) {
            let (place, rest) = line.split_once(", /").unwrap();
            let (path, reason) = rest.split_once(": ").unwrap();
            assert!(path.contains(element) && !reason.is_empty(), "{line}");
            let (row, column) = place.strip_prefix("line ").unwrap().split_once(", column ").unwrap();
            let (row, column): (usize, usize) = (row.parse().unwrap(), column.parse().unwrap());
            let text = document.lines().nth(row - 1).unwrap();
            assert!(column >= 1 && column <= text.chars().count(), "{line}");
            if element != "GrpHdr" {
                assert!(text.contains(element), "{line} tells the line of {text}");
            }
        }
    }

    async fn ctc_02_at_most_fifty_violations_are_told(bench: Bench) {
        let bank = Bank::new(bench).await;
        let wrong = |number: usize| Certified { amount: "much".to_owned(), ..Certified::new(&format!("F-{number}")) };
        for (count, told) in [(49, 49), (50, 50), (80, 50)] {
            let message = Message::with("F", (0..count).map(wrong).collect());
            let answer = bank.send(&ivanova(), message.xml()).await;
            assert_eq!(answer.status, 400);
            let lines = answer.text().lines().filter(|line| line.starts_with("line ")).count();
            assert_eq!(lines, told, "{}", answer.text());
        }
    }

    async fn ctc_02_what_is_no_xml_is_told_with_its_place_too(bench: Bench) {
        let bank = Bank::new(bench).await;
        let whole = Message::new("X-1").xml();
        let half = &whole[..whole.len() / 2];
        for document in ["", " ", "{}", "<a>", half, "<taskId/>"] {
            let answer = bank.send(&ivanova(), document).await;
            assert_eq!(answer.status, 400, "{document}");
            assert!(answer.text().starts_with("line "), "{document}: {}", answer.text());
        }
    }
}
