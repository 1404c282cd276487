-- The terms on which the bank converts wages (PAY-10), where they are not those of the settings.
create table payroll_conversion_terms (
    currency text not null primary key,
    -- How far a statement's rate may lie from the bank's rate of the day, in hundredths of a percent.
    tolerance_basis_points bigint check (tolerance_basis_points between 0 and 5000),
    -- The most of the currency that is sold on one day, in hundredths.
    day_limit_minor bigint check (day_limit_minor >= 0)
);

-- What the bank has sold of a currency on a day of its zone, and the roubles that were paid for it. The unit of work that
-- sells adds to the row as long as the day's limit is not reached: it is here that two processes cannot go beyond it together.
create table payroll_conversion_days (
    currency text not null,
    conversion_date text not null,
    sold_minor bigint not null check (sold_minor between 0 and 9000000000000000),
    price_minor bigint not null check (price_minor between 0 and 9000000000000000),
    primary key (currency, conversion_date)
--@ sqlite
) without rowid;
--@ postgres
);
--@ both
