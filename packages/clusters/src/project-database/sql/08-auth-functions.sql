-- What policies ask about the caller. The per-claim settings are what old gateways set; they win. On a pooled connection a
-- setting that was local to a finished transaction reads as the empty text, which means "not there".
-- Bodies are parsed here and now, so no search path of a caller changes what they mean, and the planner can inline them.

create function auth.uid() returns uuid language sql stable parallel safe
return coalesce(
  nullif(current_setting('request.jwt.claim.sub', true), ''),
  nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
)::uuid;

create function auth.role() returns text language sql stable parallel safe
return coalesce(
  nullif(current_setting('request.jwt.claim.role', true), ''),
  nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
);

create function auth.email() returns text language sql stable parallel safe
return coalesce(
  nullif(current_setting('request.jwt.claim.email', true), ''),
  nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
);

create function auth.jwt() returns jsonb language sql stable parallel safe
return coalesce(
  nullif(current_setting('request.jwt.claim', true), ''),
  nullif(current_setting('request.jwt.claims', true), '')
)::jsonb;
