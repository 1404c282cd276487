-- A statement's row changes with every chunk that is paid. As long as its page has room the change stays in the page and leaves
-- the indexes alone, where it would disturb whoever looks for another statement.
--@ postgres
alter table payroll_statements set (fillfactor = 40);
--@ both
