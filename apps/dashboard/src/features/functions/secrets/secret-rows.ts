import { MAX_SECRET_LENGTH, RESERVED_SECRET_PREFIX, SECRET_NAME } from '@basalt/contract';
import type { EnvEntry } from './env-text.ts';

/** A secret while it is typed. */
export interface SecretRow extends EnvEntry {
  id: number;
}

/** Puts what was pasted into one row in its place, and more rows behind it. */
export function spreadInto(
  rows: readonly SecretRow[],
  id: number,
  entries: readonly EnvEntry[],
): SecretRow[] {
  let next = Math.max(...rows.map((row) => row.id)) + 1;
  return rows.flatMap((row) => (row.id === id ? entries.map((entry) => ({ id: next++, ...entry })) : [row]));
}

/** What is wrong with each row, as a sentence. Rows that are empty count for nothing. */
export function rowProblems(rows: readonly SecretRow[]): Map<number, string> {
  const problems = new Map<number, string>();
  const seen = new Set<string>();
  for (const row of rows) {
    if (isBlank(row)) continue;
    const problem = nameProblem(row.name, seen) ?? valueProblem(row.value);
    if (problem !== null) problems.set(row.id, problem);
    seen.add(row.name);
  }
  return problems;
}

export function isBlank({ name, value }: SecretRow): boolean {
  return name === '' && value === '';
}

function nameProblem(name: string, seen: ReadonlySet<string>): string | null {
  if (name === '') return 'Enter a name.';
  if (!SECRET_NAME.test(name)) return 'A name has letters, digits and underscores, and begins with no digit.';
  if (name.startsWith(RESERVED_SECRET_PREFIX))
    return `Names with ${RESERVED_SECRET_PREFIX} are taken by the platform.`;
  return seen.has(name) ? 'This name is used twice.' : null;
}

function valueProblem(value: string): string | null {
  if (value === '') return 'Enter a value.';
  return value.length > MAX_SECRET_LENGTH
    ? `A value has at most ${MAX_SECRET_LENGTH.toLocaleString('en')} characters.`
    : null;
}
