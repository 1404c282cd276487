//! Every field of an agreement with its label, in the order of the page. A test compares the list with the agreement of
//! the specification: a field without a label is not shown. A code and its name share one.

use super::document::Kind::{self, Amount, Code, Currency, Day, Named, Percent, Rate, Text, Truth, Whole};

/// A field: its name in the document, its form, and its label in Russian and English.
pub(super) type Field = (&'static str, Kind, &'static str, &'static str);

/// A part of an agreement: an object, shown as facts, or a list of objects, shown as a table.
#[derive(Debug)]
pub(super) struct Part {
    /// Names of objects from the outside in, divided by dots; empty for the agreement itself.
    pub(super) path: &'static str,
    /// The heading in Russian and English.
    pub(super) title: (&'static str, &'static str),
    pub(super) fields: &'static [Field],
}

/// The table of [`PARTS`]: path and title of each, and its fields with name, form and label.
macro_rules! parts {
    ($($path:literal $russian:literal, $english:literal {
        $($name:literal: $kind:expr, $russian_label:literal, $english_label:literal;)+
    })+) => {
        pub(super) static PARTS: &[Part] = &[$(Part {
            path: $path,
            title: ($russian, $english),
            fields: &[$(($name, $kind, $russian_label, $english_label)),+],
        }),+];
    };
}

parts! {
    "" "Условия", "Terms" {
        "number": Text, "Номер договора", "Agreement number";
        "agreementDate": Day, "Дата договора", "Date of the agreement";
        "facilityType": Named("facilityTypeName"), "Вид", "Facility";
        "status": Named("statusName"), "Статус", "Status";
        "amount": Amount("currency"), "Сумма договора", "Amount of the agreement";
        "currency": Currency, "Валюта договора", "Currency of the agreement";
        "endDate": Day, "Действует до", "Valid until";
        "deadLineDate": Day, "Лимит доступен до", "Limit available until";
        "guaranteesCount": Whole, "Выпущено гарантий", "Guarantees issued";
        "thirdParty": Truth, "Выпуск за третьих лиц", "Guarantees for third parties";
        "multiCurrency": Truth, "Гарантии в разных валютах", "Guarantees in several currencies";
    }
    "guaranteeSums" "Выпущенные гарантии по валютам", "Guarantees issued, by currency" {
        "sumCurrency": Currency, "Валюта", "Currency";
        "count": Whole, "Гарантий", "Guarantees";
        "sum": Amount("sumCurrency"), "Сумма", "Sum";
    }
    "additionalAgreements" "Дополнительные соглашения", "Additional agreements" {
        "editionNumber": Text, "Номер редакции", "Edition";
        "editionDate": Day, "Дата редакции", "Date of the edition";
    }
    "collateral" "Обеспечение", "Collateral" {
        "type": Code, "Вид обеспечения", "Kind of collateral";
        "currency": Currency, "Валюта обеспечения", "Currency of the collateral";
        "coverType": Code, "Вид покрытия", "Kind of coverage";
        "coverCurrency": Currency, "Валюта покрытия", "Currency of the coverage";
        "coverAmount": Percent, "Размер покрытия от гарантии", "Coverage of the guarantee";
        "coverEndDate": Whole, "Покрытие после гарантии, дней", "Coverage after the guarantee, days";
        "isCpCover": Truth, "Покрытие даёт контрагент", "Coverage by the counterparty";
        "inGuaranteeCurrency": Truth, "Покрытие в валюте гарантии", "Coverage in the guarantee's currency";
        "allCoveragePlacement": Truth, "Покрытие размещено целиком", "All coverage placed";
        "bankAccrual": Code, "Проценты на покрытие", "Interest on the coverage";
        "rateType": Code, "Вид ставки", "Kind of rate";
        "rateAmount": Rate, "Ставка", "Rate";
        "rateSpread": Rate, "Надбавка к ставке", "Spread over the rate";
        "paymentFrequency": Code, "Выплата процентов", "Payment of interest";
        "accountType": Code, "Вид счёта", "Kind of account";
        "account": Text, "Счёт", "Account";
        "individualConditions": Truth, "Индивидуальные условия", "Individual conditions";
        "comment": Text, "Примечание", "Remark";
    }
    "guaranteeCommission" "Комиссия за гарантии", "Commission for guarantees" {
        "tariff": Text, "Тариф", "Tariff";
        "lateFeesRate": Percent, "Неустойка за просрочку", "Penalty for late payment";
        "isCPGuaranteePayment": Truth, "Комиссию платит контрагент", "Paid by the counterparty";
        "individualConditions": Truth, "Индивидуальные условия", "Individual conditions";
        "comment": Text, "Примечание", "Remark";
    }
    "guaranteeCommission.rate" "Ставка комиссии", "Rate of the commission" {
        "type": Code, "Вид ставки", "Kind of rate";
        "rateAmount": Percent, "Единая ставка", "Rate for all guarantees";
    }
    "guaranteeCommission.rate.guaranteeTermRates" "Ставки по сроку гарантии", "Rates by the term of the guarantee" {
        "from": Whole, "Срок от, дней", "Term from, days";
        "to": Whole, "до, дней", "to, days";
        "rateAmount": Percent, "Ставка", "Rate";
    }
    "guaranteeCommission.rate.guaranteeTypeRates" "Ставки по виду гарантии", "Rates by the kind of the guarantee" {
        "guaranteeType": Code, "Вид гарантии", "Kind of guarantee";
        "rateAmount": Percent, "Ставка", "Rate";
    }
    "guaranteeCommission.ratesRange" "Минимальная и максимальная ставка", "Lowest and highest rate" {
        "rateFrom": Percent, "От", "From";
        "rateTo": Percent, "До", "To";
    }
    "guaranteeCommission.minAmount" "Минимальная комиссия", "Minimum commission" {
        "type": Code, "Вид", "Kind";
        "amount": Amount("currency"), "Сумма", "Sum";
        "currency": Currency, "Валюта", "Currency";
    }
    "guaranteeCommission.minAmount.guaranteeTypeMinAmounts"
        "Минимальная комиссия по виду гарантии", "Minimum commission by the kind of the guarantee" {
        "guaranteeType": Code, "Вид гарантии", "Kind of guarantee";
        "amount": Amount("currency"), "Сумма", "Sum";
        "currency": Currency, "Валюта", "Currency";
    }
    "guaranteeCommission.fixedRate" "Фиксированная комиссия", "Fixed commission" {
        "amount": Amount("currency"), "Сумма", "Sum";
        "currency": Currency, "Валюта", "Currency";
        "inAgreementCurrency": Truth, "В валюте договора", "In the currency of the agreement";
    }
    "guaranteeCommission.accrual" "Начисление комиссии", "Accrual of the commission" {
        "type": Code, "Вид начисления", "Kind of accrual";
        "frequency": Code, "Периодичность", "Frequency";
        "period": Code, "Период", "Period";
        "boundDay": Whole, "День периода", "Day of the period";
        "firstPeriodEndType": Code, "Конец первого периода", "End of the first period";
        "collectionProcedure": Code, "Порядок взимания", "Procedure of collection";
        "writeOffTransfer": Code, "Если день нерабочий", "When the day is a day off";
        "increasedRate": Percent, "Повышенная ставка", "Increased rate";
    }
    "guaranteeCommission.writeOff" "Списание комиссии", "Collection of the commission" {
        "account": Text, "Счёт списания", "Account";
        "accountType": Code, "Вид счёта", "Kind of account";
        "period": Whole, "Период списания", "Period of collection";
        "periodMaturity": Whole, "Срок оплаты, дней", "Days until payment is due";
        "isPartialRefundPossible": Truth, "Частичный возврат возможен", "A part can be refunded";
        "partialRefund": Code, "Порядок частичного возврата", "How a part is refunded";
    }
}
