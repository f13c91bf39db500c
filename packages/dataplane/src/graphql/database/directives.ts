/** What comments say to GraphQL: `@graphql({…})` in the comment of a schema, table, column, function, key or enum. */

export interface SchemaDirective {
  inflect_names?: boolean;
  max_rows?: number;
  introspection?: boolean;
}

export interface TableDirective {
  name?: string;
  description?: string;
  totalCount?: { enabled: boolean };
  aggregate?: { enabled: boolean };
  max_rows?: number;
  primary_key_columns?: string[];
  foreign_keys?: TableKeyDirective[];
}

export interface TableKeyDirective {
  local_columns: string[];
  foreign_schema: string;
  foreign_table: string;
  foreign_columns: string[];
  local_name?: string;
  foreign_name?: string;
}

/** Of a column or a function. */
export interface NamedDirective {
  name?: string;
  description?: string;
}

export interface KeyDirective {
  foreign_name?: string;
  local_name?: string;
}

export interface EnumDirective {
  name?: string;
  mappings?: Record<string, string>;
}

/** Thrown for a comment that cannot be understood; the message names where it stands. */
export class CommentDirectiveError extends Error {
  override readonly name = 'CommentDirectiveError';
}

type Check = (value: unknown) => boolean;
const isText: Check = (value) => typeof value === 'string';
const isFlag: Check = (value) => typeof value === 'boolean';
const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isSwitch: Check = (value) => isObject(value) && isFlag(value.enabled);
const isTexts: Check = (value) => Array.isArray(value) && value.every(isText);
const isMappings: Check = (value) => isObject(value) && Object.values(value).every(isText);
const KEY_SHAPE = { local_name: isText, foreign_name: isText };
const TABLE_KEY_SHAPE = {
  ...KEY_SHAPE,
  local_columns: isTexts,
  foreign_schema: isText,
  foreign_table: isText,
  foreign_columns: isTexts,
};
const NEEDED = ['local_columns', 'foreign_schema', 'foreign_table', 'foreign_columns'];
const isTableKeys: Check = (value) =>
  Array.isArray(value) &&
  value.every(
    (key) => isObject(key) && NEEDED.every((name) => name in key) && mistakeIn(key, TABLE_KEY_SHAPE) === null,
  );

const SHAPES = {
  schema: { inflect_names: isFlag, max_rows: isCount, introspection: isFlag },
  table: {
    name: isText,
    description: isText,
    totalCount: isSwitch,
    aggregate: isSwitch,
    max_rows: isCount,
    primary_key_columns: isTexts,
    foreign_keys: isTableKeys,
  },
  named: { name: isText, description: isText },
  key: KEY_SHAPE,
  enum: { name: isText, mappings: isMappings },
} satisfies Record<string, Record<string, Check>>;

interface Directives {
  schema: SchemaDirective;
  table: TableDirective;
  named: NamedDirective;
  key: KeyDirective;
  enum: EnumDirective;
}

const START = '@graphql(';

/**
 * The directive in a comment, empty without one. Members that nobody knows are passed over.
 * @param place where the comment stands, for the error
 * @throws {CommentDirectiveError}
 */
export function readDirective<Kind extends keyof Directives>(
  kind: Kind,
  comment: string | null | undefined,
  place: string,
): Directives[Kind] {
  const at = comment?.indexOf(START) ?? -1;
  if (!comment || at === -1) return {};
  const found = readObject(comment.slice(at + START.length));
  if (found === null) throw mistake(place, 'it is not a JSON object between @graphql( and )');
  const wrong = mistakeIn(found, SHAPES[kind]);
  if (wrong !== null) throw mistake(place, `"${wrong}" has a value of another shape than it must have`);
  return found as Directives[Kind];
}

/** The JSON object at the beginning of a text, up to a closing bracket. */
function readObject(text: string): Record<string, unknown> | null {
  for (let end = text.indexOf(')'); end !== -1; end = text.indexOf(')', end + 1)) {
    try {
      const value: unknown = JSON.parse(text.slice(0, end));
      return isObject(value) ? value : null;
    } catch {
      // The bracket may stand inside of a text.
    }
  }
  return null;
}

function mistakeIn(found: Record<string, unknown>, shape: Record<string, Check>): string | null {
  for (const [name, check] of Object.entries(shape))
    if (Object.hasOwn(found, name) && !check(found[name])) return name;
  return null;
}

function mistake(place: string, what: string): CommentDirectiveError {
  return new CommentDirectiveError(`The comment on ${place} cannot be read: ${what}.`);
}
