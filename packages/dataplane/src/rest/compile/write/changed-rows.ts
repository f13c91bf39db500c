import { filterRequired } from '../../errors/index.ts';
import type { ReadLevel } from '../../request/read-plan.ts';
import type { Relation } from '../../schema-cache/schema-cache.ts';
import { compileLevel } from '../level/compile-level.ts';
import type { QueryScope } from '../sql/query-scope.ts';
import { directSource } from '../sql/row-source.ts';

/**
 * Which rows a PATCH or DELETE is for: the filters, with null tests of embeds. That an embed is `!inner` narrows only what is
 * shown of them.
 * @throws {RestError} 21000 without any: a forgotten filter must not cost the whole table
 */
export function changedRows(
  verb: 'UPDATE' | 'DELETE',
  read: ReadLevel,
  relation: Relation,
  alias: string,
  scope: QueryScope,
): readonly string[] {
  const select = read.select.filter((item) => item.kind === 'embed').map((item) => ({ ...item, join: null }));
  const level = { ...read, select, order: [], limit: null, offset: 0 };
  const options = { cap: null, starNamed: false, hoisted: false };
  const { conditions } = compileLevel(level, directSource(alias, relation), scope, options);
  if (conditions.length === 0) throw filterRequired(verb);
  return conditions;
}
