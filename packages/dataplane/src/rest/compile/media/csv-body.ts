import { quoteText } from '../sql/quote-name.ts';

// The text of a row quotes as CSV does, but also doubles backslashes. Every backslash in it is half of such a pair.
const LINE = String.raw`replace(substring(row(t.*)::text from 2 for length(row(t.*)::text) - 2), E'\\\\', E'\\')`;
const KEY = String.raw`case when key ~ '[",\r\n]' then '"' || replace(key, '"', '""') || '"' else key end`;

/** CSV with a header line over the rows of `t`. @param names of the columns; null: as the first row says */
export function csvBody(names: readonly string[] | null): string {
  const header =
    names === null
      ? `coalesce(max((select string_agg(${KEY}, ',') from json_object_keys(row_to_json(t.*)) as keys(key))), '')`
      : quoteText(names.map(quoteCsv).join(','));
  return `${header} || coalesce(E'\\n' || string_agg(${LINE}, E'\\n'), '')`;
}

function quoteCsv(name: string): string {
  return /[",\r\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
}
