import { DOCS_EXAMPLES } from '@basalt/contract';
import { projectUrl } from '../../../lib/project-url.ts';
import { queryPart, type Request, urlPart } from './curl.ts';
import {
  changedColumn,
  conflictColumns,
  type DocsColumn,
  type DocsTable,
  exampleRow,
  filterColumns,
  keyColumns,
  TABLE_TEXTS,
  upsertColumns,
  writtenColumns,
} from './docs-table.ts';
import { exampleValue } from './example-value.ts';
import type { Json } from './javascript.ts';
import { apiName, apiValue, filterName } from './names.ts';
import { AS_USER, command, type DocsProject, type Part, type Snippet, topic } from './snippet.ts';

/** What one does with a table or view, with curl. */
export function tableInBash(project: DocsProject, table: DocsTable): Snippet[] {
  const { read, filter, insert, update, remove } = TABLE_TEXTS;
  const send = sender(project, table);
  const of = (title: string, text: readonly string[], parts: Part[]) =>
    parts.length === 0 ? [] : [{ title, text, parts }];
  return [
    ...of('Read rows', read, readParts(table, send)),
    ...of('Filtering', filter, filterParts(table, send)),
    ...of('Insert rows', insert, insertParts(table, send)),
    ...of('Update rows', update, updateParts(table, send)),
    ...of('Delete rows', remove, removeParts(table, send)),
    ...(table.canSubscribe
      ? [
          topic('Subscribe to changes', [
            'Changes arrive over a WebSocket, which takes a client library: switch to JavaScript.',
          ]),
        ]
      : []),
  ];
}

type Send = (name: string | null, query: readonly string[], request?: Partial<Request>) => Part;

function sender(project: DocsProject, { schema, name, isDefaultSchema }: DocsTable): Send {
  const url = `${projectUrl(project)}/rest/v1/${urlPart(name)}`;
  return (part, query, { method = 'GET', headers = [], ...request } = {}) => {
    const profile = method === 'GET' ? 'Accept-Profile' : 'Content-Profile';
    return command(part, {
      ...request,
      method,
      url: query.length === 0 ? url : `${url}?${query.join('&')}`,
      headers: [`apikey: ${project.key}`, ...(isDefaultSchema ? [] : [`${profile}: ${schema}`]), ...headers],
    });
  };
}

/** `name=operator.value`, escaped but for what a reader wants to see. */
function condition(column: DocsColumn, operator: string, value: string): string {
  return `${queryPart(filterName(column.name))}=${operator}.${queryPart(value)}`;
}

function exampleText(column: DocsColumn, which: 0 | 1 = 0): string {
  const value = exampleValue(column.format, column.enums, which);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const eq = (column: DocsColumn) => condition(column, 'eq', exampleText(column));

function readParts(table: DocsTable, send: Send): Part[] {
  const named = table.columns.slice(0, 2).map(({ name }) => queryPart(apiName(name)));
  const { embed } = table;
  return [
    send('All rows', ['select=*']),
    send('As a signed-in user', ['select=*'], { shellHeaders: AS_USER }),
    ...(named.length === 0 ? [] : [send('Certain columns', [`select=${named.join(',')}`])]),
    ...(embed === null
      ? []
      : [
          send('With rows of another table', [
            `select=*,${queryPart(apiName(embed.table))}${embed.hint === null ? '' : `!${queryPart(apiName(embed.hint))}`}(*)`,
          ]),
        ]),
    send('A page of rows', ['select=*'], {
      headers: [`Range: ${DOCS_EXAMPLES.firstRow}-${DOCS_EXAMPLES.lastRow}`],
    }),
  ];
}

function filterParts(table: DocsTable, send: Send): Part[] {
  const { list, ordered, text, array, json } = filterColumns(table);
  const part = (name: string, ...conditions: string[]) => send(name, ['select=*', ...conditions]);
  const [nullable] = table.columns.filter(({ isNullable }) => isNullable);
  return [
    ...(list === undefined
      ? []
      : [
          part('Equal to', eq(list)),
          part(
            'One of several',
            condition(list, 'in', `(${[exampleText(list), exampleText(list, 1)].map(apiValue).join(',')})`),
          ),
        ]),
    ...(ordered === undefined
      ? []
      : [
          part(
            'Greater or less',
            condition(ordered, 'gte', exampleText(ordered)),
            condition(ordered, 'lt', exampleText(ordered, 1)),
          ),
        ]),
    ...(text === undefined
      ? []
      : [part('Like a pattern', condition(text, 'ilike', `*${exampleText(text).slice(0, 4)}*`))]),
    ...(array === undefined
      ? []
      : [part('Arrays that contain', condition(array, 'cs', `{${apiValue(firstOf(array))}}`))]),
    ...(json === undefined ? [] : [part('JSON that contains', condition(json, 'cs', exampleText(json)))]),
    ...(nullable === undefined ? [] : [part('Not null', condition(nullable, 'not.is', 'null'))]),
    ...(list === undefined
      ? []
      : [
          part(
            'Either of two',
            `or=${queryPart(`(${([0, 1] as const).map((which) => `${filterName(list.name)}.eq.${apiValue(exampleText(list, which))}`).join(',')})`)}`,
          ),
        ]),
  ];
}

function firstOf(column: DocsColumn): string {
  const [first = null] = exampleValue(column.format) as readonly Json[];
  return typeof first === 'string' ? first : JSON.stringify(first);
}

const RETURNING = 'Prefer: return=representation';

function insertParts(table: DocsTable, send: Send): Part[] {
  if (!table.columns.some(({ isWritable }) => isWritable)) return [];
  const columns = writtenColumns(table);
  const upsert = upsertColumns(table);
  const target = conflictColumns(table).map(({ name }) => queryPart(apiName(name)));
  const post = (name: string, json: Json, query: string[] = [], prefer = RETURNING) =>
    send(name, query, { method: 'POST', headers: [prefer], json });
  return [
    post('One row', exampleRow(columns)),
    ...(columns.length > 0 ? [post('Many rows', [exampleRow(columns), exampleRow(columns, 1)])] : []),
    ...(upsert.length === 0
      ? []
      : [
          post(
            'Upsert',
            exampleRow(upsert),
            [`on_conflict=${target.join(',')}`],
            'Prefer: resolution=merge-duplicates, return=representation',
          ),
        ]),
  ];
}

function updateParts(table: DocsTable, send: Send): Part[] {
  const changed = changedColumn(table);
  if (changed === null) return [];
  const json = exampleRow([changed], 1);
  return [send(null, keyColumns(table).map(eq), { method: 'PATCH', headers: [RETURNING], json })];
}

function removeParts(table: DocsTable, send: Send): Part[] {
  if (!table.columns.some(({ isWritable }) => isWritable)) return [];
  return [send(null, keyColumns(table).map(eq), { method: 'DELETE' })];
}
