import type { CompletionCatalog } from '@basalt/contract';
import { type Completion, completeFromList, ifNotIn } from '@codemirror/autocomplete';
import { type SQLNamespace, schemaCompletionSource } from '@codemirror/lang-sql';
import type { Extension } from '@codemirror/state';
import { dialect } from './dialect.ts';
import { plainOrQuoted, statementColumns } from './statement-columns.ts';

const IN_TEXT = ['String', 'LineComment', 'BlockComment'];
const NOT_HERE = [...IN_TEXT, 'QuotedIdentifier', '.'];
const DEFAULT_SCHEMA = 'public';

/** Completion of everything the project's database holds: schemas, tables, their columns, functions. */
export function catalogCompletion(catalog: CompletionCatalog): Extension {
  const schema = schemaCompletionSource({
    dialect,
    schema: toNamespace(catalog),
    defaultSchema: DEFAULT_SCHEMA,
  });
  const functions = ifNotIn(NOT_HERE, completeFromList(catalog.functions.map(toFunctionOption)));
  const columns = ifNotIn(NOT_HERE, statementColumns(catalog));
  return [ifNotIn(IN_TEXT, schema), columns, functions].map((source) =>
    dialect.language.data.of({ autocomplete: source }),
  );
}

/** The tree `schema → table → columns` that the SQL language completes from. */
function toNamespace(catalog: CompletionCatalog): SQLNamespace {
  const schemas: Record<string, Record<string, SQLNamespace>> = Object.create(null);
  for (const name of catalog.schemas) schemas[name] = Object.create(null);
  for (const table of catalog.tables) {
    schemas[table.schema] ??= Object.create(null);
    const tables = schemas[table.schema];
    if (tables === undefined) continue;
    tables[escapeDots(table.name)] = {
      self: { label: table.name, apply: plainOrQuoted(table.name), type: 'type', detail: table.kind },
      children: table.columns.map((column) => ({
        label: column.name,
        apply: plainOrQuoted(column.name),
        type: 'property',
        detail: column.type,
      })),
    };
  }
  return schemas;
}

/** The SQL language reads a dot in a key as a step down; a table may have a dot in its name. */
function escapeDots(name: string): string {
  return name.replaceAll('.', '\\.');
}

function toFunctionOption({
  schema,
  name,
  arguments: argumentList,
}: CompletionCatalog['functions'][number]): Completion {
  const isQualified = schema !== DEFAULT_SCHEMA && schema !== 'pg_catalog';
  const written = isQualified ? `${plainOrQuoted(schema)}.${plainOrQuoted(name)}` : plainOrQuoted(name);
  return {
    label: isQualified ? `${schema}.${name}` : name,
    apply: `${written}(`,
    type: 'function',
    detail: `(${argumentList})`,
  };
}
