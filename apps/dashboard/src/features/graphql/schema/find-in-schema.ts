import type { GraphQLNamedType, GraphQLSchema } from 'graphql';
import { isEnumType, isInputObjectType, isInterfaceType, isIntrospectionType, isObjectType } from 'graphql';

/** A type, or a field of one. */
export interface Found {
  type: string;
  field: string | null;
}

const MOST = 100;

/** Types and fields whose names have these letters, types first and what begins with them before the rest. */
export function findInSchema(schema: GraphQLSchema, text: string): readonly Found[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  const types = shownTypes(schema);
  const found: Found[] = types
    .filter(({ name }) => has(name, wanted))
    .map(({ name }) => ({ type: name, field: null }));
  for (const type of types)
    for (const field of memberNames(type)) if (has(field, wanted)) found.push({ type: type.name, field });
  const begins = ({ type, field }: Found) => ((field ?? type).toLowerCase().startsWith(wanted) ? 0 : 1);
  return found.sort((a, b) => begins(a) - begins(b)).slice(0, MOST);
}

/** All types but those that describe the schema itself, by name. */
export function shownTypes(schema: GraphQLSchema): readonly GraphQLNamedType[] {
  return Object.values(schema.getTypeMap())
    .filter((type) => !isIntrospectionType(type))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function memberNames(type: GraphQLNamedType): string[] {
  if (isObjectType(type) || isInterfaceType(type) || isInputObjectType(type))
    return Object.keys(type.getFields());
  return isEnumType(type) ? type.getValues().map(({ name }) => name) : [];
}

function has(name: string, wanted: string): boolean {
  return name.toLowerCase().includes(wanted);
}
