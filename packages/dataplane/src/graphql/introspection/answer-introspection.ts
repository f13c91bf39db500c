import type { SelectionSetNode } from 'graphql';
import type { CompileScope } from '../compile/scope.ts';
import { type CollectedField, collectFields } from '../document/collect-fields.ts';
import { fail } from '../errors/graphql-failure.ts';
import type { FieldDefinition, InputDefinition, TypeDefinition } from './type-definition.ts';
import { shownSchema } from './type-definitions.ts';

/** Something that is asked about: of which type it is, and what its fields are. */
interface Described {
  readonly type: string;
  /** A reference to a type: what is told of it is the same wherever it stands. */
  readonly ref?: string;
  /** Undefined: there is no such field. */
  get(name: string): unknown;
}

/**
 * Answers `__typename`, `__schema` and `__type`. Null: it is another field, or the schema is not to be read.
 * @throws {GraphqlFailure}
 */
export function answerIntrospection(field: CollectedField, root: string, scope: CompileScope): string | null {
  if (field.name === '__typename') return JSON.stringify(root);
  if (!scope.schema.introspection) return null;
  if (field.name === '__schema') return new Answering(scope).text(describeSchema(scope), field.selections);
  if (field.name !== '__type') return null;
  const name = field.args.get('name');
  if (typeof name !== 'string') fail('Invalid input for NonNull type');
  const found = shownSchema(scope.schema).types.get(name);
  return found === undefined
    ? 'null'
    : new Answering(scope).text(describeType(found, scope), field.selections);
}

type Selections = readonly SelectionSetNode[];

/** What is asked of thousands of types and fields in the same words is worked out once. */
class Answering {
  readonly #scope: CompileScope;
  readonly #fields = new Map<SelectionSetNode, CollectedField[]>();
  readonly #refs = new Map<SelectionSetNode, Map<string, string>>();

  constructor(scope: CompileScope) {
    this.#scope = scope;
  }

  /** As JSON. @throws {GraphqlFailure} */
  text(value: unknown, selections: Selections): string {
    if (Array.isArray(value)) return `[${value.map((one) => this.text(one, selections)).join(',')}]`;
    if (isDescribed(value))
      return value.ref === undefined
        ? this.#object(value, selections)
        : this.#known(value, value.ref, selections);
    const text = JSON.stringify(value);
    this.#scope.budget.described(text.length + 10);
    return text;
  }

  #known(value: Described, ref: string, selections: Selections): string {
    const [only, ...more] = selections;
    if (only === undefined || more.length > 0) return this.#object(value, selections);
    let texts = this.#refs.get(only);
    if (texts === undefined) {
      texts = new Map();
      this.#refs.set(only, texts);
    }
    const known = texts.get(ref);
    if (known !== undefined) {
      this.#scope.budget.described(known.length);
      return known;
    }
    const text = this.#object(value, selections);
    texts.set(ref, text);
    return text;
  }

  #object(value: Described, selections: Selections): string {
    const members = this.#fieldsOf(selections, value.type).map(({ key, name, selections: inside }) => {
      const found = name === '__typename' ? value.type : value.get(name);
      if (found === undefined) fail(`Unknown field "${name}" on type ${value.type}`);
      return `${JSON.stringify(key)}:${this.text(found, inside)}`;
    });
    return `{${members.join(',')}}`;
  }

  #fieldsOf(sets: Selections, type: string): CollectedField[] {
    const [only, ...more] = sets;
    if (only === undefined || more.length > 0) return collectFields(sets, { name: type }, this.#scope);
    let fields = this.#fields.get(only);
    if (fields === undefined) {
      fields = collectFields(sets, { name: type }, this.#scope);
      this.#fields.set(only, fields);
    }
    return fields;
  }
}

function isDescribed(value: unknown): value is Described {
  return typeof value === 'object' && value !== null && 'get' in value;
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
  if (ref.endsWith('!')) return around('NON_NULL', ref, ref.slice(0, -1), scope);
  if (ref.startsWith('[')) return around('LIST', ref, ref.slice(1, -1), scope);
  const found = shownSchema(scope.schema).types.get(ref);
  if (found === undefined) throw new Error(`The schema names a type that it does not have: ${ref}`);
  return { ...describeType(found, scope), ref };
}

const TYPE_FIELDS: ReadonlySet<string> = new Set([
  'name',
  'description',
  'specifiedByURL',
  'fields',
  'possibleTypes',
  'inputFields',
  'isOneOf',
]);

function around(kind: 'NON_NULL' | 'LIST', ref: string, inner: string, scope: CompileScope): Described {
  return {
    type: '__Type',
    ref,
    get(name) {
      if (name === 'kind') return kind;
      if (name === 'ofType') return describeRef(inner, scope);
      if (name === 'interfaces' || name === 'enumValues') return [];
      return TYPE_FIELDS.has(name) ? null : undefined;
    },
  };
}

function describeType(type: TypeDefinition, scope: CompileScope): Described {
  const { kind, fields, interfaces = [], possibleTypes, enumValues = [], inputFields } = type;
  return {
    type: '__Type',
    get(asked) {
      switch (asked) {
        case 'kind':
        case 'name':
        case 'description':
          return type[asked];
        case 'fields':
          return fields?.map((one) => describeField(one, scope)) ?? null;
        case 'inputFields':
          return inputFields?.map((one) => describeInput(one, scope)) ?? null;
        case 'interfaces':
          return interfaces.map((one) => describeRef(one, scope));
        case 'possibleTypes':
          return possibleTypes?.map((one) => describeRef(one, scope)) ?? null;
        case 'enumValues':
          return enumValues.map(describeValue);
        case 'isOneOf':
          return kind === 'INPUT_OBJECT' ? false : null;
        case 'specifiedByURL':
        case 'ofType':
          return null;
      }
    },
  };
}

function describeValue({ name, description }: { name: string; description: string | null }): Described {
  return {
    type: '__EnumValue',
    get: (asked) => (asked === 'name' ? name : asked === 'description' ? description : usual(asked)),
  };
}

function describeField(field: FieldDefinition, scope: CompileScope): Described {
  return {
    type: '__Field',
    get(asked) {
      if (asked === 'name' || asked === 'description') return field[asked];
      if (asked === 'type') return describeRef(field.type, scope);
      return asked === 'args' ? field.args.map((one) => describeInput(one, scope)) : usual(asked);
    },
  };
}

function describeInput(input: InputDefinition, scope: CompileScope): Described {
  return {
    type: '__InputValue',
    get(asked) {
      if (asked === 'name' || asked === 'description' || asked === 'defaultValue') return input[asked];
      return asked === 'type' ? describeRef(input.type, scope) : usual(asked);
    },
  };
}

/** Nothing of the API is deprecated. */
function usual(asked: string): unknown {
  if (asked === 'isDeprecated') return false;
  return asked === 'deprecationReason' ? null : undefined;
}
