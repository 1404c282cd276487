--@ expands
-- Whose books count: this program's ledger, or the bank's core, whose books this database shows. It is chosen once.
create table bank_books (
    alone bigint not null primary key check (alone = 1),
    keeper text not null check (keeper = 'LEDGER' or keeper = 'CORE'),
    -- The last day of which the core has told that nothing is booked on it any more.
    closed_through text
);

-- How far each system of the core has told what it books.
create table core_feeds (
    system text not null primary key,
    last_number bigint not null check (last_number >= 0),
    taken_at_us bigint not null
);

-- What the core has told and these books do not have so: a fact that was refused, until it comes again and is taken, and
-- a balance that is another here, until one agrees.
create table core_differences (
    system text not null,
    number bigint not null,
    account text,
    code text not null,
    message text not null,
    told_minor bigint,
    here_minor bigint,
    told_at_us bigint not null,
    primary key (system, number)
);
create index core_differences_of_account on core_differences (account) where account is not null;
