-- Days of the bank that its calendar names. Every other day follows its weekday, and as long as there is no row every
-- day is a business day.
create table business_days (
    calendar_date text not null primary key,
    is_business_day boolean not null
--@ sqlite
) without rowid;
--@ postgres
);
--@ both

-- The minute of a business day, in the bank's zone, from which something of a kind waits for the next one; null for a
-- kind that has none any more.
create table cut_offs (
    kind text not null primary key,
    until_minute bigint check (until_minute between 0 and 1439)
--@ sqlite
) without rowid;
--@ postgres
);
--@ both
