-- How many connections the clients of the pooler share in transactions; null: what follows from the compute size.
alter table projects add column pooler_size integer check (pooler_size between 1 and 3000);
