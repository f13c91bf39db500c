import type { RestError } from '../errors/rest-error.ts';
import { functionNotFound } from '../errors/schema-errors.ts';
import type { BodyKind } from './body-kind.ts';
import { nearestName, similarity } from './nearest-name.ts';
import type { DatabaseFunction, SchemaCache } from './schema-cache.ts';

const UNNAMED = {
  json: 'json/jsonb',
  text: 'text',
  xml: 'xml',
  'octet-stream': 'bytea',
  'text-values': null,
} as const;

/** PGRST202, with the overload that comes nearest, or the nearest name when there is no function of this name. */
export function functionMissing(
  cache: SchemaCache,
  call: { schema: string; name: string; argumentNames: readonly string[]; bodyKind: BodyKind | null },
): RestError {
  const { schema, name, argumentNames, bodyKind } = call;
  const functions = cache.functions.get(schema);
  const overload = nearestOverload(functions?.get(name) ?? [], argumentNames);
  const nearest = overload ? null : nearestName(name, functions?.keys() ?? []);
  return functionNotFound({
    schema,
    name,
    argumentNames: [...argumentNames].sort(),
    unnamed: bodyKind && UNNAMED[bodyKind],
    suggestion: overload ?? (nearest && `${schema}.${nearest}`),
  });
}

function nearestOverload(overloads: readonly DatabaseFunction[], names: readonly string[]): string | null {
  const wanted = [...names].sort().join(', ');
  const ranked = overloads
    .map((overload) => {
      const parameters = overload.arguments.map((parameter) => parameter.name).filter((name) => name !== '');
      return { overload, parameters, score: similarity(wanted, [...parameters].sort().join(', ')) };
    })
    .sort((a, b) => b.score - a.score);
  const [best] = ranked;
  if (!best) return null;
  const { schema, name } = best.overload;
  return best.parameters.length > 0
    ? `${schema}.${name}(${best.parameters.join(', ')})`
    : `${schema}.${name}`;
}
