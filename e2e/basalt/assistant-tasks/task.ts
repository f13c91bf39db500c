import assert from 'node:assert/strict';
import type { TaskProject } from './task-project.ts';

/** A card of an answer: SQL that the person runs, or an edge function that the person deploys. */
export type Card =
  | {
      sql: string;
      view?: 'table' | 'chart' | undefined;
      xAxis?: string | undefined;
      yAxis?: string | undefined;
    }
  | { name: string; code: string };

/** What became of an answer: its cards have been run and deployed. */
export interface Attempt {
  project: TaskProject;
  cards: readonly Card[];
  /** The rows that each SQL card answered, in order; empty for one that was refused. */
  results: readonly Row[][];
  /** Why cards were refused. */
  problems: readonly string[];
}

export type Row = Record<string, unknown>;

/** Cards, or the SQL of the only one. */
export type Answer = string | readonly Card[];

/** Something that somebody asks the assistant for, and how to see by execution whether it was done. */
export interface Task {
  /** Unique, in a few words. */
  name: string;
  /** What the person writes. It names all that the check looks for. */
  prompt: string;
  /** SQL that runs before, on an empty schema `public`. */
  setUp?: string;
  /** SQL that the person attaches, such as one that fails. */
  attached?: string;
  /** An answer that is right. */
  solution: Answer;
  /** An answer that looks right and is not. */
  wrong: Answer;
  /** Throws unless the task was done. */
  check(attempt: Attempt): Promise<void>;
}

export function cardsOf(answer: Answer): readonly Card[] {
  return typeof answer === 'string' ? [{ sql: answer }] : answer;
}

/** The values of the rows of the last card, without the names of their columns; numbers as numbers, days as `YYYY-MM-DD`. */
function valuesOf({ results, problems }: Attempt): unknown[][] {
  const rows = results.at(-1);
  assert.ok(rows !== undefined && rows.length > 0, `There are no rows. ${problems.join(' ')}`);
  return rows.map((row) => Object.values(row).map(plain));
}

/** Fails unless the last card answered exactly these rows, in this order. */
export function assertRows(attempt: Attempt, expected: readonly unknown[][]): void {
  assert.deepEqual(valuesOf(attempt), expected);
}

function plain(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (/^-?\d+(\.\d+)?$/.test(value)) return Number(value);
  return /^(\d{4}-\d{2}-\d{2})[T ]00:00:00/.exec(value)?.[1] ?? value;
}
