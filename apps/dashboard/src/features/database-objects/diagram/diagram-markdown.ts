import type { Diagram, DiagramColumn, DiagramTable } from './diagram-model.ts';

/** The tables of a diagram as Markdown, for documents and for assistants: a heading and a table of columns for each. */
export function diagramMarkdown({ tables, links }: Diagram): string {
  return tables
    .filter(({ id }) => id !== null)
    .map((table) => {
      const keys = links.filter(({ source }) => source === table.key);
      const refers = (column: DiagramColumn) =>
        keys
          .filter(({ sourceColumn }) => sourceColumn === column.name)
          .map(({ target, targetColumn }) => `→ ${nameOf(tables, target)}.${targetColumn}`);
      return [
        `## ${plain(`${table.schema}.${table.name}`)}`,
        '',
        ...(table.comment === null ? [] : [plain(table.comment), '']),
        `Row level security: ${table.rlsEnabled ? 'on' : 'off'}`,
        '',
        '| Column | Type | |',
        '| --- | --- | --- |',
        ...table.columns.map(
          (column) =>
            `| ${plain(column.name)} | ${plain(column.type)} | ${plain([...marks(column), ...refers(column)].join(', '))} |`,
        ),
        '',
      ].join('\n');
    })
    .join('\n');
}

function marks(column: DiagramColumn): string[] {
  return [
    ...(column.isPrimary ? ['primary key'] : []),
    ...(column.isUnique && !column.isPrimary ? ['unique'] : []),
    ...(column.isNullable ? ['nullable'] : []),
    ...(column.isIdentity ? ['identity'] : []),
    ...(column.isGenerated ? ['generated'] : []),
  ];
}

function nameOf(tables: readonly DiagramTable[], key: string): string {
  const table = tables.find((each) => each.key === key);
  return table === undefined ? key : `${table.schema}.${table.name}`;
}

/** On one line, and without what Markdown would take for a part of its own. */
function plain(text: string): string {
  return text.replace(/[\\`*_|<>[\]#]/g, '\\$&').replace(/\s+/g, ' ');
}
