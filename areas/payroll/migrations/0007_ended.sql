--@ expands
--@ beside
-- Statements that have ended, by the moment of it: what is over its time is found there (LIF-03).
create index concurrently if not exists payroll_statements_ended on payroll_statements (changed_at_us, statement_id)
    where state = 'EXECUTED' or state = 'PARTLY_EXECUTED' or state = 'DECLINED' or state = 'DELETED'
        or state = 'ERROR_SIGN' or (kind = 'SIGNED' and state = 'ERROR');
