import type { FieldDefinition, InputDefinition, TypeDefinition } from './type-definition.ts';
import type { ShownSchema } from './type-definitions.ts';

/** Something that is asked about: of which type it is, and what its fields are. */
export interface Described {
  readonly type: string;
  /** A reference to a type: what is told of it is the same wherever it stands. */
  readonly ref?: string;
  /** Undefined: there is no such field. */
  get(name: string): unknown;
}

export function isDescribed(value: unknown): value is Described {
  return typeof value === 'object' && value !== null && 'get' in value;
}

function described(type: string, fields: Readonly<Record<string, () => unknown>>): Described {
  return { type, get: (name) => (Object.hasOwn(fields, name) ? fields[name]?.() : undefined) };
}

/** What `__schema` asks about. */
export function describeSchema(shown: ShownSchema): Described {
  const { types, hasMutation } = shown;
  const named = (name: string) => describeRef(name, shown);
  return described('__Schema', {
    description: () => null,
    types: () => [...types.values()].map((type) => describeType(type, shown)),
    queryType: () => named('Query'),
    mutationType: () => (hasMutation ? named('Mutation') : null),
    subscriptionType: () => null,
    directives: () => ['include', 'skip'].map((name) => describeDirective(name, shown)),
  });
}

function describeDirective(name: string, shown: ShownSchema): Described {
  const verb = name === 'include' ? 'Includes' : 'Skips';
  return described('__Directive', {
    name: () => name,
    description: () => `${verb} what it stands at when the condition is true.`,
    isRepeatable: () => false,
    locations: () => ['FIELD', 'FRAGMENT_SPREAD', 'INLINE_FRAGMENT'],
    args: () => [
      describeInput({ name: 'if', description: null, type: 'Boolean!', defaultValue: null }, shown),
    ],
    isDeprecated: () => false,
    deprecationReason: () => null,
  });
}

/** A type by its name, or what is around it. */
function describeRef(ref: string, shown: ShownSchema): Described {
  if (ref.endsWith('!')) return around('NON_NULL', ref, ref.slice(0, -1), shown);
  if (ref.startsWith('[')) return around('LIST', ref, ref.slice(1, -1), shown);
  const found = shown.types.get(ref);
  if (found === undefined) throw new Error(`The schema names a type that it does not have: ${ref}`);
  return { ...describeType(found, shown), ref };
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

function around(kind: 'NON_NULL' | 'LIST', ref: string, inner: string, shown: ShownSchema): Described {
  return {
    type: '__Type',
    ref,
    get(name) {
      if (name === 'kind') return kind;
      if (name === 'ofType') return describeRef(inner, shown);
      if (name === 'interfaces' || name === 'enumValues') return [];
      return TYPE_FIELDS.has(name) ? null : undefined;
    },
  };
}

/** What `__type` asks about. */
export function describeType(type: TypeDefinition, shown: ShownSchema): Described {
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
          return fields?.map((one) => describeField(one, shown)) ?? null;
        case 'inputFields':
          return inputFields?.map((one) => describeInput(one, shown)) ?? null;
        case 'interfaces':
          return interfaces.map((one) => describeRef(one, shown));
        case 'possibleTypes':
          return possibleTypes?.map((one) => describeRef(one, shown)) ?? null;
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

function describeField(field: FieldDefinition, shown: ShownSchema): Described {
  return {
    type: '__Field',
    get(asked) {
      if (asked === 'name' || asked === 'description') return field[asked];
      if (asked === 'type') return describeRef(field.type, shown);
      return asked === 'args' ? field.args.map((one) => describeInput(one, shown)) : usual(asked);
    },
  };
}

function describeInput(input: InputDefinition, shown: ShownSchema): Described {
  return {
    type: '__InputValue',
    get(asked) {
      if (asked === 'name' || asked === 'description' || asked === 'defaultValue') return input[asked];
      return asked === 'type' ? describeRef(input.type, shown) : usual(asked);
    },
  };
}

/** Nothing of the API is deprecated. */
function usual(asked: string): unknown {
  if (asked === 'isDeprecated') return false;
  return asked === 'deprecationReason' ? null : undefined;
}
