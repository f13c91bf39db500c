import type { Topic } from './read-catalog.ts';

/** Where the columns of a view come from, one step down: by number of the column. */
export type ViewColumns = ReadonlyMap<number, { relation: number; column: number }>;

export interface ViewRow {
  readonly oid: number;
  readonly columns: ViewColumns;
}

/** All views of the database, without PostgreSQL's own. Payload: oid, a space, and the stored form of the view's query. */
export const VIEWS: Topic<ViewRow> = {
  sql: `
select c.oid::pg_catalog.text || ' ' || r.ev_action::pg_catalog.text as payload
from pg_catalog.pg_rewrite r
join pg_catalog.pg_class c on c.oid = r.ev_class and c.relkind in ('v', 'm')
  and c.relnamespace not in (select oid from system_schemas)
where r.rulename = '_RETURN' and r.ev_type = '1'`,
  read: (payload) => {
    const space = payload.indexOf(' ');
    return { oid: Number(payload.slice(0, space)), columns: parseViewRule(payload.slice(space + 1)) };
  },
};

// What gives the text its structure. Everything in a value that could be mistaken for it has a backslash before it.
const STRUCTURE = /\\[\s\S]|[(){}]|:targetList (?=\()/g;
// An output column ends so; `resname` before it cannot hold a space without a backslash.
const END_OF_ENTRY = /^ :resno (\d+) .* :resorigtbl (\d+) :resorigcol (\d+) :resjunk (true|false)$/s;

/**
 * Reads from the stored query of a view (pg_rewrite.ev_action) which relation and column each of its columns shows
 * unchanged. The server notes the origin of every output column; only those of the outermost query count, so the text
 * is followed through its brackets: `({QUERY … :targetList ({TARGETENTRY :expr {…} :resno 1 …} …) …})`.
 */
export function parseViewRule(rule: string): ViewColumns {
  const columns = new Map<number, { relation: number; column: number }>();
  let depth = 0;
  let inTargets = false;
  let endOfExpression = -1;
  STRUCTURE.lastIndex = 0;
  for (let match = STRUCTURE.exec(rule); match; match = STRUCTURE.exec(rule)) {
    const [token] = match;
    if (token === '(' || token === '{') depth += 1;
    else if (token === ')' || token === '}') {
      depth -= 1;
      if (!inTargets) continue;
      // The list opens at depth 3, its entries at 4, their expressions at 5.
      if (depth === 4) endOfExpression = STRUCTURE.lastIndex;
      else if (depth === 3) note(columns, rule.slice(endOfExpression, match.index));
      else if (depth === 2) return columns;
    } else if (token.startsWith(':') && depth === 2) inTargets = true;
  }
  return columns;
}

function note(columns: Map<number, { relation: number; column: number }>, tail: string): void {
  const [, column, relation, origin, hidden] = END_OF_ENTRY.exec(tail) ?? [];
  if (relation === undefined || relation === '0' || hidden === 'true') return;
  columns.set(Number(column), { relation: Number(relation), column: Number(origin) });
}
