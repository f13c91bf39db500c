import { quoteIdent, quoteLiteral } from '@basalt/sql';
import { lint, type Named, qualified, spoken } from '../lint.ts';

interface Extension {
  name: string;
  isRelocatable: boolean;
  installed: string;
  available: string;
}

export const extensionInPublic = lint<Extension>({
  name: 'extension_in_public',
  title: 'Extension in Public',
  level: 'WARN',
  category: 'SECURITY',
  description:
    'Extensions in the schema public: the Data API serves their functions and tables, and their names mix with yours.',
  remediation:
    'Move the extension to the schema extensions, or create it there anew where it cannot be moved.',
  sql: `
select e.extname::pg_catalog.text as name, e.extrelocatable as "isRelocatable", e.extversion as installed, '' as available
from pg_catalog.pg_extension e join pg_catalog.pg_namespace n on n.oid = e.extnamespace
where n.nspname = 'public' and e.extname <> 'plpgsql' order by 1`,
  read: (row) => ({
    key: [row.name],
    detail: `Extension \`${row.name}\` is installed in the public schema. Move it to another schema.`,
    metadata: { schema: 'public', name: row.name, type: 'extension' },
    fix: row.isRelocatable ? `alter extension ${quoteIdent(row.name)} set schema extensions;` : null,
  }),
});

export const extensionVersionsOutdated = lint<Extension>({
  name: 'extension_versions_outdated',
  title: 'Extension Versions Outdated',
  level: 'WARN',
  category: 'SECURITY',
  description: 'Extensions of which the server has a newer version than the database uses.',
  remediation: 'Update the extension.',
  // The functions behind these views read the server's own files, and nothing else.
  sql: `
select e.extname::pg_catalog.text as name, e.extrelocatable as "isRelocatable", e.extversion as installed, a.default_version as available
from pg_catalog.pg_extension e
join pg_catalog.pg_available_extensions() as a(name, default_version, comment) on a.name = e.extname
where a.default_version <> e.extversion
  and exists (select from pg_catalog.pg_available_extension_versions() as v(name, version, superuser, trusted, relocatable, schema, requires, comment)
    where v.name = e.extname and v.version = e.extversion)
order by 1`,
  read: (row) => ({
    key: [row.name, row.installed],
    detail: `Extension \`${row.name}\` is using version \`${row.installed}\` but version \`${row.available}\` is available. Using outdated extension versions may expose the database to security vulnerabilities.`,
    metadata: {
      extension_name: row.name,
      installed_version: row.installed,
      default_version: row.available,
    },
    fix: `alter extension ${quoteIdent(row.name)} update to ${quoteLiteral(row.available)};`,
  }),
});

export const unsupportedRegTypes = lint<Named & { column: string; type: string }>({
  name: 'unsupported_reg_types',
  title: 'Unsupported reg types',
  level: 'WARN',
  category: 'SECURITY',
  description:
    'Columns of types that hold ids of the catalog, such as regproc: a database with them cannot be upgraded to another version in place.',
  remediation: 'Keep the name as text.',
  sql: `
select c.nspname::pg_catalog.text as schema, c.relname::pg_catalog.text as name, a.attname::pg_catalog.text as column,
  t.typname::pg_catalog.text as type
from relations c
join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
join pg_catalog.pg_type t on t.oid = a.atttypid and t.typnamespace = 'pg_catalog'::pg_catalog.regnamespace
where c.relkind in ('r', 'p', 'm') and not c.relispartition and t.typname in
  ('regcollation', 'regconfig', 'regdictionary', 'regnamespace', 'regoper', 'regoperator', 'regproc', 'regprocedure')
order by 1, 2, 3`,
  read: (row) => ({
    key: [row.schema, row.name, row.column],
    detail: `Table ${spoken(row)} has a column \`${row.column}\` with unsupported reg* type \`${row.type}\`.`,
    metadata: { schema: row.schema, name: row.name, type: 'table', column: row.column },
    fix: `alter table ${qualified(row)} alter column ${quoteIdent(row.column)} type text;`,
  }),
});

export const foreignKeyToAuthUnique = lint<Named & { fkey: string }>({
  name: 'fkey_to_auth_unique',
  title: 'Foreign Key to Auth Unique Constraint',
  level: 'ERROR',
  category: 'SECURITY',
  description:
    'Foreign keys to columns of the schema auth that are not its primary key: they keep the tables of auth from being updated.',
  remediation: 'Point the key at the primary key, such as auth.users (id).',
  sql: `
select n.nspname::pg_catalog.text as schema, c.relname::pg_catalog.text as name, k.conname::pg_catalog.text as fkey
from pg_catalog.pg_constraint k
join pg_catalog.pg_class c on c.oid = k.conrelid
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
join pg_catalog.pg_class t on t.oid = k.confrelid
join pg_catalog.pg_index i on i.indexrelid = k.conindid
where k.contype = 'f' and k.conparentid = 0 and t.relnamespace = (select a.oid from pg_catalog.pg_namespace a where a.nspname = 'auth')
  and n.nspname not in ('auth', 'storage', 'realtime') and not i.indisprimary
order by 1, 2, 3`,
  read: (row) => ({
    key: [row.schema, row.name, row.fkey],
    detail: `Table ${spoken(row)} has a foreign key \`${row.fkey}\` referencing an auth unique constraint`,
    metadata: { schema: row.schema, name: row.name, foreign_key: row.fkey },
    fix: null,
  }),
});
