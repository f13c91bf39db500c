import { DOCS_EXAMPLES } from '@basalt/contract';
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
import { type Json, jsPath, jsText, jsValue } from './javascript.ts';
import { apiName, apiValue, filterName, isListable } from './names.ts';
import type { Part, Snippet } from './snippet.ts';

/** What one does with a table or view, with the public client. */
export function tableInJs(table: DocsTable): Snippet[] {
  const { read, filter, insert, update, remove, subscribe } = TABLE_TEXTS;
  const of = (title: string, text: readonly string[], parts: Part[]) =>
    parts.length === 0 ? [] : [{ title, text, parts }];
  return [
    ...of('Read rows', read, readParts(table)),
    ...of('Filtering', filter, filterParts(table)),
    ...of('Insert rows', insert, insertParts(table)),
    ...of('Update rows', update, updateParts(table)),
    ...of('Delete rows', remove, removeParts(table)),
    ...of('Subscribe to changes', subscribe, subscribeParts(table)),
  ];
}

function from({ schema, name, isDefaultSchema }: DocsTable): string {
  return `client${isDefaultSchema ? '' : `.schema(${jsText(schema)})`}.from(${jsPath(name)})`;
}

function call(table: DocsTable, steps: readonly string[]): string {
  const line = `const { data, error } = await ${from(table)}${steps.map((step) => `.${step}`).join('')}`;
  if (steps.length < 2 && line.length <= 88) return line;
  return `const { data, error } = await ${from(table)}${steps.map((step) => `\n  .${step}`).join('')}`;
}

const eq = (column: DocsColumn) =>
  `eq(${jsText(filterName(column.name))}, ${jsValue(asFilter(exampleValue(column.format, column.enums)))})`;

/** A filter compares with a text or a number. */
function asFilter(value: Json): Json {
  return typeof value === 'object' ? JSON.stringify(value) : value;
}

function readParts(table: DocsTable): Part[] {
  const [rows, page] = [DOCS_EXAMPLES.firstRow, DOCS_EXAMPLES.lastRow];
  const named = table.columns.filter(({ name }) => isListable(name)).slice(0, 2);
  const { embed } = table;
  return [
    { name: 'All rows', code: call(table, [`select('*')`]) },
    ...(named.length === 0
      ? []
      : [
          {
            name: 'Certain columns',
            code: call(table, [`select(${jsText(named.map(({ name }) => apiName(name)).join(', '))})`]),
          },
        ]),
    ...(embed === null || !isListable(embed.table) || !isListable(embed.hint ?? '')
      ? []
      : [
          {
            name: 'With rows of another table',
            code: call(table, [`select(${jsText(embedSelect(embed))})`]),
          },
        ]),
    { name: 'A page of rows', code: call(table, [`select('*')`, `range(${rows}, ${page})`]) },
  ];
}

/** Everything of this table, and the rows that a key leads to. */
function embedSelect({ table, hint }: { table: string; hint: string | null }): string {
  return `*, ${apiName(table)}${hint === null ? '' : `!${apiName(hint)}`}(*)`;
}

function filterParts(table: DocsTable): Part[] {
  const steps = (name: string, ...filters: string[]) => ({
    name,
    code: call(table, [`select('*')`, ...filters]),
  });
  const { ordered, text, list, json, array } = filterColumns(table);
  const name = (column: DocsColumn) => jsText(filterName(column.name));
  const value = (column: DocsColumn, which: 0 | 1 = 0) =>
    exampleValue(column.format, column.enums, which) as string | number;
  return [
    ...(list === undefined
      ? []
      : [
          steps('Equal to', eq(list)),
          steps('One of several', `in(${name(list)}, ${jsValue([value(list), value(list, 1)])})`),
        ]),
    ...(ordered === undefined
      ? []
      : [
          steps(
            'Greater or less',
            `gte(${name(ordered)}, ${jsValue(value(ordered))})`,
            `lt(${name(ordered)}, ${jsValue(value(ordered, 1))})`,
          ),
        ]),
    ...(text === undefined
      ? []
      : [steps('Like a pattern', `ilike(${name(text)}, ${jsText(`%${String(value(text)).slice(0, 4)}%`)})`)]),
    ...(array === undefined
      ? []
      : [steps('Arrays that contain', `contains(${name(array)}, ${jsValue([elementOf(array)])})`)]),
    ...(json === undefined
      ? []
      : [steps('JSON that contains', `contains(${name(json)}, ${jsValue(exampleValue(json.format))})`)]),
    ...table.columns
      .filter(({ isNullable }) => isNullable)
      .slice(0, 1)
      .map((column) => steps('Not null', `not(${name(column)}, 'is', null)`)),
    ...(list === undefined ? [] : [steps('Either of two', `or(${jsText(either(list))})`)]),
  ];
}

function either(column: DocsColumn): string {
  return ([0, 1] as const)
    .map(
      (which) =>
        `${filterName(column.name)}.eq.${apiValue(exampleValue(column.format, column.enums, which) as string)}`,
    )
    .join(',');
}

function elementOf(column: DocsColumn): Json {
  const [first = null] = exampleValue(column.format) as readonly Json[];
  return first;
}

function insertParts(table: DocsTable): Part[] {
  if (!table.columns.some(({ isWritable }) => isWritable)) return [];
  const columns = writtenColumns(table);
  const row = exampleRow(columns);
  const many = columns.length > 0 && columns.every(({ name }) => isListable(name));
  const upsert = upsertColumns(table);
  const conflict = conflictColumns(table);
  const isKey = conflict.every(({ name }) => table.primaryKey.includes(name));
  const target = conflict.map(({ name }) => apiName(name)).join(',');
  const options = isKey ? '' : `, { onConflict: ${jsText(target)} }`;
  return [
    { name: 'One row', code: call(table, [`insert(${jsValue(row)})`, 'select()']) },
    ...(many
      ? [
          {
            name: 'Many rows',
            code: call(table, [`insert(${jsValue([row, exampleRow(columns, 1)], '  ')})`, 'select()']),
          },
        ]
      : []),
    ...(upsert.length === 0
      ? []
      : [
          {
            name: 'Upsert',
            code: call(table, [`upsert(${jsValue(exampleRow(upsert), '  ')}${options})`, 'select()']),
          },
        ]),
  ];
}

function updateParts(table: DocsTable): Part[] {
  const changed = changedColumn(table);
  if (changed === null) return [];
  const row = exampleRow([changed], 1);
  return [
    { name: null, code: call(table, [`update(${jsValue(row)})`, ...keyColumns(table).map(eq), 'select()']) },
  ];
}

function removeParts(table: DocsTable): Part[] {
  if (!table.columns.some(({ isWritable }) => isWritable)) return [];
  return [{ name: null, code: call(table, ['delete()', ...keyColumns(table).map(eq)]) }];
}

function subscribeParts(table: DocsTable): Part[] {
  if (!table.canSubscribe) return [];
  const { schema, name } = table;
  const part = (title: string, more: Record<string, string>, channel: string) => ({
    name: title,
    code: `const channel = client
  .channel(${jsText(channel)})
  .on(
    'postgres_changes',
    ${jsValue({ ...more, schema, table: name }, '    ')},
    (change) => console.log(change),
  )
  .subscribe()`,
  });
  const [key] = keyColumns(table).filter(({ name: column }) => /^\w+$/.test(column));
  return [
    part('All changes', { event: '*' }, 'all-changes'),
    part('Inserts', { event: 'INSERT' }, 'inserts'),
    part('Updates', { event: 'UPDATE' }, 'updates'),
    part('Deletes', { event: 'DELETE' }, 'deletes'),
    ...(key === undefined
      ? []
      : [
          {
            ...part(
              'Certain rows',
              { event: '*', filter: `${key.name}=eq.${asFilter(exampleValue(key.format, key.enums))}` },
              'certain-rows',
            ),
          },
        ]),
  ];
}
