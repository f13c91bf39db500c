/** A variable as it stands in a `.env` file. */
export interface EnvEntry {
  name: string;
  value: string;
}

export interface EnvText {
  /** In the order of the text; of a name that is there twice the last one counts. */
  entries: EnvEntry[];
  /** Lines, counted from 1, that say nothing that could be read. */
  unreadable: number[];
}

const ASSIGNMENT = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_.-]*)\s*=[ \t]*/;
const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t' };

/**
 * Reads the text of a `.env` file as the usual tools do: comments, `export`, values in single or double quotes, which may have
 * several lines, and in double quotes `\n`, `\r`, `\t`, `\"` and `\\`.
 */
export function readEnvText(text: string): EnvText {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const entries = new Map<string, string>();
  const unreadable: number[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (/^\s*(#|$)/.test(line)) continue;
    const [assignment, name] = ASSIGNMENT.exec(line) ?? [];
    if (assignment === undefined || name === undefined) {
      unreadable.push(at + 1);
      continue;
    }
    const { value, more } = readValue(line.slice(assignment.length), lines.slice(at + 1));
    if (value === null) unreadable.push(at + 1);
    else entries.set(name, value);
    at += more;
  }
  return { entries: [...entries].map(([name, value]) => ({ name, value })), unreadable };
}

/** A value and how many of the following lines belong to it; null: what stands behind its quotes cannot be read. */
function readValue(first: string, following: readonly string[]): { value: string | null; more: number } {
  const quote = first[0];
  if (quote !== '"' && quote !== "'" && quote !== '`') return { value: bare(first), more: 0 };
  let text = first.slice(1);
  for (let more = 0; ; more++) {
    const end = closing(text, quote);
    if (end !== -1) {
      const isOver = /^\s*(#.*)?$/.test(text.slice(end + 1));
      return { value: isOver ? unescaped(text.slice(0, end), quote) : null, more };
    }
    const next = following[more];
    // The quote never ends, so it is part of the value.
    if (next === undefined) return { value: bare(first), more: 0 };
    text += `\n${next}`;
  }
}

function bare(text: string): string {
  return text.replace(/(^|\s)#.*$/, '').trim();
}

function closing(text: string, quote: string): number {
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\' && quote === '"') at++;
    else if (text[at] === quote) return at;
  }
  return -1;
}

function unescaped(text: string, quote: string): string {
  if (quote !== '"') return text;
  return text.replace(
    /\\(.)/g,
    (whole, letter: string) => ESCAPES[letter] ?? (/["\\$]/.test(letter) ? letter : whole),
  );
}
