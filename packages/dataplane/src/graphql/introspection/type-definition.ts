/** A reference to a type, as GraphQL writes it: `[String!]!`. */
export type TypeRef = string;

export interface InputDefinition {
  readonly name: string;
  readonly description: string | null;
  readonly type: TypeRef;
  /** As GraphQL writes it. */
  readonly defaultValue: string | null;
}

export interface FieldDefinition {
  readonly name: string;
  readonly description: string | null;
  readonly args: readonly InputDefinition[];
  readonly type: TypeRef;
}

/** A type of the API as clients read it. */
export interface TypeDefinition {
  readonly kind: 'SCALAR' | 'OBJECT' | 'INTERFACE' | 'ENUM' | 'INPUT_OBJECT';
  readonly name: string;
  readonly description: string | null;
  readonly fields?: readonly FieldDefinition[];
  readonly inputFields?: readonly InputDefinition[];
  readonly interfaces?: readonly string[];
  readonly possibleTypes?: readonly string[];
  readonly enumValues?: readonly { readonly name: string; readonly description: string | null }[];
}

export function input(name: string, type: TypeRef, defaultValue: string | null = null): InputDefinition {
  return { name, description: null, type, defaultValue };
}

export function field(
  name: string,
  type: TypeRef,
  args: readonly InputDefinition[] = [],
  description: string | null = null,
): FieldDefinition {
  return { name, description, args, type };
}

export function object(
  name: string,
  fields: readonly FieldDefinition[],
  description: string,
): TypeDefinition {
  return { kind: 'OBJECT', name, description, fields };
}

export function inputObject(
  name: string,
  inputFields: readonly InputDefinition[],
  description: string | null = null,
): TypeDefinition {
  return { kind: 'INPUT_OBJECT', name, description, inputFields };
}

export function enumeration(name: string, values: readonly string[], description: string): TypeDefinition {
  return {
    kind: 'ENUM',
    name,
    description,
    enumValues: values.map((value) => ({ name: value, description: null })),
  };
}
