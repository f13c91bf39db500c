import { readName } from './qualified-name.ts';
import { type StatementView, viewStatements } from './statement-view.ts';
import { isFiller } from './token.ts';
import { tokenize } from './tokens.ts';

/** What a text is about stands at its beginning; more need not be read. Characters. */
const READ = 4_000;
/** Longer names are cut at a word. */
const LONGEST = 60;

/**
 * A name for a text that nobody has named: its first comment, else its first statement in a few words, such as
 * `Select from orders`. Null when there is neither.
 */
export function nameOfSql(sql: string): string | null {
  const beginning = sql.slice(0, READ);
  for (const token of tokenize(beginning)) {
    if (!isFiller(token)) break;
    const words =
      token.kind === 'whitespace' ? null : wordsOfComment(beginning.slice(token.start, token.end));
    if (words !== null) return cut(words);
  }
  const [statement] = viewStatements(beginning).flat();
  const words = statement === undefined ? '' : wordsOfStatement(statement);
  return words === '' ? null : cut(words.charAt(0).toUpperCase() + words.slice(1));
}

/** The first line of a comment that says anything. */
function wordsOfComment(comment: string): string | null {
  const lines = comment.replace(/^\/\*+|\*+\/$/g, '').split(/[\r\n]/);
  const said = lines.map((line) => line.replace(/^[\s\-*=#!]+|[\s\-*=#]+$/g, '').replace(/\s+/g, ' '));
  return said.find((line) => /\p{L}/u.test(line)) ?? null;
}

/** Verbs, each with the word that stands before what it is done to; null: that stands right after the verb. */
const BEFORE_OBJECT: Readonly<Record<string, string | null>> = {
  select: 'from',
  insert: 'into',
  delete: 'from',
  update: null,
  truncate: null,
};

/** What may stand between a kind of object and its name. */
const NOT_A_NAME = new Set(['if', 'not', 'exists', 'only', 'table', 'concurrently']);

function wordsOfStatement(view: StatementView): string {
  const { sql, tokens, words, parent } = view;
  const verb = words[0] ?? '';
  if (Object.hasOwn(BEFORE_OBJECT, verb)) {
    const before = BEFORE_OBJECT[verb] ?? null;
    // What stands in brackets is about something else.
    const at =
      before === null ? 0 : words.findIndex((word, index) => word === before && parent[index] === -1);
    const name = at === -1 ? null : nameAfter(view, at);
    if (name !== null) return [verb, ...(before === null ? [] : [before]), name].join(' ');
  }
  if (verb === 'create' || verb === 'alter' || verb === 'drop') {
    const named = namedObject(view);
    if (named !== null) return `${verb} ${named}`;
  }
  return sql.slice(tokens[0]?.start, tokens.at(-1)?.end).replace(/\s+/g, ' ');
}

const OBJECT = new Set(
  'table view function procedure policy index trigger type schema extension sequence role user publication'.split(
    ' ',
  ),
);

/** `table orders` of `create unlogged table if not exists orders`. */
function namedObject(view: StatementView): string | null {
  const at = view.words.slice(0, 8).findIndex((word) => OBJECT.has(word));
  const name = at === -1 ? null : nameAfter(view, at);
  return name === null ? null : `${view.words[at]} ${name}`;
}

/** The name behind a token, without the schema `public`. */
function nameAfter(view: StatementView, at: number): string | null {
  let start = at + 1;
  while (NOT_A_NAME.has(view.words[start] ?? '')) start += 1;
  const parts = readName(view, start)?.parts ?? null;
  return parts && (parts[0] === 'public' && parts.length > 1 ? parts.slice(1) : parts).join('.');
}

function cut(text: string): string {
  const words = text.replace(/\p{Cc}+/gu, ' ').trim();
  if (words.length <= LONGEST) return words;
  const short = words.slice(0, LONGEST);
  const end = short.lastIndexOf(' ');
  // Half of a surrogate pair must not stay.
  return `${(end > LONGEST / 2 ? short.slice(0, end) : short).replace(/[\ud800-\udbff]$/, '')}…`;
}
