import type { FunctionRow } from '@basalt/postgres/catalog';
import type { MediaHandler } from '../schema-cache.ts';
import type { DatabaseType } from './build-types.ts';

const MEDIA_TYPE = /^(?:[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+|\*\/\*)$/i;
const ANY_ELEMENT = 2283;

/** The handler that a function or an aggregate is, null when its result is no domain named like a media type. */
export function buildMediaHandler(
  row: FunctionRow,
  types: ReadonlyMap<number, DatabaseType>,
): MediaHandler | null {
  const { schema, name, kind, inTypes, returnType } = row;
  const domain = types.get(returnType);
  if (domain?.kind !== 'domain' || !MEDIA_TYPE.test(domain.bare.name)) return null;
  const handler = {
    mediaType: domain.bare.name.toLowerCase(),
    domain: domain.bare,
    function: { schema, name },
  };
  if (kind === 'f') return { ...handler, relation: null, isAggregate: false };
  const [row0, ...others] = inTypes;
  const relation = types.get(row0 ?? 0)?.relation ?? null;
  // An aggregate over anything but rows takes no result of a request.
  if (others.length > 0 || (!relation && row0 !== ANY_ELEMENT)) return null;
  return { ...handler, relation, isAggregate: true };
}
