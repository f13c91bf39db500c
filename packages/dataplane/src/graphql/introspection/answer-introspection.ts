import type { SelectionSetNode } from 'graphql';
import type { CompileScope } from '../compile/scope.ts';
import { type CollectedField, collectFields } from '../document/collect-fields.ts';
import { fail } from '../errors/graphql-failure.ts';
import type { FieldDefinition, InputDefinition, TypeDefinition } from './type-definition.ts';
import { shownSchema } from './type-definitions.ts';

/** Something that is asked about: of which type it is, and what its fields are. */
interface Described {
  readonly type: string;
  get(name: string, args: CollectedField['args']): unknown;
}

/**
 * Answers `__typename`, `__schema` and `__type`. Null: it is another field, or the schema is not to be read.
 * @throws {GraphqlFailure}
 */
export function answerIntrospection(field: CollectedField, root: string, scope: CompileScope): string | null {
  if (field.name === '__typename') return JSON.stringify(root);
  if (!scope.schema.introspection) return null;
  if (field.name === '__schema')
    return JSON.stringify(answer(describeSchema(scope), field.selections, scope));
  if (field.name !== '__type') return null;
  const name = field.args.get('name');
  if (typeof name !== 'string') fail('Invalid input for NonNull type');
  const found = shownSchema(scope.schema).types.get(name);
  return found === undefined
    ? 'null'
    : JSON.stringify(answer(describeType(found, scope), field.selections, scope));
}

function answer(value: unknown, selections: readonly SelectionSetNode[], scope: CompileScope): unknown {
  if (Array.isArray(value)) return value.map((one) => answer(one, selections, scope));
  if (!isDescribed(value)) return value;
  scope.budget.described();
  const fields = selectionOf(selections, value.type, scope);
  return Object.fromEntries(
    fields.map(({ key, name, args, selections: inside }) => {
      if (name === '__typename') return [key, value.type];
      const found = value.get(name, args);
      if (found === undefined) fail(`Unknown field "${name}" on type ${value.type}`);
      return [key, answer(found, inside, scope)];
    }),
  );
}

function isDescribed(value: unknown): value is Described {
  return typeof value === 'object' && value !== null && 'get' in value;
}

const collected = new WeakMap<CompileScope, Map<SelectionSetNode, CollectedField[]>>();

/** The same selection is asked of thousands of types and fields: it is worked out once. */
function selectionOf(sets: readonly SelectionSetNode[], type: string, scope: CompileScope): CollectedField[] {
  const [only, ...more] = sets;
  if (only === undefined || more.length > 0) return collectFields(sets, { name: type }, scope);
  let known = collected.get(scope);
  if (known === undefined) {
    known = new Map();
    collected.set(scope, known);
  }
  let fields = known.get(only);
  if (fields === undefined) {
    fields = collectFields(sets, { name: type }, scope);
    known.set(only, fields);
  }
  return fields;
}

function described(type: string, fields: Readonly<Record<string, () => unknown>>): Described {
  return { type, get: (name) => (Object.hasOwn(fields, name) ? fields[name]?.() : undefined) };
}

function describeSchema(scope: CompileScope): Described {
  const { types, hasMutation } = shownSchema(scope.schema);
  const named = (name: string) => describeRef(name, scope);
  return described('__Schema', {
    description: () => null,
    types: () => [...types.values()].map((type) => describeType(type, scope)),
    queryType: () => named('Query'),
    mutationType: () => (hasMutation ? named('Mutation') : null),
    subscriptionType: () => null,
    directives: () => ['include', 'skip'].map((name) => describeDirective(name, scope)),
  });
}

function describeDirective(name: string, scope: CompileScope): Described {
  const verb = name === 'include' ? 'Includes' : 'Skips';
  return described('__Directive', {
    name: () => name,
    description: () => `${verb} what it stands at when the condition is true.`,
    isRepeatable: () => false,
    locations: () => ['FIELD', 'FRAGMENT_SPREAD', 'INLINE_FRAGMENT'],
    args: () => [
      describeInput({ name: 'if', description: null, type: 'Boolean!', defaultValue: null }, scope),
    ],
    isDeprecated: () => false,
    deprecationReason: () => null,
  });
}

/** A type by its name, or what is around it. */
function describeRef(ref: string, scope: CompileScope): Described {
  if (ref.endsWith('!')) return around('NON_NULL', ref.slice(0, -1), scope);
  if (ref.startsWith('[')) return around('LIST', ref.slice(1, -1), scope);
  const found = shownSchema(scope.schema).types.get(ref);
  if (found === undefined) throw new Error(`The schema names a type that it does not have: ${ref}`);
  return describeType(found, scope);
}

function around(kind: 'NON_NULL' | 'LIST', inner: string, scope: CompileScope): Described {
  const nothing = () => null;
  return described('__Type', {
    kind: () => kind,
    name: nothing,
    description: nothing,
    specifiedByURL: nothing,
    fields: nothing,
    interfaces: () => [],
    possibleTypes: nothing,
    enumValues: () => [],
    inputFields: nothing,
    isOneOf: nothing,
    ofType: () => describeRef(inner, scope),
  });
}

function describeType(type: TypeDefinition, scope: CompileScope): Described {
  const {
    kind,
    name,
    description,
    fields,
    interfaces = [],
    possibleTypes,
    enumValues = [],
    inputFields,
  } = type;
  return described('__Type', {
    kind: () => kind,
    name: () => name,
    description: () => description,
    specifiedByURL: () => null,
    fields: () => fields?.map((one) => describeField(one, scope)) ?? null,
    interfaces: () => interfaces.map((one) => describeRef(one, scope)),
    possibleTypes: () => possibleTypes?.map((one) => describeRef(one, scope)) ?? null,
    enumValues: () => enumValues.map((one) => describeValue(one)),
    inputFields: () => inputFields?.map((one) => describeInput(one, scope)) ?? null,
    isOneOf: () => (kind === 'INPUT_OBJECT' ? false : null),
    ofType: () => null,
  });
}

function describeValue({ name, description }: { name: string; description: string | null }): Described {
  return described('__EnumValue', {
    name: () => name,
    description: () => description,
    isDeprecated: () => false,
    deprecationReason: () => null,
  });
}

function describeField({ name, description, args, type }: FieldDefinition, scope: CompileScope): Described {
  return described('__Field', {
    name: () => name,
    description: () => description,
    args: () => args.map((one) => describeInput(one, scope)),
    type: () => describeRef(type, scope),
    isDeprecated: () => false,
    deprecationReason: () => null,
  });
}

function describeInput(input: InputDefinition, scope: CompileScope): Described {
  return described('__InputValue', {
    name: () => input.name,
    description: () => input.description,
    type: () => describeRef(input.type, scope),
    defaultValue: () => input.defaultValue,
    isDeprecated: () => false,
    deprecationReason: () => null,
  });
}
