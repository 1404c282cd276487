--@ expands
--@ beside
-- Closing balances by their moment: what is over its time is found there (LIF-03). A day adds its rows at the end.
create index concurrently if not exists closing_balances_by_end
    on closing_balances (closed_at_us, ledger_account_id, closing_date);
