import type { ViewAs } from '@basalt/contract';
import { type Impersonation, searchPathFrom, type TableShape } from '@basalt/postgres/rows';
import { quoteIdentAlways } from '@basalt/sql';
import { readServedSchemas } from '../../data-api/database-side.ts';
import type { DataApiSettings } from '../../data-api/settings.ts';
import { PlatformError } from '../../kernel/platform-error.ts';
import type { RowsClient } from './with-rows.ts';

// What the token of a user says who has signed in with a password.
const CLAIMS = `select pg_catalog.json_build_object(
    'aud', coalesce(nullif(u.aud, ''), 'authenticated'), 'sub', u.id,
    'exp', pg_catalog.floor(pg_catalog.date_part('epoch', pg_catalog.now()))::pg_catalog.int8 + 3600,
    'iat', pg_catalog.floor(pg_catalog.date_part('epoch', pg_catalog.now()))::pg_catalog.int8,
    'email', coalesce(u.email, ''), 'phone', coalesce(u.phone, ''),
    'app_metadata', coalesce(u.raw_app_meta_data, '{}'), 'user_metadata', coalesce(u.raw_user_meta_data, '{}'),
    'role', $2::pg_catalog.text, 'aal', 'aal1', 'is_anonymous', u.is_anonymous)::pg_catalog.text as claims
  from auth.users u where u.id = $1::pg_catalog.uuid`;

/**
 * What makes a transaction that of an API request by this role or user: the settings that the Data API gives to policies.
 * @throws PlatformError `not_found` when there is no such user
 */
export async function impersonation(
  client: RowsClient,
  shape: TableShape,
  { role, user_id }: ViewAs,
  settings: DataApiSettings,
): Promise<Impersonation> {
  let claims = JSON.stringify({ role });
  if (user_id !== undefined) {
    const { rows } = await client.query<{ claims: string }>(CLAIMS, [user_id, role]);
    if (rows[0] === undefined)
      throw new PlatformError('not_found', 'This user is not there any more. Choose another one.', {
        field: 'as',
      });
    claims = rows[0].claims;
  }
  const { searchPath } = await readServedSchemas(client, settings);
  const schemas = [...new Set([shape.schema, ...searchPath])];
  return {
    role,
    settings: {
      'request.jwt.claims': claims,
      'request.jwt.claim.sub': user_id ?? '',
      'request.headers': '{}',
      'request.cookies': '{}',
      'request.method': 'GET',
      'request.path': `/${shape.name}`,
      search_path: searchPathFrom(schemas.map(quoteIdentAlways).join(', ')),
    },
  };
}
