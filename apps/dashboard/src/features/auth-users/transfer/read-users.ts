/** A row of a file of users, where it stands in it. */
export interface UserRow {
  /** The line it begins on, or its place among the users of a list, counted from 1. */
  line: number;
  user: Record<string, unknown>;
}

/** What cannot be read as a file of users, in a sentence. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
}

const LONGEST_ROW = 1_000_000;

/**
 * The users of a file, as it is read: CSV with a first line of names, a JSON list, or an object on each line. What begins with a bracket or
 * a brace is JSON.
 * @throws {FileProblem}
 */
export async function* readUsers(file: Blob): AsyncGenerator<UserRow> {
  const start = (await file.slice(0, 1_024).text()).replace(/^\uFEFF/, '').trimStart();
  yield* /^[[{]/.test(start) ? readJson(chunksOf(file)) : readCsv(chunksOf(file));
}

async function* chunksOf(file: Blob): AsyncGenerator<string> {
  const reader = file
    .stream()
    .pipeThrough(new TextDecoderStream('utf-8', { fatal: true }))
    .getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } catch (cause) {
    throw new FileProblem('The file is not text in UTF-8.', { cause });
  } finally {
    void reader.cancel().catch(() => {});
  }
}

/** Objects on the outermost level, whatever is between them: a list, or lines. The list of Firebase's export is one level down. */
async function* readJson(chunks: AsyncIterable<string>): AsyncGenerator<UserRow> {
  let [text, depth, begins, level, place] = ['', 0, -1, 0, 0];
  let [isText, isEscaped] = [false, false];
  for await (const chunk of chunks) {
    const from = text.length;
    text += chunk;
    for (let at = from; at < text.length; at += 1) {
      const letter = text[at];
      if (isText) {
        if (isEscaped) isEscaped = false;
        else if (letter === '\\') isEscaped = true;
        else if (letter === '"') isText = false;
        continue;
      }
      if (letter === '"') isText = true;
      else if (
        letter === '[' &&
        begins >= 0 &&
        depth === level + 1 &&
        /^\{\s*"users"\s*:\s*$/.test(text.slice(begins, at))
      ) {
        // An object that holds the users, and is none.
        level += 1;
        begins = -1;
      } else if (letter === '{') {
        if (depth === level && begins < 0) begins = at;
        depth += 1;
      } else if (letter === '}') {
        depth -= 1;
        if (depth === level && begins >= 0) {
          place += 1;
          yield { line: place, user: parse(text.slice(begins, at + 1), place) };
          begins = -1;
        }
      }
    }
    text = begins < 0 ? '' : text.slice(begins);
    begins = begins < 0 ? -1 : 0;
    if (text.length > LONGEST_ROW) throw new FileProblem('A user in it is longer than a million characters.');
  }
  if (begins >= 0) throw new FileProblem('The file ends within a user.');
}

function parse(text: string, place: number): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch (cause) {
    throw new FileProblem(`The user at place ${place} is not valid JSON.`, { cause });
  }
}

async function* readCsv(chunks: AsyncIterable<string>): AsyncGenerator<UserRow> {
  let names: string[] | null = null;
  for await (const { line, values } of readRecords(chunks)) {
    if (names === null) {
      names = values.map((name) => name.trim());
      if (!names.some((name) => name === 'email' || name === 'phone'))
        throw new FileProblem('The first line must name the columns, with email or phone among them.');
    } else yield { line, user: userOf(names, values) };
  }
}

/** Texts between commas, in quotes where they hold any (RFC 4180). Empty lines are left out. */
async function* readRecords(
  chunks: AsyncIterable<string>,
): AsyncGenerator<{ line: number; values: string[] }> {
  let [line, begins, value] = [1, 1, ''];
  let values: string[] = [];
  let [isQuoted, sawQuote] = [false, false];
  for await (const chunk of chunks)
    for (const letter of line === 1 && values.length === 0 && value === ''
      ? chunk.replace(/^\uFEFF/, '')
      : chunk) {
      if (isQuoted && letter !== '"') {
        if (letter === '\n') line += 1;
        value += letter;
        if (value.length > LONGEST_ROW) throw new FileProblem(`A quote on line ${begins} is never closed.`);
      } else if (letter === '"') {
        // Two of them stand for one.
        if (!isQuoted && sawQuote) value += '"';
        sawQuote = isQuoted;
        isQuoted = !isQuoted;
        continue;
      } else if (letter === ',') {
        values.push(value);
        value = '';
      } else if (letter === '\n') {
        values.push(value);
        if (values.length > 1 || values[0] !== '') yield { line: begins, values };
        line += 1;
        [begins, value, values] = [line, '', []];
      } else if (letter !== '\r') value += letter;
      sawQuote = false;
    }
  if (isQuoted) throw new FileProblem(`A quote on line ${begins} is never closed.`);
  if (value !== '' || values.length > 0) yield { line: begins, values: [...values, value] };
}

const JSON_COLUMNS: ReadonlySet<string> = new Set(['user_metadata', 'app_metadata']);
const SWITCHES: Readonly<Record<string, boolean>> = {
  true: true,
  t: true,
  1: true,
  false: false,
  f: false,
  0: false,
};

/** What the texts of a line stand for. A text that stands for nothing stays as it is, and is refused with the row. */
function userOf(names: readonly string[], values: readonly string[]): Record<string, unknown> {
  const entries = names.flatMap((name, place) => {
    const text = values[place] ?? '';
    if (name === '' || text === '') return [];
    if (JSON_COLUMNS.has(name)) return [[name, readValue(text)]];
    return [[name, name.endsWith('_confirm') ? (SWITCHES[text.toLowerCase()] ?? text) : text]];
  });
  return Object.fromEntries(entries);
}

function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
