import { placeOf, type TextPlace } from './text-place.ts';

/** What the server said, as its error message carries it. */
export interface SqlErrorFields {
  readonly message: string;
  readonly severity?: string | null;
  /** SQLSTATE. */
  readonly code?: string | null;
  readonly detail?: string | null;
  readonly hint?: string | null;
  /** 1-based, in characters of the submitted text. */
  readonly position?: number | string | null;
  readonly where?: string | null;
}

/** An error as an editor shows it. */
export interface FormattedSqlError {
  /** The first line, such as `ERROR: relation "x" does not exist`. */
  readonly title: string;
  /** Everything after the first line: the place in the text, detail, hint, context, SQLSTATE. */
  readonly lines: readonly string[];
  /** 1-based line of the submitted text, or null when the server named no place. */
  readonly line: number | null;
}

const DEFAULT_TITLE = 'Error running SQL query';
/** A longer line is cut around the place, so that the caret stays in sight. */
const EXCERPT_WIDTH = 100;

function splitLines(text: string): string[] {
  return text.split(/\r\n|\n|\r/);
}

/** The line of the text with a caret under the place, as psql draws it. */
function excerpt(place: TextPlace): string[] {
  const characters = [...place.text.replaceAll('\t', ' ')];
  const from = characters.length <= EXCERPT_WIDTH ? 0 : Math.max(0, place.column - EXCERPT_WIDTH / 2);
  const shown = characters.slice(from, from + EXCERPT_WIDTH).join('');
  const head = `LINE ${place.line}: ${from > 0 ? '...' : ''}`;
  const tail = from + EXCERPT_WIDTH < characters.length ? '...' : '';
  return [head + shown + tail, `${' '.repeat([...head].length + place.column - from)}^`];
}

const NAMED_LINE = /^LINE (\d+):/;

/** The line that the server's own words name, as in `LINE 3: select`. */
function namedLine(lines: readonly string[]): number | null {
  const found = lines.map((text) => NAMED_LINE.exec(text)?.[1]).find((digits) => digits !== undefined);
  return found === undefined ? null : Number(found);
}

function labelled(label: string, text: string | null | undefined): string[] {
  return text ? splitLines(`${label}: ${text}`) : [];
}

/**
 * Draws a server error the way `psql` users know it. `sql` is the text as it was submitted: the server's position
 * counts in it. Without it, the line is the one that the message itself names.
 */
export function formatSqlError(error: SqlErrorFields, sql = ''): FormattedSqlError {
  const place = error.position == null ? null : placeOf(sql, Number(error.position));
  const [first = '', ...rest] = splitLines(error.message.trim());
  const isLabelled = !error.severity || first.startsWith(`${error.severity}:`);
  const title = isLabelled ? first : `${error.severity}: ${first}`;
  return {
    title: first === '' ? DEFAULT_TITLE : title,
    lines: [
      ...rest,
      ...(place === null ? [] : excerpt(place)),
      ...labelled('DETAIL', error.detail),
      ...labelled('HINT', error.hint),
      ...labelled('CONTEXT', error.where),
      ...labelled('SQLSTATE', error.code),
    ],
    line: place?.line ?? namedLine(rest),
  };
}
