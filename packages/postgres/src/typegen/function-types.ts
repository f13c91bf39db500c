import type { FunctionRow } from '../catalog/functions.ts';
import type { TypedSchemas } from './read-typed-schemas.ts';
import { arrayOf, indent, property, type TypeText } from './type-text.ts';

interface Argument {
  readonly name: string;
  readonly type: number;
  readonly mode: string;
  readonly isOptional: boolean;
}

/** The functions of a schema by name, each with the lines of its type; of several with one name it is a union. */
export function functionTypes(
  schema: string,
  schemas: TypedSchemas,
  textOf: TypeText,
): Map<string, string[]> {
  const relations = relationTypes(schemas);
  const byName = Map.groupBy(
    schemas.functions.filter((each) => each.schema === schema && canBeCalled(each)),
    ({ name }) => name,
  );
  return new Map(
    [...byName].map(([name, overloads]) => {
      // In an order of their own, not in that in which they were made.
      const types = overloads
        .map((each) => functionType(each, relations, textOf))
        .sort((a, b) => (a.join() < b.join() ? -1 : 1));
      const [only] = types;
      if (types.length === 1 && only !== undefined) return [name, only];
      return [name, types.flatMap(([first = '', ...rest]) => [`| ${first}`, ...indent(rest)])];
    }),
  );
}

/** Calls name their arguments; one without a name is its only one. */
function canBeCalled(row: FunctionRow): boolean {
  const taken = argumentsOf(row).filter(isTaken);
  return taken.length <= 1 || taken.every(({ name }) => name !== '');
}

function functionType(row: FunctionRow, relations: ReadonlyMap<number, string>, textOf: TypeText): string[] {
  const all = argumentsOf(row);
  const taken = all.filter(isTaken);
  const args = taken.map(
    ({ name, type, isOptional }) =>
      `${name === '' ? '""' : property(name)}${isOptional ? '?' : ''}: ${textOf(type)}`,
  );
  return [
    '{',
    ...indent([
      `Args: ${args.length === 0 ? 'never' : `{ ${args.join('; ')} }`}`,
      `Returns: ${returnText(row, all, textOf)}`,
      ...setofOptions(row, taken[0], relations),
    ]),
    '}',
  ];
}

function argumentsOf({ inTypes, allTypes, modes, names, defaults }: FunctionRow): Argument[] {
  const all = (allTypes ?? inTypes).map((type, index) => ({
    name: names?.[index] ?? '',
    type,
    mode: modes?.[index] ?? 'i',
  }));
  const last = all.filter(isTaken).length;
  let place = 0;
  return all.map((argument) => {
    if (isTaken(argument)) place += 1;
    return { ...argument, isOptional: isTaken(argument) && place > last - defaults };
  });
}

function isTaken({ mode }: { mode: string }): boolean {
  return mode === 'i' || mode === 'b' || mode === 'v';
}

function returnText({ returnType, returnsSet }: FunctionRow, all: readonly Argument[], textOf: TypeText) {
  const given = all.filter(({ mode }) => mode === 'o' || mode === 'b' || mode === 't');
  const isRow = given.some(({ mode }) => mode === 't') || given.length > 1;
  const one = isRow
    ? `{ ${given.map(({ name, type }) => `${property(name)}: ${textOf(type)}`).join('; ')} }`
    : textOf(returnType);
  return returnsSet ? arrayOf(one) : one;
}

/** How rows that a function gives are joined with others, as clients want to know it. */
function setofOptions(
  { returnType, returnsSet, rows }: FunctionRow,
  first: Argument | undefined,
  relations: ReadonlyMap<number, string>,
): string[] {
  const to = relations.get(returnType);
  if (to === undefined) return [];
  const from = (first && relations.get(first.type)) ?? '*';
  return [
    'SetofOptions: {',
    ...indent([
      `from: ${JSON.stringify(from)}`,
      `to: ${JSON.stringify(to)}`,
      `isOneToOne: ${!returnsSet || rows === 1}`,
      `isSetofReturn: ${returnsSet}`,
    ]),
    '}',
  ];
}

/** Names of tables and views by the oid of the type of their rows. */
function relationTypes({ types }: TypedSchemas): Map<number, string> {
  return new Map(
    types.flatMap(({ oid, relation }) => (relation === null ? [] : [[oid, relation[1]] as const])),
  );
}

/** Functions of a schema that take a row and nothing else: columns that are computed when they are asked for. */
export function computedColumns(
  schemas: TypedSchemas,
): Map<number, { name: string; type: number; returnsSet: boolean }[]> {
  const relations = relationTypes(schemas);
  const taking = schemas.functions.filter(
    ({ inTypes, returnType, returnsSet }) =>
      inTypes.length === 1 && relations.has(inTypes[0] ?? 0) && !relations.has(returnType) && !returnsSet,
  );
  const found = new Map<number, { name: string; type: number; returnsSet: boolean }[]>();
  for (const { name, inTypes, returnType, returnsSet } of taking) {
    const type = inTypes[0] ?? 0;
    found.set(type, [...(found.get(type) ?? []), { name, type: returnType, returnsSet }]);
  }
  return found;
}
