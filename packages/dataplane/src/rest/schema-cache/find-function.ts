import { functionAmbiguous } from '../errors/schema-errors.ts';
import type { BodyKind } from './body-kind.ts';
import { functionMissing } from './function-missing.ts';
import type { DatabaseFunction, SchemaCache } from './schema-cache.ts';

export interface FoundFunction {
  function: DatabaseFunction;
  /** The function's single unnamed argument takes the body as it came; there are no named arguments. */
  wholeBody: boolean;
}

const WHOLE_BODY_TYPES: Record<BodyKind, readonly string[]> = {
  json: ['json', 'jsonb'],
  text: ['text'],
  xml: ['xml'],
  'octet-stream': ['bytea'],
  'text-values': [],
};

/**
 * The overload that takes exactly these named arguments (defaults may be left out), or else the one whose single unnamed
 * argument takes the whole body. `bodyKind` null: there is no body (GET, HEAD). Throws PGRST202 (404) and PGRST203 (300).
 */
export function findFunction(
  cache: SchemaCache,
  schema: string,
  name: string,
  argumentNames: readonly string[],
  options: { bodyKind: BodyKind | null },
): FoundFunction {
  const overloads = cache.functions.get(schema)?.get(name) ?? [];
  const { bodyKind } = options;
  const named =
    bodyKind !== null && isRaw(bodyKind)
      ? []
      : overloads.filter(
          (one) => takes(one, argumentNames) || (bodyKind !== null && takesNameless(one, argumentNames)),
        );
  const matches = named.length > 0 ? named : overloads.filter((one) => takesWholeBody(one, bodyKind));
  const [found, ...others] = matches;
  if (!found) throw functionMissing(cache, { schema, name, argumentNames, bodyKind });
  if (others.length > 0) throw functionAmbiguous(matches.map(signature));
  return { function: found, wholeBody: named.length === 0 };
}

function isRaw(bodyKind: BodyKind): boolean {
  return bodyKind === 'text' || bodyKind === 'xml' || bodyKind === 'octet-stream';
}

/** Whether a function can be called with these named arguments and no others. */
export function takes({ arguments: parameters }: DatabaseFunction, names: readonly string[]): boolean {
  const given = new Set(names);
  const known = new Set(parameters.map(({ name }) => name));
  if (known.has('') && parameters.some(({ name, required }) => name === '' && required)) return false;
  return (
    names.every((name) => name !== '' && known.has(name)) &&
    parameters.every(({ name, required }) => !required || given.has(name))
  );
}

/** Whether a function has one unnamed argument, and a body calls it by that name: `{"": 1}`. */
function takesNameless({ arguments: parameters }: DatabaseFunction, names: readonly string[]): boolean {
  return parameters.length === 1 && parameters[0]?.name === '' && names.length === 1 && names[0] === '';
}

function takesWholeBody({ arguments: parameters }: DatabaseFunction, bodyKind: BodyKind | null): boolean {
  const [parameter] = parameters;
  if (bodyKind === null || parameters.length !== 1 || !parameter || parameter.name !== '') return false;
  return WHOLE_BODY_TYPES[bodyKind].includes(parameter.type);
}

function signature({ schema, name, arguments: parameters }: DatabaseFunction): string {
  const list = parameters.map((parameter) => `${parameter.name} => ${parameter.type}`);
  return `${schema}.${name}(${list.join(', ')})`;
}
