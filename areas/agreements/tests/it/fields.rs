//! Every field of spec section 2.8 is read back, digit by digit.

use serde_json::Value;
use testkit::Bench;

use crate::bank::{Bank, LISTS, ivanova};

/// The agreement of the description, which has every field.
const EVERY_FIELD: &str = include_str!("../../src/api/example.json");

/// Every name of spec section 2.8, by the pointer to its object.
const NAMES: &str = "\
: id businessKey number facilityType facilityTypeName status statusName endDate guaranteesCount amount \
    currency deadLineDate thirdParty agreementDate multiCurrency guaranteeSums additionalAgreements collateral \
    guaranteeCommission
/guaranteeSums/0: count sumCurrency sum
/guaranteeSums/1: count sumCurrency sum
/additionalAgreements/0: editionNumber editionDate
/additionalAgreements/1: editionNumber editionDate
/collateral: type currency comment coverType coverCurrency bankAccrual rateType rateAmount rateSpread \
    paymentFrequency accountType account individualConditions isCpCover inGuaranteeCurrency allCoveragePlacement \
    coverAmount coverEndDate
/guaranteeCommission: accrual comment fixedRate individualConditions isCPGuaranteePayment lateFeesRate \
    minAmount rate ratesRange tariff writeOff
/guaranteeCommission/accrual: boundDay collectionProcedure firstPeriodEndType frequency period type \
    writeOffTransfer increasedRate
/guaranteeCommission/fixedRate: amount currency inAgreementCurrency
/guaranteeCommission/rate: type rateAmount guaranteeTermRates guaranteeTypeRates
/guaranteeCommission/rate/guaranteeTermRates/0: from to rateAmount
/guaranteeCommission/rate/guaranteeTermRates/1: from to rateAmount
/guaranteeCommission/rate/guaranteeTypeRates/0: guaranteeType rateAmount
/guaranteeCommission/ratesRange: rateFrom rateTo
/guaranteeCommission/minAmount: type currency amount guaranteeTypeMinAmounts
/guaranteeCommission/minAmount/guaranteeTypeMinAmounts/0: guaranteeType currency amount
/guaranteeCommission/minAmount/guaranteeTypeMinAmounts/1: guaranteeType currency amount
/guaranteeCommission/writeOff: account accountType partialRefund isPartialRefundPossible period periodMaturity";

/// The text without white space between its parts; no text inside has two spaces in a row.
fn compact(text: &str) -> String {
    text.lines().map(str::trim_start).collect::<String>().replace("\": ", "\":")
}

testkit::on_both_engines! {
    async fn agr_01_one_agreement_has_every_field_to_the_digit(bench: Bench) {
        let bank = Bank::open(bench).await;
        let expected: Value = serde_json::from_str(EVERY_FIELD).unwrap();
        for list in LISTS {
            let answer = bank.send(&ivanova(), &format!("{list}/1001?cnums=C00001")).await;
            assert_eq!(answer.status, 200);
            assert_eq!(answer.text(), compact(EVERY_FIELD));
            assert_eq!(answer.json(), expected);
            for (pointer, names) in NAMES.lines().map(|line| line.split_once(": ").unwrap()) {
                let object = answer.json().pointer(pointer).unwrap().as_object().unwrap().clone();
                let mut found: Vec<&str> = object.keys().map(String::as_str).collect();
                let mut wanted: Vec<&str> = names.split(' ').collect();
                found.sort_unstable();
                wanted.sort_unstable();
                assert_eq!(found, wanted, "{pointer}");
            }
        }
    }

    async fn agr_01_the_list_has_every_field_too(bench: Bench) {
        let bank = Bank::open(bench).await;
        for list in LISTS {
            let answer = bank.send(&ivanova(), &format!("{list}?cnums=C00001")).await;
            assert_eq!(answer.status, 200);
            assert!(answer.text().starts_with(&format!("{{\"agreements\":[{}", compact(EVERY_FIELD))));
        }
    }

    async fn agr_01_absent_values_are_left_out(bench: Bench) {
        let rows = r#"[{"agreement_id": 9007199254740993, "cnum": "C00001", "business_key": "K", "agreement": {}},
            {"agreement_id": 7, "cnum": "C00001", "business_key": "L",
             "agreement": {"amount": null, "collateral": {"comment": null}, "guaranteeSums": []}}]"#;
        let bank = Bank::with(bench, rows).await;
        let answer = bank.send(&ivanova(), "/ui/v1/agreements?cnums=C00001").await;
        let expected = r#"{"agreements":[{"id":7,"businessKey":"L","guaranteeSums":[],"collateral":{}},{"id":9007199254740993,"businessKey":"K"}]}"#;
        assert_eq!(answer.text(), expected);
        let one = bank.send(&ivanova(), "/ui/v1/agreements/9007199254740993?cnums=C00001").await;
        assert_eq!(one.text(), r#"{"id":9007199254740993,"businessKey":"K"}"#);
    }

    async fn agr_01_any_text_is_written_as_json(bench: Bench) {
        let awkward = "K\",\"number\":\"\\ \u{1f}\n</script>\u{2028}ё";
        let rows = serde_json::json!([{"agreement_id": 1, "cnum": "C00001", "business_key": awkward, "agreement": {
            "number": awkward, "collateral": {"comment": awkward}
        }}]);
        let bank = Bank::with(bench, &rows.to_string()).await;
        let list = bank.send(&ivanova(), "/ui/v1/agreements?cnums=C00001").await.json();
        let one = bank.send(&ivanova(), "/ui/v1/agreements/1?cnums=C00001").await.json();
        assert_eq!(list["agreements"][0], one);
        for text in ["/businessKey", "/number", "/collateral/comment"] {
            assert_eq!(one.pointer(text).unwrap(), awkward, "{text}");
        }
    }

    async fn gen_05_amounts_and_rates_are_exact(bench: Bench) {
        let rows = r#"[{"agreement_id": 1, "cnum": "C00001", "business_key": "K", "agreement":
            {"amount": 90071992547409.93, "collateral": {"coverAmount": 0.1000000000000000055511151231},
             "guaranteeCommission": {"lateFeesRate": 1e-3, "fixedRate": {"amount": 1.5e3}}}}]"#;
        let bank = Bank::with(bench, rows).await;
        let answer = bank.send(&ivanova(), "/ui/v1/agreements/1?cnums=C00001").await;
        assert_eq!(
            answer.text(),
            r#"{"id":1,"businessKey":"K","amount":90071992547409.93,"collateral":{"coverAmount":0.1000000000000000055511151231},"guaranteeCommission":{"fixedRate":{"amount":1500.00},"lateFeesRate":0.001}}"#
        );
    }
}
