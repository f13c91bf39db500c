import { COMPARISONS, PLAIN_OPERATORS, TEXT_SEARCHES } from '../request/read-plan.ts';
import { findFunction, takes } from './find-function.ts';
import type { DatabaseFunction, SchemaCache } from './schema-cache.ts';

export interface QueryParameter {
  name: string;
  value: string;
}

export interface FoundQueryFunction {
  function: DatabaseFunction;
  /** In the order they came; a variadic or repeated one several times. */
  arguments: readonly QueryParameter[];
  /** Those that filter the result. */
  filters: readonly QueryParameter[];
}

const OPERATORS = ['in', 'is', ...COMPARISONS, ...PLAIN_OPERATORS, ...TEXT_SEARCHES].join('|');
const FILTER = new RegExp(`^(?:not\\.)?(?:${OPERATORS})(?:\\([^)]*\\))?\\.`);

/**
 * RPC by GET or HEAD: tells arguments from filters and finds the overload. A parameter named like an argument of any
 * overload is an argument; others are filters when their value looks like one (`eq.5`), else misspelled arguments.
 * A name that is given both plainly and with an operator is an argument and a filter.
 * Throws PGRST202 (404) and PGRST203 (300).
 */
export function findQueryFunction(
  cache: SchemaCache,
  schema: string,
  name: string,
  parameters: readonly QueryParameter[],
): FoundQueryFunction {
  const overloads = cache.functions.get(schema)?.get(name) ?? [];
  const known = new Set(overloads.flatMap((overload) => overload.arguments.map((argument) => argument.name)));
  const plain = new Set(
    parameters.filter(({ value }) => !FILTER.test(value)).map((parameter) => parameter.name),
  );
  const isArgument = (parameter: QueryParameter) =>
    !FILTER.test(parameter.value) || (known.has(parameter.name) && !plain.has(parameter.name));
  const byName = split(parameters, isArgument);
  // An argument of one overload may be a column that another one returns: then its filter is one after all.
  const byValue = split(parameters, ({ value }) => !FILTER.test(value));
  const fits = (names: readonly QueryParameter[]) =>
    overloads.some((overload) => takes(overload, namesOf(names)));
  const chosen = fits(byName.arguments) || !fits(byValue.arguments) ? byName : byValue;
  const found = findFunction(cache, schema, name, namesOf(chosen.arguments), { bodyKind: null });
  return { function: found.function, ...chosen };
}

function split(parameters: readonly QueryParameter[], isArgument: (parameter: QueryParameter) => boolean) {
  return {
    arguments: parameters.filter(isArgument),
    filters: parameters.filter((parameter) => !isArgument(parameter)),
  };
}

function namesOf(parameters: readonly QueryParameter[]): string[] {
  return [...new Set(parameters.map(({ name }) => name))];
}
