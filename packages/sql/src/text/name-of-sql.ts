import { isPunctuation, type Token, wordOf } from './token.ts';
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
  const tokens = tokenize(beginning);
  for (const token of tokens) {
    if (token.kind === 'whitespace') continue;
    if (token.kind !== 'line-comment' && token.kind !== 'block-comment') break;
    const words = wordsOfComment(beginning.slice(token.start, token.end));
    if (words !== null) return cut(words);
  }
  const words = wordsOfStatement(
    beginning,
    tokens.filter(({ kind }) => !['whitespace', 'line-comment', 'block-comment'].includes(kind)),
  );
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

function wordsOfStatement(sql: string, tokens: readonly Token[]): string {
  const end = tokens.findIndex((token) => isPunctuation(sql, token, ';'));
  const statement = end === -1 ? tokens : tokens.slice(0, end);
  const verb = wordOf(sql, statement[0]);
  if (Object.hasOwn(BEFORE_OBJECT, verb)) {
    const before = BEFORE_OBJECT[verb] ?? null;
    const at = before === null ? 0 : outside(sql, statement).indexOf(before);
    const name = at === -1 ? null : nameAfter(sql, statement, at);
    if (name !== null) return [verb, ...(before === null ? [] : [before]), name].join(' ');
  }
  if (verb === 'create' || verb === 'alter' || verb === 'drop') {
    const named = namedObject(sql, statement);
    if (named !== null) return `${verb} ${named}`;
  }
  const [first, last] = [statement[0], statement.at(-1)];
  if (first === undefined || last === undefined) return '';
  return sql.slice(first.start, last.end).replace(/\s+/g, ' ');
}

/** The words of a statement; '' for those in brackets, which are about something else. */
function outside(sql: string, statement: readonly Token[]): string[] {
  let depth = 0;
  return statement.map((token) => {
    if (isPunctuation(sql, token, '(')) depth += 1;
    if (isPunctuation(sql, token, ')')) depth -= 1;
    return depth === 0 ? wordOf(sql, token) : '';
  });
}

const OBJECT = new Set(
  'table view function procedure policy index trigger type schema extension sequence role user publication'.split(
    ' ',
  ),
);

/** `table orders` of `create unlogged table if not exists orders`. */
function namedObject(sql: string, statement: readonly Token[]): string | null {
  const at = statement.slice(0, 8).findIndex((token) => OBJECT.has(wordOf(sql, token)));
  if (at === -1) return null;
  const name = nameAfter(sql, statement, at);
  return name === null ? null : `${wordOf(sql, statement[at])} ${name}`;
}

/** The name behind a token, without the schema `public`. */
function nameAfter(sql: string, statement: readonly Token[], at: number): string | null {
  let index = at + 1;
  while (NOT_A_NAME.has(wordOf(sql, statement[index]))) index += 1;
  const parts: string[] = [];
  for (;;) {
    const part = statement[index];
    if (part === undefined || (part.kind !== 'word' && part.kind !== 'quoted-identifier')) break;
    const text = sql.slice(part.start, part.end);
    parts.push(part.kind === 'word' ? text : text.replace(/^"|"$/g, '').replaceAll('""', '"'));
    if (!isPunctuation(sql, statement[index + 1], '.')) break;
    index += 2;
  }
  return parts.length === 0
    ? null
    : parts.filter((part, place) => place > 0 || part !== 'public' || parts.length === 1).join('.');
}

function cut(text: string): string {
  const words = text.replace(/\p{Cc}+/gu, ' ').trim();
  if (words.length <= LONGEST) return words;
  const short = words.slice(0, LONGEST);
  const end = short.lastIndexOf(' ');
  // Half of a surrogate pair must not stay.
  return `${(end > LONGEST / 2 ? short.slice(0, end) : short).replace(/[\ud800-\udbff]$/, '')}…`;
}
