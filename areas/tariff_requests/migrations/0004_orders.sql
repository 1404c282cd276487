-- The orders of a client's list that had no index of their own: by state, by type and by either name, each with the key
-- behind it. Those of the second migration have the moment of creation before the key: they serve the usual order of what
-- a filter has picked.
--@ sqlite
create index tariff_requests_in_order_of_state on tariff_requests (cnum, state, request_id) where deleted_at_us is null;
create index tariff_requests_in_order_of_type on tariff_requests (cnum, document_type, request_id)
    where deleted_at_us is null;
--@ postgres
-- A column of another collation than the order that is asked for cannot serve it, not even in a database of collation C.
create index tariff_requests_in_order_of_state on tariff_requests (cnum, state collate "C", request_id)
    where deleted_at_us is null;
create index tariff_requests_in_order_of_type on tariff_requests (cnum, document_type collate "C", request_id)
    where deleted_at_us is null;
--@ both
create index tariff_requests_in_order_of_name on tariff_requests (cnum, target_plan_name, request_id)
    where deleted_at_us is null;
create index tariff_requests_in_order_of_public_name on tariff_requests (cnum, target_plan_public_name, request_id)
    where deleted_at_us is null;
