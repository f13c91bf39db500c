import { describe, type ObjectKind, PAGE } from './object-scope.ts';

export interface ExtensionObject {
  name: string;
  /** Where its objects are; null when it is not installed. */
  schema: string | null;
  /** Null when its files are gone. */
  default_version: string | null;
  installed_version: string | null;
  comment: string | null;
}

/** What is installed and what can be. Their id is the name. */
export const EXTENSION_OBJECTS: ObjectKind<ExtensionObject> = {
  page: `page as materialized (
  select coalesce(a.name, e.extname) as name, e.extnamespace, a.default_version, e.extversion, a.comment
  from pg_catalog.pg_available_extensions() as a
  full join pg_catalog.pg_extension e on e.extname = a.name
  where $4::pg_catalog.text is null or coalesce(a.name, e.extname) = $4::pg_catalog.text
  order by 1
  ${PAGE}
)`,
  topic: describe(`
select p.name, n.nspname as schema, p.default_version, p.extversion as installed_version, p.comment
from page p
left join pg_catalog.pg_namespace n on n.oid = p.extnamespace
order by p.name`),
};
