import { lint, type Named, qualified, spoken } from '../lint.ts';
import { splitName } from '../policy-text.ts';

const enableRls = (table: Named) => `alter table ${qualified(table)} enable row level security;`;

const EXPOSED_WITHOUT_RLS = `
  c.relkind in ('r', 'p') and not c.relrowsecurity and pg_catalog.cardinality(c.users) > 0`;

export const rlsDisabledInPublic = lint<Named & { users: string[] }>({
  name: 'rls_disabled_in_public',
  title: 'RLS disabled in public',
  level: 'ERROR',
  category: 'SECURITY',
  description:
    'Tables that the Data API serves without row level security: whoever has a publishable key, and every visitor of your app has one, reaches all of their rows.',
  remediation:
    'Enable row level security. Nobody gets in then until a policy says so, so add the policies that let the right people in. A table that only servers use can have its grants taken away instead.',
  sql: `
select c.nspname::pg_catalog.text as schema, c.relname::pg_catalog.text as name, c.users
from api_relations c where ${EXPOSED_WITHOUT_RLS} order by 1, 2`,
  read: (row) => ({
    key: [row.schema, row.name],
    detail: `Table ${spoken(row)} is public, but RLS has not been enabled.`,
    metadata: { schema: row.schema, name: row.name, type: 'table', exposed_to: row.users },
    fix: enableRls(row),
  }),
});

export const sensitiveColumnsExposed = lint<Named & { columns: string[] }>({
  name: 'sensitive_columns_exposed',
  title: 'Sensitive columns exposed',
  level: 'ERROR',
  category: 'SECURITY',
  description:
    'Tables that everybody can read over the Data API, with columns whose names tell of secrets or personal data.',
  remediation: 'Enable row level security and add policies, or take the grants away.',
  sql: `
select c.nspname::pg_catalog.text as schema, c.relname::pg_catalog.text as name,
  array(select a.attname::pg_catalog.text from pg_catalog.pg_attribute a
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum) as columns
from api_relations c where ${EXPOSED_WITHOUT_RLS} and pg_catalog.cardinality(c.readers) > 0 order by 1, 2`,
  read: (row) => {
    const columns = row.columns.filter(isSensitive);
    if (columns.length === 0) return null;
    return {
      key: [row.schema, row.name],
      detail: `Table ${spoken(row)} is exposed via API without RLS and contains potentially sensitive column(s): ${columns.join(', ')}.`,
      metadata: {
        schema: row.schema,
        name: row.name,
        type: 'table',
        sensitive_columns: columns,
        matched_patterns: columns.map((column) => splitName(column).join('_')),
      },
      fix: enableRls(row),
    };
  },
});

/** Words that name secrets and personal data. Two with a space stand beside each other. */
const SENSITIVE = [
  'password',
  'passwd',
  'pwd',
  'passphrase',
  'secret',
  'secrets',
  'api key',
  'apikey',
  'private key',
  'secret key',
  'access token',
  'refresh token',
  'auth token',
  'session token',
  'oauth token',
  'bearer token',
  'otp',
  'totp',
  'mfa',
  'ssn',
  'social security',
  'national id',
  'tax id',
  'passport',
  'drivers license',
  'driver license',
  'credit card',
  'creditcard',
  'card number',
  'cardnumber',
  'cvv',
  'cvc',
  'iban',
  'bank account',
  'account number',
  'routing number',
  'date of birth',
  'birth date',
  'birthdate',
  'dob',
  'medical',
  'diagnosis',
  'salary',
  'biometric',
  'fingerprint',
].map((words) => ` ${words} `);

/** Whether a column's name has a word that names something to be kept from others, such as `password_hash` or `homeIban`. */
function isSensitive(column: string): boolean {
  const words = ` ${splitName(column).join(' ')} `;
  return SENSITIVE.some((word) => words.includes(word));
}

export const policyExistsRlsDisabled = lint<Named & { policies: string[] }>({
  name: 'policy_exists_rls_disabled',
  title: 'Policy exists, RLS disabled',
  level: 'ERROR',
  category: 'SECURITY',
  description: 'Tables with policies that do nothing, because row level security is not enabled for them.',
  remediation: 'Enable row level security, so that the policies apply.',
  sql: `
select c.nspname::pg_catalog.text as schema, c.relname::pg_catalog.text as name,
  pg_catalog.array_agg(p.polname::pg_catalog.text order by p.polname) as policies
from relations c join pg_catalog.pg_policy p on p.polrelid = c.oid
where not c.relrowsecurity group by c.nspname, c.relname order by 1, 2`,
  read: (row) => ({
    key: [row.schema, row.name],
    detail: `Table ${spoken(row)} has RLS policies but RLS is not enabled on the table. Policies include {${row.policies.join(',')}}.`,
    metadata: { schema: row.schema, name: row.name, type: 'table', policies: row.policies },
    fix: enableRls(row),
  }),
});

export const rlsEnabledNoPolicy = lint<Named>({
  name: 'rls_enabled_no_policy',
  title: 'RLS enabled, no policy',
  level: 'INFO',
  category: 'SECURITY',
  description:
    'Tables with row level security and without a policy, though roles of the API may use them: nobody gets in but servers with a secret key.',
  remediation: 'Add a policy that lets the right people in. If only servers use the table, all is well.',
  sql: `
select c.nspname::pg_catalog.text as schema, c.relname::pg_catalog.text as name
from api_relations c
where c.relkind in ('r', 'p') and c.relrowsecurity and pg_catalog.cardinality(c.readers) > 0
  and not exists (select from pg_catalog.pg_policy p where p.polrelid = c.oid)
order by 1, 2`,
  read: (row) => ({
    key: [row.schema, row.name],
    detail: `Table ${spoken(row)} has RLS enabled, but no policies exist`,
    metadata: { schema: row.schema, name: row.name, type: 'table' },
    fix: null,
  }),
});

export const insecureQueueExposed = lint<Named>({
  name: 'insecure_queue_exposed_in_api',
  title: 'Insecure queue exposed in API',
  level: 'ERROR',
  category: 'SECURITY',
  keyPrefix: 'rls_disabled_in_public',
  description: 'Queues that can be used over the Data API and whose table has no row level security.',
  remediation: 'Enable row level security for the table of the queue and add policies.',
  sql: `
select n.nspname::pg_catalog.text as schema, c.relname::pg_catalog.text as name
from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where n.nspname = 'pgmq' and pg_catalog.starts_with(c.relname::pg_catalog.text, 'q_') and c.relkind in ('r', 'p')
  and not c.relrowsecurity and 'pgmq_public' in (select name from exposed_schemas)
  and exists (select from api_roles r where pg_catalog.has_table_privilege(r.oid, c.oid, 'SELECT'))
order by 1, 2`,
  read: (row) => ({
    key: [row.schema, row.name],
    detail: `Table ${spoken(row)} is public, but RLS has not been enabled.`,
    metadata: { schema: row.schema, name: row.name, type: 'table' },
    fix: enableRls(row),
  }),
});
