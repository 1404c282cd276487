--@ expands
-- Accounts whose money is on its way out of the bank and may still come back, and for what: none of them is closed meanwhile.
create table ledger_awaited_returns (
    ledger_account_id text not null,
    awaited_for text not null,
    primary key (ledger_account_id, awaited_for)
--@ sqlite
) without rowid;
--@ postgres
);
--@ both
