import { quoteQualified, quoteText } from '../sql/sql-text.ts';
import type { BodyFormat } from './choose-media.ts';

/** What stands in `t`, from which the body is made. */
export type RowShape =
  /** Rows with columns; `one`: there is one row and it is the answer itself, no list of it. */
  | { kind: 'rows'; one: boolean; names: readonly string[] | null }
  /** One column `value`, called `name` where a name is needed. */
  | { kind: 'values'; one: boolean; name: string };

/** The body as an aggregate over the rows of `t`. */
export function compileBody(format: BodyFormat, shape: RowShape): string {
  switch (format.kind) {
    case 'json':
      return jsonBody(format, shape);
    case 'csv':
      return csvBody(shape.kind === 'rows' ? shape.names : [shape.name]);
    case 'geojson':
      return "json_build_object('type', 'FeatureCollection', 'features', coalesce(json_agg(st_asgeojson(t.*)::json), '[]'))";
    case 'raw':
      return "coalesce(string_agg(t.value::text, ''), '')";
    case 'bytes':
      return bytesOf('(array_agg(t.value))[1]');
    case 'handler': {
      const row = format.relation === null ? 't.*' : `row(t.*)::${quoteQualified(format.relation)}`;
      return bytesOf(`${quoteQualified(format.function)}(${row})`);
    }
  }
}

function jsonBody(format: Extract<BodyFormat, { kind: 'json' }>, shape: RowShape): string {
  const strip = (json: string) => (format.nullsStripped ? `json_strip_nulls(${json})` : json);
  const single = format.singular || shape.one;
  if (shape.kind === 'values')
    return single
      ? `coalesce(string_agg(${strip('to_json(t.value)')}::text, ''), 'null')`
      : strip("coalesce(json_agg(t.value), '[]')");
  // Joining the one row's text is cheaper than taking it out of a list again.
  return single
    ? `coalesce(string_agg(${strip('row_to_json(t.*)')}::text, ''), 'null')`
    : strip("coalesce(json_agg(t.*), '[]')");
}

/** Hexadecimal digits of a text's or a bytea's bytes, also when a domain hides which it is. */
function bytesOf(value: string): string {
  const isBytea =
    "exists (select from pg_type where oid = pg_typeof(made.value)::oid and 'bytea'::regtype in (oid, typbasetype))";
  return `(select case when ${isBytea} then encode(made.value::text::bytea, 'hex') else encode(convert_to(made.value::text, 'UTF8'), 'hex') end from (select ${value} as value) as made)`;
}

// The text of a row quotes as CSV does, but also doubles backslashes. Every backslash in it is half of such a pair.
const LINE = String.raw`replace(substring(row(t.*)::text from 2 for length(row(t.*)::text) - 2), E'\\\\', E'\\')`;
const KEY = String.raw`case when key ~ '[",\r\n]' then '"' || replace(key, '"', '""') || '"' else key end`;

/** CSV with a header line over the rows of `t`. @param names of the columns; null: as the first row says */
function csvBody(names: readonly string[] | null): string {
  const header =
    names === null
      ? `coalesce(max((select string_agg(${KEY}, ',') from json_object_keys(row_to_json(t.*)) as keys(key))), '')`
      : quoteText(names.map(quoteCsv).join(','));
  return `${header} || coalesce(E'\\n' || string_agg(${LINE}, E'\\n'), '')`;
}

function quoteCsv(name: string): string {
  return /[",\r\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
}
