import { isFiller, isPunctuation, type Token, tokenize, wordOf } from '@basalt/sql';
import type { PlanJson } from './explain-statement.ts';

/** A table that is read from end to end, and the columns by which its rows are chosen. */
export interface IndexCandidate {
  readonly schema: string;
  readonly table: string;
  /** Compared for being equal. */
  readonly equal: readonly string[];
  /** Compared for being smaller or larger. */
  readonly ranges: readonly string[];
}

/** Where in a plan an index could stand in for reading all of a table. */
export function indexCandidates(plan: PlanJson): IndexCandidate[] {
  const { 'Relation Name': table, Schema: schema, Filter: filter, Alias: alias } = plan;
  const isWholeRead = /^(Parallel )?Seq Scan$/.test(String(plan['Node Type']));
  const children = Array.isArray(plan.Plans) ? (plan.Plans as PlanJson[]) : [];
  const below = children.flatMap(indexCandidates);
  if (!isWholeRead || typeof table !== 'string' || typeof schema !== 'string' || typeof filter !== 'string')
    return below;
  const columns = comparedColumns(filter, typeof alias === 'string' ? alias : table);
  if (columns.equal.length + columns.ranges.length === 0) return below;
  return [{ schema, table, ...columns }, ...below];
}

/**
 * The columns of one relation that a filter compares with something else, for those of its conditions that are joined by AND.
 * @param filter as EXPLAIN VERBOSE writes it: `((n.writer = $1) AND (n.at > $2))`
 */
export function comparedColumns(filter: string, alias: string): Pick<IndexCandidate, 'equal' | 'ranges'> {
  const equal = new Set<string>();
  const ranges = new Set<string>();
  for (const part of conditions(filter)) {
    const compared = comparison(part, alias);
    if (compared === null) continue;
    (compared.operator === '=' ? equal : ranges).add(compared.column);
  }
  for (const column of equal) ranges.delete(column);
  return { equal: [...equal], ranges: [...ranges] };
}

/** The conditions of a filter, each without the brackets around it. */
function conditions(sql: string): string[] {
  const tokens = tokenize(sql).filter((token) => !isFiller(token));
  const inner = withoutBrackets(sql, tokens);
  const parts: Token[][] = [[]];
  let depth = 0;
  let isAnd = true;
  for (const token of inner) {
    if (isPunctuation(sql, token, '(')) depth += 1;
    if (isPunctuation(sql, token, ')')) depth -= 1;
    const word = depth === 0 ? wordOf(sql, token) : '';
    if (word === 'or') isAnd = false;
    if (word === 'and') parts.push([]);
    else parts.at(-1)?.push(token);
  }
  if (!isAnd) return [];
  return parts.map((part) => {
    const bare = withoutBrackets(sql, part);
    const [first, last] = [bare[0], bare.at(-1)];
    return first === undefined || last === undefined ? '' : sql.slice(first.start, last.end);
  });
}

/** Without brackets that open before everything and close after it. */
function withoutBrackets(sql: string, tokens: readonly Token[]): readonly Token[] {
  let depth = 0;
  const closes = tokens.findIndex((token) => {
    if (isPunctuation(sql, token, '(')) depth += 1;
    if (isPunctuation(sql, token, ')')) depth -= 1;
    return depth === 0;
  });
  const isAround = isPunctuation(sql, tokens[0], '(') && closes === tokens.length - 1;
  return isAround ? withoutBrackets(sql, tokens.slice(1, -1)) : tokens;
}

const NAME = String.raw`"(?:[^"]|"")+"|[a-z_\u0080-\uffff][\w$\u0080-\uffff]*`;
const COMPARISON = new RegExp(
  String.raw`^\(?(${NAME})\.(${NAME})\)?(?:::[a-z ]+)? (=|<|>|<=|>=) (?!.*\b(${NAME})\.(?:${NAME})\b)(.+)$`,
  'su',
);

/** A column of the relation on the left, and on the right something that is no column. */
function comparison(sql: string, alias: string): { column: string; operator: string } | null {
  const found = COMPARISON.exec(sql);
  if (found === null) return null;
  const [, relation = '', column = '', operator = ''] = found;
  return bare(relation) === alias ? { column: bare(column), operator } : null;
}

function bare(name: string): string {
  return name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name;
}
