import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
} from 'graphql';
import { failRequest } from '../errors/graphql-failure.ts';
import { deeperThan } from '../limits/depth.ts';
import { MAX_QUERY_DEPTH, MAX_QUERY_LENGTH, MAX_TOKENS } from '../limits/limits.ts';

/** A document that can be read, apart from any schema. */
export interface ParsedDocument {
  readonly operations: readonly OperationDefinitionNode[];
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

/** @throws {GraphqlFailure} about the request */
export function parseDocument(text: string): ParsedDocument {
  if (text.length > MAX_QUERY_LENGTH)
    failRequest(`The query is too long: ${MAX_QUERY_LENGTH.toLocaleString('en')} characters are allowed.`);
  const place = deeperThan(text, MAX_QUERY_DEPTH);
  if (place !== null) throw unreadable(place, `Nested deeper than ${MAX_QUERY_DEPTH} levels`);
  const { definitions } = readText(text);
  const operations: OperationDefinitionNode[] = [];
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION) operations.push(definition);
    else if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
    else throw unreadable({ line: 1, column: 1 }, 'Only operations and fragments are expected');
  }
  refuseCycles(fragments);
  return { operations, fragments };
}

function readText(text: string): DocumentNode {
  try {
    return parse(text, { noLocation: true, maxTokens: MAX_TOKENS });
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    const [place = { line: 1, column: 1 }] = error.locations ?? [];
    throw unreadable(place, error.message.replace(/^Syntax Error: /, ''));
  }
}

function unreadable({ line, column }: { line: number; column: number }, what: string): Error {
  return failRequest(`query parse error: Parse error at ${line}:${column}\n${what}`);
}

/**
 * The operation to run.
 * @param name null: the only one
 * @throws {GraphqlFailure} about the request
 */
export function chooseOperation(
  { operations }: ParsedDocument,
  name: string | null,
): OperationDefinitionNode {
  const names = operations.map((operation) => operation.name?.value ?? null);
  if (names.length > 1 && names.includes(null))
    failRequest('Anonymous operations must be the only defined operation');
  if (new Set(names).size < names.length) failRequest('Operation names must be unique');
  const found =
    name === null && operations.length === 1 ? operations[0] : operations[names.indexOf(name ?? '')];
  if (found === undefined) failRequest('Operation not found');
  if (found.operation === 'subscription') failRequest('Subscriptions are not supported');
  return found;
}

/** Looks at each fragment once, however many ways lead to it. */
function refuseCycles(fragments: ReadonlyMap<string, FragmentDefinitionNode>): void {
  const done = new Set<string>();
  const open = new Set<string>();
  const visit = (name: string) => {
    const fragment = fragments.get(name);
    if (fragment === undefined || done.has(name)) return;
    if (open.has(name)) failRequest('Found a cycle between fragments');
    open.add(name);
    for (const next of spreadsIn(fragment.selectionSet)) visit(next);
    open.delete(name);
    done.add(name);
  };
  for (const name of fragments.keys()) visit(name);
}

function* spreadsIn({ selections }: SelectionSetNode): Generator<string> {
  for (const selection of selections)
    if (selection.kind === Kind.FRAGMENT_SPREAD) yield selection.name.value;
    else if (selection.selectionSet !== undefined) yield* spreadsIn(selection.selectionSet);
}
