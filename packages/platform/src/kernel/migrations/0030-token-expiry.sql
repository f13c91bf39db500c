-- When a personal access token ends; null: it does not.
alter table access_tokens add column expires_at timestamptz(3);
