//! Every field of an agreement with its label, in the order of the page. A test compares the list with the agreement of
//! the specification: a field without a label is not shown.

use super::document::Kind::{self, Amount, Day, Percent, Text, Truth, Whole};

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

pub(super) static PARTS: &[Part] = &[
    Part {
        path: "",
        title: ("Условия", "Terms"),
        fields: &[
            ("number", Text, "Номер договора", "Agreement number"),
            ("agreementDate", Day, "Дата договора", "Date of the agreement"),
            ("facilityTypeName", Text, "Вид", "Facility"),
            ("facilityType", Text, "Код вида", "Facility code"),
            ("statusName", Text, "Статус", "Status"),
            ("status", Text, "Код статуса", "Status code"),
            ("amount", Amount("currency"), "Сумма договора", "Amount of the agreement"),
            ("currency", Text, "Валюта договора", "Currency of the agreement"),
            ("endDate", Day, "Действует до", "Valid until"),
            ("deadLineDate", Day, "Лимит доступен до", "Limit available until"),
            ("guaranteesCount", Whole, "Выпущено гарантий", "Guarantees issued"),
            ("thirdParty", Truth, "Выпуск за третьих лиц", "Guarantees for third parties"),
            ("multiCurrency", Truth, "Гарантии в разных валютах", "Guarantees in several currencies"),
        ],
    },
    Part {
        path: "guaranteeSums",
        title: ("Выпущенные гарантии по валютам", "Guarantees issued, by currency"),
        fields: &[
            ("sumCurrency", Text, "Валюта", "Currency"),
            ("count", Whole, "Гарантий", "Guarantees"),
            ("sum", Amount("sumCurrency"), "Сумма", "Sum"),
        ],
    },
    Part {
        path: "additionalAgreements",
        title: ("Дополнительные соглашения", "Additional agreements"),
        fields: &[
            ("editionNumber", Text, "Номер редакции", "Edition"),
            ("editionDate", Day, "Дата редакции", "Date of the edition"),
        ],
    },
    Part {
        path: "collateral",
        title: ("Обеспечение", "Collateral"),
        fields: &[
            ("type", Text, "Вид обеспечения", "Kind of collateral"),
            ("currency", Text, "Валюта обеспечения", "Currency of the collateral"),
            ("coverType", Text, "Вид покрытия", "Kind of coverage"),
            ("coverCurrency", Text, "Валюта покрытия", "Currency of the coverage"),
            ("coverAmount", Percent, "Размер покрытия от гарантии", "Coverage of the guarantee"),
            ("coverEndDate", Whole, "Покрытие после гарантии, дней", "Coverage after the guarantee, days"),
            ("isCpCover", Truth, "Покрытие даёт контрагент", "Coverage by the counterparty"),
            (
                "inGuaranteeCurrency",
                Truth,
                "Покрытие в валюте гарантии",
                "Coverage in the guarantee's currency",
            ),
            ("allCoveragePlacement", Truth, "Покрытие размещено целиком", "All coverage placed"),
            ("bankAccrual", Text, "Проценты на покрытие", "Interest on the coverage"),
            ("rateType", Text, "Вид ставки", "Kind of rate"),
            ("rateAmount", Text, "Ставка", "Rate"),
            ("rateSpread", Text, "Надбавка к ставке", "Spread over the rate"),
            ("paymentFrequency", Text, "Выплата процентов", "Payment of interest"),
            ("accountType", Text, "Вид счёта", "Kind of account"),
            ("account", Text, "Счёт", "Account"),
            ("individualConditions", Truth, "Индивидуальные условия", "Individual conditions"),
            ("comment", Text, "Примечание", "Remark"),
        ],
    },
    Part {
        path: "guaranteeCommission",
        title: ("Комиссия за гарантии", "Commission for guarantees"),
        fields: &[
            ("tariff", Text, "Тариф", "Tariff"),
            ("lateFeesRate", Percent, "Неустойка за просрочку", "Penalty for late payment"),
            ("isCPGuaranteePayment", Truth, "Комиссию платит контрагент", "Paid by the counterparty"),
            ("individualConditions", Truth, "Индивидуальные условия", "Individual conditions"),
            ("comment", Text, "Примечание", "Remark"),
        ],
    },
    Part {
        path: "guaranteeCommission.rate",
        title: ("Ставка комиссии", "Rate of the commission"),
        fields: &[
            ("type", Text, "Вид ставки", "Kind of rate"),
            ("rateAmount", Percent, "Единая ставка", "Rate for all guarantees"),
        ],
    },
    Part {
        path: "guaranteeCommission.rate.guaranteeTermRates",
        title: ("Ставки по сроку гарантии", "Rates by the term of the guarantee"),
        fields: &[
            ("from", Whole, "Срок от, дней", "Term from, days"),
            ("to", Whole, "до, дней", "to, days"),
            ("rateAmount", Percent, "Ставка", "Rate"),
        ],
    },
    Part {
        path: "guaranteeCommission.rate.guaranteeTypeRates",
        title: ("Ставки по виду гарантии", "Rates by the kind of the guarantee"),
        fields: &[
            ("guaranteeType", Text, "Вид гарантии", "Kind of guarantee"),
            ("rateAmount", Percent, "Ставка", "Rate"),
        ],
    },
    Part {
        path: "guaranteeCommission.ratesRange",
        title: ("Границы ставки", "Range of the rate"),
        fields: &[("rateFrom", Percent, "От", "From"), ("rateTo", Percent, "До", "To")],
    },
    Part {
        path: "guaranteeCommission.minAmount",
        title: ("Наименьшая комиссия", "Least commission"),
        fields: &[
            ("type", Text, "Вид", "Kind"),
            ("amount", Amount("currency"), "Сумма", "Sum"),
            ("currency", Text, "Валюта", "Currency"),
        ],
    },
    Part {
        path: "guaranteeCommission.minAmount.guaranteeTypeMinAmounts",
        title: ("Наименьшая комиссия по виду гарантии", "Least commission by the kind of the guarantee"),
        fields: &[
            ("guaranteeType", Text, "Вид гарантии", "Kind of guarantee"),
            ("amount", Amount("currency"), "Сумма", "Sum"),
            ("currency", Text, "Валюта", "Currency"),
        ],
    },
    Part {
        path: "guaranteeCommission.fixedRate",
        title: ("Фиксированная комиссия", "Fixed commission"),
        fields: &[
            ("amount", Amount("currency"), "Сумма", "Sum"),
            ("currency", Text, "Валюта", "Currency"),
            ("inAgreementCurrency", Truth, "В валюте договора", "In the currency of the agreement"),
        ],
    },
    Part {
        path: "guaranteeCommission.accrual",
        title: ("Начисление комиссии", "Accrual of the commission"),
        fields: &[
            ("type", Text, "Вид начисления", "Kind of accrual"),
            ("frequency", Text, "Периодичность", "Frequency"),
            ("period", Text, "Период", "Period"),
            ("boundDay", Whole, "День периода", "Day of the period"),
            ("firstPeriodEndType", Text, "Конец первого периода", "End of the first period"),
            ("collectionProcedure", Text, "Порядок взимания", "Procedure of collection"),
            ("writeOffTransfer", Text, "Если день нерабочий", "When the day is a day off"),
            ("increasedRate", Percent, "Повышенная ставка", "Increased rate"),
        ],
    },
    Part {
        path: "guaranteeCommission.writeOff",
        title: ("Списание комиссии", "Collection of the commission"),
        fields: &[
            ("account", Text, "Счёт списания", "Account"),
            ("accountType", Text, "Вид счёта", "Kind of account"),
            ("period", Whole, "Период списания", "Period of collection"),
            ("periodMaturity", Whole, "Срок оплаты, дней", "Days until payment is due"),
            ("isPartialRefundPossible", Truth, "Частичный возврат возможен", "A part can be refunded"),
            ("partialRefund", Text, "Порядок частичного возврата", "How a part is refunded"),
        ],
    },
];
