-- A sign-in is counted as failed before its password is checked, and taken back when it was right: attempts made at the
-- same time must not all be the first. `attempt` joins the rows of one of them.
alter table sign_in_failures add column attempt uuid not null default gen_random_uuid();
