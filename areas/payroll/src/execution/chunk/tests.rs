use super::*;

const OWN: &str = "044525999";
const OTHER: &str = "044525998";
const ROUBLES: &str = "40817810500000000001";
const DOLLARS: &str = "40817840800000000001";

fn number(text: &str) -> AccountNumber {
    text.parse().unwrap()
}

fn bic(text: &str) -> Bic {
    text.parse().unwrap()
}

fn line(line: u32, bank: Option<&str>, percent: Option<i64>) -> PayableLine {
    let conversion = |percent| Conversion { percent, currency: "USD".to_owned() };
    PayableLine {
        line,
        amount: Money::from_minor(1_000_000),
        account: number(ROUBLES),
        bic: bank.map(bic),
        conversions: percent.map(conversion).into_iter().collect(),
    }
}

fn payments(lines: Vec<PayableLine>, own: &CurrencyAccounts) -> Payments {
    let rates = [ConversionRate { currency: Currency::USD, rate: "92.5".parse().unwrap() }];
    Payments::of(lines, own, &rates, &bic(OWN))
}

fn credited(payments: &Payments) -> Vec<(u32, &str, i64)> {
    let credits = payments.credits.iter();
    credits.map(|credit| (credit.payee, credit.account.as_str(), credit.amount.minor())).collect()
}

#[test]
fn pay_09_lines_of_this_bank_are_credited_and_those_of_others_sent() {
    let lines = vec![line(1, None, None), line(2, Some(OWN), None), line(3, Some(OTHER), None)];
    let payments = payments(lines, &CurrencyAccounts::default());
    let outgoing = InternalAccount::OutgoingPayments.in_currency(Currency::RUR);
    let expected = [(1, ROUBLES, 1_000_000), (2, ROUBLES, 1_000_000), (3, outgoing.as_str(), 1_000_000)];
    assert_eq!(credited(&payments), expected);
    let sent: Vec<(i64, &str)> = payments.outgoing.iter().map(|one| (one.line, one.bic.as_str())).collect();
    assert_eq!(sent, [(3, OTHER)]);
    assert_eq!(payments.declined, []);
}

#[test]
fn pay_10_a_converted_part_goes_to_the_first_account_of_its_currency() {
    let mut own = CurrencyAccounts::default();
    own.add(1, Currency::USD, number(DOLLARS));
    own.add(1, Currency::USD, number("40817840800000000002"));
    let payments = payments(vec![line(1, None, Some(30))], &own);
    assert_eq!(credited(&payments), [(1, ROUBLES, 700_022), (1, DOLLARS, 3_243)]);
    assert_eq!(payments.credits.iter().map(|credit| credit.cost.minor()).sum::<i64>(), 1_000_000);
}

#[test]
fn pay_10_a_line_that_cannot_be_converted_is_declined_as_a_whole() {
    let payments =
        payments(vec![line(1, None, Some(30)), line(2, None, Some(101))], &CurrencyAccounts::default());
    assert_eq!(credited(&payments), []);
    let reasons = [Reason::with(Code::D05, ["USD"]), Reason::new(Code::D23)];
    let declined = [1, 2].into_iter().zip(reasons).map(|(line, reason)| Declined { line, reason });
    assert_eq!(payments.declined, declined.collect::<Vec<_>>());
}

#[test]
fn pay_09_a_refusal_of_the_ledger_names_the_account_that_took_nothing() {
    let mut own = CurrencyAccounts::default();
    own.add(1, Currency::USD, number(DOLLARS));
    let payments = payments(vec![line(1, None, Some(30))], &own);
    let refused = |account: &str, refusal| {
        let refused = RefusedPayee { payee: 1, account: LedgerAccountId::from(&number(account)), refusal };
        refused_by_ledger(&refused, &payments.credits)
    };
    let declined = |reason| Declined { line: 1, reason };
    assert_eq!(refused(ROUBLES, Refusal::Closed), declined(Reason::new(Code::D03)));
    assert_eq!(refused(DOLLARS, Refusal::Closed), declined(Reason::with(Code::D05, ["USD"])));
    assert_eq!(refused(DOLLARS, Refusal::BalanceRange), declined(Reason::new(Code::D09)));
}
