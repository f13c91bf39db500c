import type { ImportEvent } from '@basalt/contract';
import type { FileFormat } from './guess-file.ts';

export interface ImportRequest {
  readonly projectRef: string;
  readonly tableId: string;
  readonly file: Blob;
  readonly format: FileFormat;
  readonly hasHeader: boolean;
  readonly columns: readonly (string | null)[];
  readonly allOrNothing: boolean;
}

export type ImportReport = Extract<ImportEvent, { type: 'done' }>;

/** The import ended without an answer, or with a refusal. Nothing was imported. */
class ImportFailure extends Error {}

/**
 * Sends a file from the disk, which is never read into memory, and answers what became of its rows. With `signal` the connection is
 * closed, and nothing is imported. Browsers tell of an answer only when everything has been sent: progress is what has left.
 */
export function sendFile(
  { projectRef, tableId, file, format, hasHeader, columns, allOrNothing }: ImportRequest,
  onProgress: (sentBytes: number) => void,
  signal: AbortSignal,
): Promise<ImportReport> {
  const query = new URLSearchParams({
    format,
    header: String(hasHeader),
    all_or_nothing: String(allOrNothing),
    columns: JSON.stringify(columns),
  });
  const { promise, resolve, reject } = Promise.withResolvers<ImportReport>();
  const request = new XMLHttpRequest();
  request.open('POST', `/platform/projects/${projectRef}/tables/${tableId}/import?${query}`);
  request.setRequestHeader('content-type', 'text/plain');
  request.upload.onprogress = ({ loaded }) => onProgress(loaded);
  request.onload = () => {
    try {
      resolve(reportOf(request.responseText));
    } catch (error) {
      reject(error);
    }
  };
  request.onerror = () => reject(new ImportFailure('The connection was lost. Nothing was imported.'));
  request.onabort = () => reject(signal.reason);
  signal.addEventListener('abort', () => request.abort(), { once: true });
  request.send(file);
  return promise;
}

/** The last line says how it ended; a refusal is one line too. Throws ImportFailure. */
function reportOf(answer: string): ImportReport {
  const last = answer.trimEnd().split('\n').at(-1) ?? '';
  const event = parse(last);
  if (event?.type === 'done') return event as ImportReport;
  throw new ImportFailure(
    event?.message ?? 'The server ended the import without a reason. Nothing was imported.',
  );
}

function parse(line: string): { type?: string; message?: string } | null {
  try {
    return JSON.parse(line) as { type?: string; message?: string };
  } catch {
    return null;
  }
}
