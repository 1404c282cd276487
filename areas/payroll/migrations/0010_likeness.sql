--@ expands
-- SHA-256 of the canonical payload of a statement that came without signatures: what tells a repeat from another statement of
-- the same name. A signed one has its digest. Null for those made in the online bank.
alter table payroll_statements add column content_digest bytea;
-- SHA-256 of the accounts and amounts of its transfers in their order: what tells that the same people are paid the same again.
alter table payroll_statements add column rows_digest bytea;
