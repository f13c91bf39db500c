import { quoteLiteral } from '@basalt/sql';
import type { ApiEnum, ValueType } from '../schema/value-types.ts';

/** Types whose values JSON numbers and JSON itself would change. */
const AS_TEXT: ReadonlySet<string> = new Set(['BigInt', 'BigFloat', 'JSON']);

/** A value as it stands in the answer, to be put into JSON. */
export function outputValue({ scalar, enum: of, isList, sql }: ValueType, value: string): string {
  if (of !== null) return of.mapped ? mapped(of, value, isList) : value;
  if (!AS_TEXT.has(scalar)) return value;
  if (isList) return `(${value})::text[]`;
  return scalar === 'JSON' ? `(${value})${sql === 'json' ? '' : '::jsonb'} #>> '{}'` : `(${value})::text`;
}

function mapped({ values }: ApiEnum, value: string, isList: boolean): string {
  const cases = [...values].map(([name, label]) => `when ${quoteLiteral(label)} then ${quoteLiteral(name)}`);
  const ofOne = (one: string) => `case ${one}::text ${cases.join(' ')} end`;
  if (!isList) return ofOne(value);
  return `(select case when ${value} is not null then coalesce(array_agg(${ofOne('e.v')} order by e.n), '{}') end
    from unnest(${value}) with ordinality as e(v, n))`;
}

/** What rows are named by: base64 of a JSON list, as PostgreSQL writes it. */
export function base64Sql(json: string): string {
  return `translate(encode(convert_to((${json})::text, 'UTF8'), 'base64'), E'\\n', '')`;
}
