import {
  type DirectiveNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  print,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { fail } from '../errors/graphql-failure.ts';
import type { Budget } from '../limits/budget.ts';
import { ABSENT, type FindVariable, type InputValue, readValue } from './input-values.ts';

/** A field as it was asked for, those with the same key in the answer made one. */
export interface CollectedField {
  /** In the answer. */
  readonly key: string;
  readonly name: string;
  /** Those that were given. */
  readonly args: ReadonlyMap<string, InputValue>;
  readonly selections: readonly SelectionSetNode[];
}

/** What selections are read with. */
export interface SelectionContext {
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly find: FindVariable;
  readonly budget: Budget;
}

/** The type that fields are asked of. Fragments on `Node` fit every type that has a `nodeId`. */
export interface SelectedType {
  readonly name: string;
  readonly isNode?: boolean;
}

interface Draft {
  readonly node: FieldNode;
  readonly selections: SelectionSetNode[];
}

/** The fields of a type that selections ask for, fragments and conditions worked out. @throws {GraphqlFailure} */
export function collectFields(
  sets: readonly SelectionSetNode[],
  type: SelectedType,
  context: SelectionContext,
): CollectedField[] {
  const drafts = new Map<string, Draft>();
  for (const set of sets) collect(set.selections, type, context, drafts);
  if (drafts.size === 0) fail('Selection set must not be empty');
  return [...drafts].map(([key, { node, selections }]) => ({
    key,
    name: node.name.value,
    args: readArguments(node, context.find),
    selections,
  }));
}

function collect(
  selections: readonly SelectionNode[],
  type: SelectedType,
  context: SelectionContext,
  drafts: Map<string, Draft>,
): void {
  for (const selection of selections) {
    context.budget.field();
    if (!isWanted(selection.directives ?? [], context.find)) continue;
    if (selection.kind === Kind.FIELD) {
      addField(selection, drafts);
    } else if (selection.kind === Kind.FRAGMENT_SPREAD) {
      const name = selection.name.value;
      const fragment = context.fragments.get(name);
      if (fragment === undefined || !fits(fragment.typeCondition.name.value, type))
        fail(`no fragment named ${name} on type ${type.name}`);
      collect(fragment.selectionSet.selections, type, context, drafts);
    } else if (selection.typeCondition === undefined || fits(selection.typeCondition.name.value, type)) {
      collect(selection.selectionSet.selections, type, context, drafts);
    }
  }
}

function fits(condition: string, { name, isNode = false }: SelectedType): boolean {
  return condition === name || (isNode && condition === 'Node');
}

function addField(node: FieldNode, drafts: Map<string, Draft>): void {
  const key = node.alias?.value ?? node.name.value;
  const before = drafts.get(key);
  if (before === undefined) {
    drafts.set(key, { node, selections: node.selectionSet === undefined ? [] : [node.selectionSet] });
    return;
  }
  const name = node.name.value;
  if (before.node.name.value !== name)
    fail(`Fields \`${name}\` and \`${before.node.name.value}\` are different`);
  if (argumentsText(before.node) !== argumentsText(node))
    fail(`Two fields named \`${key}\` have different arguments`);
  if (node.selectionSet !== undefined) before.selections.push(node.selectionSet);
}

function argumentsText(node: FieldNode): string {
  const texts = (node.arguments ?? []).map((argument) => print(argument));
  return texts.sort().join(', ');
}

function readArguments(node: FieldNode, find: FindVariable): ReadonlyMap<string, InputValue> {
  const given = new Map<string, InputValue>();
  for (const { name, value } of node.arguments ?? []) {
    const found = readValue(value, find);
    if (found !== ABSENT) given.set(name.value, found);
  }
  return given;
}

function isWanted(directives: readonly DirectiveNode[], find: FindVariable): boolean {
  let wanted = true;
  for (const { name, arguments: given = [] } of directives) {
    const directive = name.value;
    if (directive !== 'skip' && directive !== 'include') fail(`Unknown directive ${directive}`);
    const condition = given.find((argument) => argument.name.value === 'if');
    const value = condition === undefined ? ABSENT : readValue(condition.value, find);
    if (typeof value !== 'boolean') fail(`Value for "if" in @${directive} directive is required`);
    if (value === (directive === 'skip')) wanted = false;
  }
  return wanted;
}
