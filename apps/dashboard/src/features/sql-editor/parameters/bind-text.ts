import { applyParameters } from '@basalt/sql';

interface Text {
  sql: string;
  /** Line of the editor on which the text starts, counted from 1. */
  firstLine: number;
}

export type BoundText =
  | { ok: true; text: Text; parameters: (string | null)[] }
  /** A value is missing or cannot be used. */
  | { ok: false; message: string };

/** Reading a longer text at every run would stop the page. */
const LONGEST = 200_000;

/** False: the text has no parameters. True: it may have some, which only reading it can tell. */
export function mayHaveParameters(text: { readonly length: number; toString(): string }): boolean {
  if (text.length > LONGEST) return false;
  const whole = text.toString();
  return whole.includes(':') || whole.includes('@set');
}

/** A text with its parameters bound, ready to be sent. */
export function bindText(text: Text, values: Readonly<Record<string, string>>): BoundText {
  if (!mayHaveParameters(text.sql)) return { ok: true, text, parameters: [] };
  try {
    const { sql, values: parameters } = applyParameters(text.sql, values);
    // Lines that gave defaults are taken out; they stand at the top, so every line below moves up.
    const moved = countLines(text.sql) - countLines(sql);
    return { ok: true, text: { sql, firstLine: text.firstLine + moved }, parameters };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

function countLines(text: string): number {
  return text.split('\n').length;
}
