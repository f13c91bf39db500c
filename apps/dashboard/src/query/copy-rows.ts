import { showToast } from '../lib/toast.ts';
import { writeClipboard } from '../ui/copy/write-clipboard.ts';
import { resultAsCsv, resultAsJson, resultAsMarkdown } from './result-export.ts';
import { rowsText } from './result-summary.ts';
import type { Field, Row } from './run-output.ts';

const FORMATS = { CSV: resultAsCsv, JSON: resultAsJson, Markdown: resultAsMarkdown } as const;
export type CopyFormat = keyof typeof FORMATS;

/** Puts the loaded rows on the clipboard and says how many they are. */
export async function copyRows(
  format: CopyFormat,
  fields: readonly Field[],
  rows: readonly Row[],
): Promise<void> {
  const isCopied = await writeClipboard(FORMATS[format](fields, rows));
  if (isCopied) await showToast('done', `Copied ${rowsText(rows.length)} as ${format}`);
  else
    await showToast(
      'failed',
      'Failed to copy: this browser does not allow it. Download the CSV file instead.',
    );
}
