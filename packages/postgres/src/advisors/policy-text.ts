import { isFiller, isPunctuation, isString, type Token, tokenize, wordOf } from '@basalt/sql';

/** The words of a name such as `password_hash`, `homeIban` or `API-Key`, in lower case. */
export function splitName(name: string): string[] {
  return name
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '');
}

/** A function that policies of the database call: those of the table of settings, or one somebody made. */
export interface CalledFunction {
  readonly schema: string;
  readonly name: string;
}

/** Calls that give the same for every row of a query. */
const OF_CALLER: readonly CalledFunction[] = ['uid', 'jwt', 'role', 'email'].map((name) => ({
  schema: 'auth',
  name,
}));

/** Where a call stands in a text, from its first letter to its closing bracket. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** The same text without what separates its tokens. */
function read(sql: string): Token[] {
  return tokenize(sql).filter((token) => !isFiller(token));
}

/** The name that a token is, as PostgreSQL stores it; null for everything else. */
function nameOf(sql: string, token: Token | undefined): string | null {
  if (token?.kind === 'word') return wordOf(sql, token);
  if (token?.kind !== 'quoted-identifier') return null;
  return sql.slice(token.start + 1, token.end - 1).replaceAll('""', '"');
}

/**
 * Calls in a policy that are made once for each row, and could be made once for each query: those that stand in no subselect which
 * gives the same for every row. As PostgreSQL writes policies out, a subselect that looks at the row names its table.
 *
 * @param sql an expression as pg_get_expr writes it with an empty search path
 * @param table whose policy it is
 * @param own other functions to look for: without arguments, stable
 */
export function callsPerRow(sql: string, table: string, own: readonly CalledFunction[] = []): Span[] {
  const tokens = read(sql);
  const found: Span[] = [];
  const wanted = [...OF_CALLER, ...own];
  const closing = closingBrackets(sql, tokens);
  const constantUntil = constantSubselects(sql, tokens, closing, table);
  let constantEnd = -1;
  tokens.forEach((token, at) => {
    constantEnd = Math.max(constantEnd, constantUntil.get(at) ?? -1);
    if (at < constantEnd) return;
    const end = callEnd(sql, tokens, closing, at, wanted);
    if (end !== null) found.push({ start: token.start, end });
  });
  return found;
}

/** For each opening bracket the place of the one that closes it. */
function closingBrackets(sql: string, tokens: readonly Token[]): Map<number, number> {
  const open: number[] = [];
  const closing = new Map<number, number>();
  tokens.forEach((token, at) => {
    if (isPunctuation(sql, token, '(')) open.push(at);
    if (!isPunctuation(sql, token, ')')) return;
    const start = open.pop();
    if (start !== undefined) closing.set(start, at);
  });
  return closing;
}

/** The brackets around subselects that say nothing of the table's row, with the places of their ends. */
function constantSubselects(
  sql: string,
  tokens: readonly Token[],
  closing: ReadonlyMap<number, number>,
  table: string,
): Map<number, number> {
  const found = new Map<number, number>();
  for (const [start, end] of closing) {
    if (wordOf(sql, tokens[start + 1]) !== 'select') continue;
    const isOfRow = tokens
      .slice(start, end)
      .some((token, place, all) => nameOf(sql, token) === table && isPunctuation(sql, all[place + 1], '.'));
    if (!isOfRow) found.set(start, end);
  }
  return found;
}

/** Where the call ends that begins at a token; null where none of those wanted does. */
function callEnd(
  sql: string,
  tokens: readonly Token[],
  closing: ReadonlyMap<number, number>,
  at: number,
  wanted: readonly CalledFunction[],
): number | null {
  const first = nameOf(sql, tokens[at]);
  if (first === 'current_setting' && isPunctuation(sql, tokens[at + 1], '(')) {
    const end = closing.get(at + 1);
    const given = tokens.slice(at + 2, end);
    // With a column in it, it is another one for each row.
    const isConstant = given.every(
      (token) =>
        isString(token) ||
        token.kind === 'punctuation' ||
        ['text', 'true', 'false'].includes(wordOf(sql, token)),
    );
    return end === undefined || !isConstant ? null : (tokens[end]?.end ?? null);
  }
  if (first === null || !isPunctuation(sql, tokens[at + 1], '.')) return null;
  const name = nameOf(sql, tokens[at + 2]);
  if (!isPunctuation(sql, tokens[at + 3], '(') || !isPunctuation(sql, tokens[at + 4], ')')) return null;
  const isWanted = wanted.some((call) => call.schema === first && call.name === name);
  return isWanted ? (tokens[at + 4]?.end ?? null) : null;
}

/** The text with each of these calls in a subselect of its own, which the database makes once. */
export function wrapCalls(sql: string, spans: readonly Span[]): string {
  let wrapped = '';
  let from = 0;
  for (const { start, end } of spans) {
    wrapped += `${sql.slice(from, start)}(select ${sql.slice(start, end)})`;
    from = end;
  }
  return wrapped + sql.slice(from);
}

/** Whether a policy believes what users say of themselves: their `user_metadata` is theirs to change. */
export function believesUsers(sql: string): boolean {
  const tokens = read(sql);
  const texts = tokens.filter(isString).map((token) => sql.slice(token.start, token.end));
  const readsClaims =
    texts.some((text) => text.startsWith("'request.jwt.claim")) ||
    tokens.some((token, at) => nameOf(sql, token) === 'auth' && nameOf(sql, tokens[at + 2]) === 'jwt');
  // As a key of JSON, or as one step of a path such as '{user_metadata,role}'.
  if (readsClaims && texts.some((text) => /['{,.]user_metadata['},.]/.test(text))) return true;
  return tokens.some((token) => nameOf(sql, token) === 'raw_user_meta_data');
}

/** How much an expression of a policy asks: nothing, only that somebody has signed in, or something. */
export function whatItAsks(sql: string | null): 'nothing' | 'signed in' | 'something' {
  if (sql === null) return 'nothing';
  const text = read(sql)
    .map((token) => sql.slice(token.start, token.end).toLowerCase())
    .filter((part) => part !== '(' && part !== ')')
    .join(' ')
    .replaceAll(' :: text', '')
    .replaceAll(/ :: (boolean|bool)/g, '');
  if (['true', '1 = 1', "'t'", "'true'"].includes(text)) return 'nothing';
  const call = '(?:select )?auth \\. (uid|role)(?: as (?:uid|role))?';
  const isSignedIn = new RegExp(`^(?:${call} is not null|${call} = 'authenticated')$`);
  return isSignedIn.test(text) ? 'signed in' : 'something';
}

/** Whether the only thing that a policy asks is in which bucket a file is. @returns the bucket, or null */
export function onlyBucketAsked(sql: string): string | null {
  const tokens = read(sql).filter(({ kind }) => kind !== 'punctuation');
  const words = tokens.map((token) => sql.slice(token.start, token.end));
  const [column, equals, bucket, type] = words;
  if (column !== 'bucket_id' || equals !== '=' || bucket === undefined) return null;
  if (words.length > 4 || (type !== undefined && type !== 'text')) return null;
  return /^'(?:[^']|'')*'$/.test(bucket) ? bucket.slice(1, -1).replaceAll("''", "'") : null;
}
