import type { AdvisorFinding } from '@basalt/contract';

/** A page on which what a finding is about can be looked at. */
export interface FindingPlace {
  to: string;
  search?: Readonly<Record<string, string>>;
  hash?: string;
  label: string;
  /** What is concerned, for those who hear one link after the other. */
  name: string;
}

const OF_POLICIES: ReadonlySet<string> = new Set([
  'auth_rls_initplan',
  'multiple_permissive_policies',
  'policy_exists_rls_disabled',
  'rls_disabled_in_public',
  'rls_enabled_no_policy',
  'rls_policy_always_true',
  'rls_references_user_metadata',
  'sensitive_columns_exposed',
  'insecure_queue_exposed_in_api',
]);
const OF_INDEXES: ReadonlySet<string> = new Set([
  'duplicate_index',
  'invalid_index',
  'policy_column_unindexed',
  'unindexed_foreign_keys',
  'unused_index',
]);
const RELATION_KINDS: Readonly<Record<string, string>> = {
  table: 'tables',
  view: 'views',
  'materialized view': 'materialized-views',
  'foreign table': 'foreign-tables',
};

/** The pages that a finding leads to, the one where it is mended first. */
export function placesOf({ name: lint, categories, metadata }: AdvisorFinding): FindingPlace[] {
  const { type } = metadata;
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
  const schema = textOf(metadata.schema);
  const name = textOf(metadata.name);
  const inPage = (page: string, label: string, kind?: string): FindingPlace => ({
    label,
    name: [schema, name].filter((part) => part !== '').join('.'),
    to: `/project/$ref/database/${page}`,
    search: {
      q: name,
      ...(schema === '' || schema === 'public' || page === 'extensions' ? {} : { schema }),
      ...(kind === undefined || kind === 'tables' ? {} : { kind }),
    },
  });
  if (type === 'bucket')
    return [
      {
        label: 'Policies of files',
        name: String(metadata.bucket_name ?? ''),
        to: '/project/$ref/database/policies',
        search: { schema: 'storage', q: 'objects' },
      },
    ];
  if (type === 'auth')
    return [{ label: 'Open settings', name: 'authentication', to: '/project/$ref/auth/settings' }];
  if (name === '') return [];
  if (type === 'function') return [inPage('functions', 'Open function')];
  if (type === 'extension') return [inPage('extensions', 'Open extension')];
  if (type === 'role') return [inPage('roles', 'Open role')];
  const kind = RELATION_KINDS[String(type ?? 'table')];
  if (kind === undefined) return [];
  const place = OF_POLICIES.has(lint)
    ? inPage('policies', 'Open policies')
    : OF_INDEXES.has(lint)
      ? inPage('indexes', 'Open indexes')
      : inPage('tables', `Open ${type ?? 'table'}`, kind);
  const isReached = categories.includes('SECURITY') && type !== undefined && schema !== '';
  return isReached ? [place, reach(schema, name)] : [place];
}

function reach(schema: string, name: string): FindingPlace {
  return {
    label: 'Who can reach it',
    name: `${schema}.${name}`,
    to: '/project/$ref/api/tables',
    search: { q: name },
  };
}
