import * as z from 'zod';
import { projectRef, queryBoolean, storableText } from '../../shared/names.ts';
import { oidText } from '../schema/object-input.ts';

// The body is the file, which may have gigabytes, so that this is a route of its own beside those of the contract:
// POST /platform/projects/{ref}/tables/{id}/import. The answer has an event on each line, as JSON, while the file is read.
// Closing the request before the last of them leaves the table as it was.

/** How many refused rows are told one by one. */
export const MAX_REFUSED_TOLD = 1_000;

export const importInput = z.object({
  ref: projectRef,
  id: oidText,
  format: z.enum(['csv', 'tsv', 'jsonl']),
  /** Whether the first record names the columns. */
  header: queryBoolean.default(true),
  /** Nothing is imported when a row is refused; otherwise all rows that the table takes. */
  all_or_nothing: queryBoolean.default(false),
  /**
   * The columns of the file, in its order, as a JSON array; null for one that is left out. Without it the header says it, or the file has
   * all columns of the table that can be written.
   */
  columns: storableText
    .max(200_000)
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue('must be JSON');
        return z.NEVER;
      }
    })
    .pipe(z.array(storableText.nullable()).min(1).max(1_600))
    .optional(),
});
export type ImportInput = z.infer<typeof importInput>;

export type ImportEvent =
  /** Bytes of the file, and rows that are in the table as soon as it is done. */
  | { type: 'progress'; bytes: number; rows: number; refused: number }
  | {
      type: 'done';
      bytes: number;
      rows: number;
      refused: number;
      /** False: rows were refused, and all or nothing was wanted. */
      is_imported: boolean;
      /** The first of them, at most 1,000, by line of the file from 1. */
      refused_rows: { line: number; column: string | null; reason: string }[];
    }
  /** Nothing was imported. `details` of a `sql_error` as everywhere. */
  | { type: 'error'; code: string; message: string; field?: string; details?: unknown };
