import { unacceptableMediaTypes } from '../../errors/index.ts';
import { mediaTypeText } from '../../request/media-type.ts';
import type { SelectItem } from '../../request/read-plan.ts';
import type { MediaType, PlanOption } from '../../request/rest-request.ts';
import type {
  DatabaseFunction,
  MediaHandler,
  QualifiedName,
  SchemaCache,
} from '../../schema-cache/schema-cache.ts';
import { quoteQualified, quoteText } from '../sql/sql-text.ts';

/** How rows become the answer's bytes. */
export type BodyFormat =
  | { kind: 'json'; singular: boolean; nullsStripped: boolean }
  | { kind: 'csv' }
  | { kind: 'geojson' }
  /** One value as its text. */
  | { kind: 'raw' }
  /** One value's bytes, whether it is text or bytea. */
  | { kind: 'bytes' }
  /** What an aggregate makes of all rows. `relation`: the row type it takes, null for any. */
  | { kind: 'handler'; function: QualifiedName; relation: QualifiedName | null };

export interface ChosenMedia {
  format: BodyFormat;
  contentType: string;
  /** Not the rows but how they are found is asked for. */
  plan: { format: 'text' | 'json'; options: readonly PlanOption[] } | null;
}

/** What the media types are chosen for. */
interface MediaTarget {
  /** Whose rows these are, null when they are no relation's. */
  relation: QualifiedName | null;
  function: DatabaseFunction | null;
  /** What is selected of them: an aggregate over rows of one relation takes them whole or not at all. */
  select: readonly SelectItem[];
}

const TEXT = 'charset=utf-8';
/** The name of a handler for every media type, which says itself what it made. */
const ANY = '*/*';

/** The first of the client's media types that can be made. @throws {RestError} PGRST107 when there is none */
export function chooseMedia(
  accept: readonly MediaType[],
  target: MediaTarget,
  cache: SchemaCache,
): ChosenMedia {
  const wanted: readonly MediaType[] = accept.length === 0 ? [{ kind: 'any' }] : accept;
  for (const type of wanted) {
    const chosen = choose(type, target, cache);
    if (chosen !== null) return chosen;
  }
  throw unacceptableMediaTypes(wanted.map(mediaTypeText));
}

function choose(type: MediaType, target: MediaTarget, cache: SchemaCache): ChosenMedia | null {
  if (type.kind === 'plan') {
    const planned = cache.settings.planEnabled ? choose(type.for, target, cache) : null;
    if (planned === null) return null;
    const contentType = `${mediaTypeText(type)}; ${TEXT}`;
    return { ...planned, contentType, plan: { format: type.format, options: type.options } };
  }
  const custom = chooseHandler(type, target, cache);
  if (custom !== null) return { ...custom, plan: null };
  const format = type.kind === 'geojson' && !cache.makesGeoJson ? null : builtIn(type, target);
  if (format === null) return null;
  const name = type.kind === 'any' ? 'application/json' : mediaTypeText(type);
  return { format, contentType: format.kind === 'bytes' ? name : `${name}; ${TEXT}`, plan: null };
}

function builtIn(type: MediaType, target: MediaTarget): BodyFormat | null {
  switch (type.kind) {
    case 'any':
      return { kind: 'json', singular: false, nullsStripped: false };
    case 'json':
    case 'array':
      return { kind: 'json', singular: false, nullsStripped: type.nullsStripped };
    case 'object':
      return { kind: 'json', singular: true, nullsStripped: type.nullsStripped };
    case 'csv':
    case 'geojson':
      return { kind: type.kind };
    case 'raw': {
      const returns = target.function?.returns;
      if (returns?.kind !== 'scalar' || returns.set) return null;
      if (type.mediaType === 'text/xml' && returns.type !== 'xml') return null;
      return { kind: type.mediaType === 'application/octet-stream' ? 'bytes' : 'raw' };
    }
    default:
      return null;
  }
}

/**
 * A domain named like the type, or like any: what this very function gives, or what an aggregate makes of the rows. It comes before
 * what we make ourselves, but for the types of this protocol, whose parameters are ours to read.
 */
function chooseHandler(
  type: MediaType,
  target: MediaTarget,
  cache: SchemaCache,
): Pick<ChosenMedia, 'format' | 'contentType'> | null {
  if (type.kind === 'object' || type.kind === 'array' || type.kind === 'openapi') return null;
  const wanted = mediaTypeText(type);
  if (target.function?.returns.kind === 'scalar') {
    const own = cache.mediaHandlers.find(
      (handler) => !handler.isAggregate && isSame(handler.function, target.function),
    );
    if (own === undefined || !(own.mediaType === ANY || wanted === ANY || own.mediaType === wanted))
      return null;
    return { format: { kind: 'bytes' }, contentType: handledType(own) };
  }
  const handler = findAggregate(wanted, target, cache);
  if (handler === undefined) return null;
  const { function: aggregate, relation } = handler;
  return { format: { kind: 'handler', function: aggregate, relation }, contentType: handledType(handler) };
}

/** The one for any type of this relation, else the one for this type, else the one that takes rows of all kinds. */
function findAggregate(
  wanted: string,
  { relation, select }: MediaTarget,
  { mediaHandlers }: SchemaCache,
): MediaHandler | undefined {
  const aggregates = mediaHandlers.filter(({ isAggregate }) => isAggregate);
  const isWhole = select.length === 1 && select[0]?.kind === 'star';
  const own = aggregates.filter((one) => isWhole && one.relation !== null && isSame(one.relation, relation));
  return (
    own.find(({ mediaType }) => mediaType === ANY) ??
    own.find(({ mediaType }) => mediaType === wanted) ??
    aggregates.find((one) => one.relation === null && one.mediaType === wanted)
  );
}

/** A handler for any type says in `response.headers` what it made; if it does not, nobody knows more than that it is bytes. */
function handledType({ mediaType }: MediaHandler): string {
  if (mediaType === ANY) return 'application/octet-stream';
  return mediaType.startsWith('text/') || mediaType === 'application/json'
    ? `${mediaType}; ${TEXT}`
    : mediaType;
}

function isSame(a: QualifiedName, b: QualifiedName | null): boolean {
  return a.schema === b?.schema && a.name === b.name;
}

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

/** How a list of rows as JSON is made outside of the database: the same bytes as `json_agg`. */
export const JSON_LIST = { open: '[', separator: ', \n ', close: ']' } as const;

/** One row of `t` as it stands in such a list; null for a format that is no plain list. */
export function compileListEntry(format: BodyFormat): string | null {
  return format.kind === 'json' && !format.singular && !format.nullsStripped ? 'row_to_json(t.*)' : null;
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
