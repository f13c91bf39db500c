/**
 * What a search among users looks into, as SQL on a row of `auth.users`: one text of address, number and names in small letters, each
 * begun by the end of a line. The search asks with just this expression, and where a project has many users it has an index.
 */
export const SEARCHED_USER_TEXT = `pg_catalog.lower(${[
  'email::text',
  'phone',
  `(raw_user_meta_data operator(pg_catalog.->>) 'name')`,
  `(raw_user_meta_data operator(pg_catalog.->>) 'full_name')`,
]
  .map((text) => `E'\\n' operator(pg_catalog.||) coalesce(${text}, '')`)
  .join(' operator(pg_catalog.||) ')})`;
