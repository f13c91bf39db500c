import { quoteLiteral } from '@basalt/sql';
import { type CollectedField, collectFields } from '../document/collect-fields.ts';
import { fail } from '../errors/graphql-failure.ts';
import { compileAggregate } from './aggregate.ts';
import { compileFilter } from './filter.ts';
import { behind, cursorSql, type OrderTerm, orderSql, readOrder, reversed } from './order.ts';
import { base64Sql } from './output-values.ts';
import { type Page, readPage } from './page.ts';
import { type CompileNode, type CompileScope, jsonObject, type RowRef, type RowSource } from './scope.ts';

/** What the parts of one collection share. */
interface Collection {
  readonly source: RowSource;
  readonly field: CollectedField;
  readonly scope: CompileScope;
  readonly compileNode: CompileNode;
  readonly page: Page;
  /** In the direction in which the page is read. */
  readonly terms: readonly OrderTerm[];
  /** Columns of the page's rows: what each gives to the answer. */
  readonly perRow: Map<string, (row: RowRef) => string>;
}

/** One more row is read to know whether there are more; it is not shown. */
const RANK = 'p.rn';

/**
 * A page of a collection, with what is told about all of it, as one expression that gives JSON.
 * @throws {GraphqlFailure}
 */
export function compileConnection(
  source: RowSource,
  field: CollectedField,
  scope: CompileScope,
  compileNode: CompileNode,
): string {
  const { table } = source;
  const shown = readOrder(field.args.get('orderBy'), table);
  const page = readPage(field.args, table.maxRows, shown);
  const terms = page.backwards ? reversed(shown) : shown;
  const collection: Collection = { source, field, scope, compileNode, page, terms, perRow: new Map() };
  const type = `${table.type}Connection`;
  const fields = collectFields(field.selections, { name: type }, scope);
  const limit = `${scope.values.add(String(page.size))}::int8`;
  const ranked = page.backwards || fields.some(({ name }) => name === 'pageInfo');
  let readsMore = false;
  const members = fields.map((asked): [string, string] => {
    switch (asked.name) {
      case '__typename':
        return [asked.key, quoteLiteral(type)];
      case 'edges':
        return [asked.key, compileEdges(asked, collection, ranked ? limit : null)];
      case 'pageInfo': {
        const info = compilePageInfo(asked, collection, limit);
        readsMore ||= info.readsMore;
        return [asked.key, info.sql];
      }
      case 'totalCount':
        if (table.totalCount) return [asked.key, overAll(collection, () => 'count(*)')];
        break;
      case 'aggregate':
        if (!table.aggregate) fail('enable the aggregate directive to use aggregates');
        return [asked.key, overAll(collection, (row) => compileAggregate(asked, table, row, scope))];
    }
    return fail('unknown field in connection');
  });
  const answer = jsonObject(members);
  if (collection.perRow.size === 0) return `(select ${answer})`;
  const rows = pageRows(collection, readsMore ? `${limit} + 1` : limit);
  const numbered = ranked ? `(select r.*, row_number() over () as rn from (${rows}) as r)` : `(${rows})`;
  return `(select ${answer} from ${numbered} as p)`;
}

/** The rows of the page, each with what it gives to the answer. */
function pageRows(collection: Collection, limit: string): string {
  const { source, terms, page, scope, perRow } = collection;
  const alias = scope.aliases.next();
  const row = source.row(alias);
  const list = [...perRow].map(([name, compile]) => `${compile(row)} as ${name}`);
  const conditions = conditionsOf(collection, row);
  if (page.cursor !== null) conditions.push(behind(terms, page.cursor, row, scope));
  const offset = page.offset === 0 ? '' : ` offset ${scope.values.add(String(page.offset))}::int8`;
  return `select ${list.join(', ')} from ${source.from(alias)}${whereSql(conditions)} order by ${orderSql(terms, row)} limit ${limit}${offset}`;
}

function conditionsOf({ source, field, scope }: Collection, row: RowRef): string[] {
  const filter = compileFilter(field.args.get('filter'), source.table, row, scope);
  return [source.where(row), filter ?? ''].filter((condition) => condition !== '');
}

function whereSql(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
}

/** What is told of all rows that fit, whichever of them the page shows. */
function overAll(collection: Collection, compile: (row: RowRef) => string): string {
  const { source, scope } = collection;
  scope.budget.allRows();
  const alias = scope.aliases.next();
  const row = source.row(alias);
  return `(select ${compile(row)} from ${source.from(alias)}${whereSql(conditionsOf(collection, row))})`;
}

function compileEdges(field: CollectedField, collection: Collection, limit: string | null): string {
  const { source, scope, terms, compileNode, page, perRow } = collection;
  const { table } = source;
  const type = `${table.type}Edge`;
  const fields = collectFields(field.selections, { name: type }, scope);
  const name = `e${perRow.size}`;
  perRow.set(name, (row) =>
    scope.budget.inPage(page.size, () =>
      jsonObject(
        fields.map((asked): [string, string] => {
          if (asked.name === '__typename') return [asked.key, quoteLiteral(type)];
          if (asked.name === 'cursor') return [asked.key, base64Sql(cursorSql(terms, row))];
          if (asked.name === 'node') return [asked.key, compileNode(table, row, asked.selections, scope)];
          return fail('unknown field in edge');
        }),
      ),
    ),
  );
  if (limit === null) return `coalesce(json_agg(p.${name}), '[]'::json)`;
  const order = `${RANK}${page.backwards ? ' desc' : ''}`;
  return `coalesce(json_agg(p.${name} order by ${order}) filter (where ${RANK} <= ${limit}), '[]'::json)`;
}

function compilePageInfo(
  field: CollectedField,
  collection: Collection,
  limit: string,
): { sql: string; readsMore: boolean } {
  const { scope, terms, page, perRow } = collection;
  const fields = collectFields(field.selections, { name: 'PageInfo' }, scope);
  perRow.set('c', (row) => cursorSql(terms, row));
  const onPage = `filter (where ${RANK} <= ${limit})`;
  const first = `(array_agg(p.c order by ${RANK}) ${onPage})[1]`;
  const last = `(array_agg(p.c order by ${RANK} desc) ${onPage})[1]`;
  const [further, back] = page.backwards
    ? ['hasPreviousPage', 'hasNextPage']
    : ['hasNextPage', 'hasPreviousPage'];
  const [start, end] = page.backwards ? [last, first] : [first, last];
  let readsMore = false;
  const members = fields.map(({ key, name }): [string, string] => {
    switch (name) {
      case '__typename':
        return [key, `'PageInfo'`];
      case 'startCursor':
        return [key, base64Sql(start)];
      case 'endCursor':
        return [key, base64Sql(end)];
      case further:
        readsMore = true;
        return [key, `count(*) > ${limit}`];
      case back:
        // A page without rows has nothing before it.
        if (page.cursor === null && page.offset === 0) return [key, 'false'];
        return [key, `coalesce(${first} <> ${firstOfAll(collection)}, false)`];
      default:
        return fail('unknown field in pageInfo');
    }
  });
  return { sql: jsonObject(members), readsMore };
}

/** The cursor of the first row of all that fit. */
function firstOfAll(collection: Collection): string {
  const { source, scope, terms } = collection;
  const alias = scope.aliases.next();
  const row = source.row(alias);
  return `(select ${cursorSql(terms, row)} from ${source.from(alias)}${whereSql(conditionsOf(collection, row))} order by ${orderSql(terms, row)} limit 1)`;
}
