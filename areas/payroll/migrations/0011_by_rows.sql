--@ expands
--@ beside
-- Statements of a company by what they pay: each check looks for an earlier one that pays the same.
create index concurrently if not exists payroll_statements_by_rows on payroll_statements (cnum, rows_digest, created_at_us)
    where rows_digest is not null;
