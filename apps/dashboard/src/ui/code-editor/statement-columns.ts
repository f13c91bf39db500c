import type { CompletionCatalog } from '@basalt/contract';
import type {
  Completion,
  CompletionContext,
  CompletionResult,
  CompletionSource,
} from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';

/** Tables are looked for in this many characters around the cursor; a longer statement is rarely typed by hand. */
const REACH = 5_000;

type Tree = ReturnType<typeof syntaxTree>;
type SyntaxNode = Tree['topNode'];
type Tables = Map<string, CompletionCatalog['tables']>;

/**
 * Offers the columns of every table that the statement at the cursor names. Any word that is a table's name
 * counts: too many columns offered beat none while the statement is half written.
 */
export function statementColumns(catalog: CompletionCatalog): CompletionSource {
  const tables: Tables = new Map();
  for (const table of catalog.tables) tables.set(table.name, [...(tables.get(table.name) ?? []), table]);

  return (context) => {
    const word = context.matchBefore(/[\w$]*$/);
    if (word === null || (word.from === word.to && !context.explicit)) return null;
    if (context.state.sliceDoc(Math.max(0, word.from - 1), word.from) === '.') return null;
    const options = columnsOf(tables, namesAround(context));
    return options.length === 0
      ? null
      : ({ from: word.from, options, validFor: /^[\w$]*$/ } satisfies CompletionResult);
  };
}

/** Every name in the statement at the cursor, without quotes. */
function namesAround(context: CompletionContext): Set<string> {
  const tree = syntaxTree(context.state);
  const statement = statementBefore(tree, context.pos);
  const names = new Set<string>();
  if (statement === null) return names;
  const from = Math.max(statement.from, context.pos - REACH);
  const to = Math.min(statement.to, context.pos + REACH);
  tree.iterate({
    from,
    to,
    enter: (node) => {
      if (node.name === 'Identifier') names.add(context.state.sliceDoc(node.from, node.to).toLowerCase());
      if (node.name === 'QuotedIdentifier') {
        names.add(context.state.sliceDoc(node.from + 1, node.to - 1).replaceAll('""', '"'));
      }
    },
  });
  return names;
}

/** The statement that the cursor is in, or stands behind without a semicolon in between. */
function statementBefore(tree: Tree, pos: number): SyntaxNode | null {
  let node: SyntaxNode | null = tree.resolveInner(pos, -1);
  while (node !== null && node.name !== 'Statement') node = node.parent;
  // Blanks behind a statement are no part of it for the parser, though a word that is typed there will be.
  let statement = node ?? tree.topNode.childBefore(pos);
  while (statement !== null && statement.name !== 'Statement') statement = statement.prevSibling;
  const isOver = statement !== null && statement.to <= pos && statement.lastChild?.name === ';';
  return isOver ? null : statement;
}

function columnsOf(tables: Tables, names: Set<string>): Completion[] {
  const options: Completion[] = [];
  for (const name of names) {
    for (const table of tables.get(name) ?? []) {
      for (const column of table.columns) {
        options.push({
          label: column.name,
          apply: plainOrQuoted(column.name),
          type: 'property',
          detail: `${column.type}, ${table.name}`,
          boost: 2,
        });
      }
    }
  }
  return options;
}

/** A name as completion writes it: quoted only where Postgres would otherwise read another name. */
export function plainOrQuoted(name: string): string {
  return /^[a-z_][a-z0-9_$]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}
