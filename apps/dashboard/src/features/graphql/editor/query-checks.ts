import { type Diagnostic, linter } from '@codemirror/lint';
import type { Extension } from '@codemirror/state';
import { type GraphQLError, type GraphQLSchema, parse, validate } from 'graphql';

export { forceLinting as checkAgain } from '@codemirror/lint';

/** Says at each place what is wrong there, by the schema as it is then. */
export function queryChecks(schema: () => GraphQLSchema | null): Extension {
  return linter(({ state }) => problems(state.doc.toString(), schema()));
}

/** What is wrong with a document, with the places in it. An empty one is not wrong yet. */
export function problems(text: string, schema: GraphQLSchema | null): Diagnostic[] {
  if (text.trim() === '') return [];
  try {
    const document = parse(text);
    return schema === null ? [] : validate(schema, document).map((error) => toDiagnostic(error, text));
  } catch (error) {
    return [toDiagnostic(error as GraphQLError, text)];
  }
}

function toDiagnostic({ message, nodes, positions }: GraphQLError, text: string): Diagnostic {
  const [node] = nodes ?? [];
  // The name of a selection is meant, and not all that is selected of it.
  const place = node !== undefined && 'name' in node && node.name !== undefined ? node.name : node;
  const loc = (place as { loc?: { start: number; end: number } } | undefined)?.loc;
  const from = Math.min(loc?.start ?? positions?.[0] ?? 0, Math.max(0, text.length - 1));
  const to = Math.min(Math.max(loc?.end ?? 0, from + 1), text.length);
  return { from, to, severity: 'error', message };
}
