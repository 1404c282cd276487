--@ expands
-- What archived postings came to, an account at a time (LIF-03): the balance of an account is this and the sum of its
-- postings. Whole entries leave, so that these rows add up to zero in every currency as postings do.
create table carried_forward (
    ledger_account_id text not null primary key,
    amount_minor bigint not null check (amount_minor between -4000000000000000000 and 4000000000000000000),
    postings_count bigint not null check (postings_count >= 1),
    -- The number of the last archived operation, 0 where the account keeps none; the kept ones begin behind it. Its
    -- balance is the amount above, because every posting of such an account is an operation.
    operations_number bigint not null check (operations_number >= 0),
    -- When that operation was booked, and the sum of the debits up to it, in two parts as operations have it.
    booked_at_us bigint,
    debits_high bigint not null check (debits_high >= 0),
    debits_low bigint not null check (debits_low between 0 and 4294967295),
    check ((operations_number = 0) = (booked_at_us is null))
);

-- Postings from before this moment may have left: nothing is posted there any more, so that no key of an archived entry
-- is used again.
create table archived_postings (
    alone bigint not null primary key check (alone = 1),
    before_us bigint not null
);
