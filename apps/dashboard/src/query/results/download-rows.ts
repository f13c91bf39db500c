import { toApiError } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';
import { downloadLink } from '../../lib/download-link.ts';
import { saveFile } from '../../lib/save-file.ts';
import { showToast } from '../../lib/toast.ts';
import type { Run } from '../run/run-machine.ts';
import type { ResultSet } from '../run/run-output.ts';
import { exportSource, resultAsCsv } from './result-export.ts';
import { rowsText } from './result-summary.ts';

const FILE = 'results';

/**
 * Downloads every row of a result as CSV. Rows that are not loaded are read again by the server, which streams them
 * into the file; where that cannot be, the file holds what is loaded, and a message says so.
 */
export async function downloadRows(run: Run, shown: ResultSet): Promise<void> {
  const source = exportSource(run, shown);
  if (source.kind !== 'statement') {
    saveFile(`${FILE}.csv`, 'text/csv', resultAsCsv(shown.fields ?? [], shown.rows));
    if (source.kind === 'part')
      await showToast(
        'notice',
        `The file holds the ${rowsText(shown.rows.length)} that are loaded: ${source.reason}.`,
      );
    return;
  }
  const { sql: query, parameters } = source;
  try {
    const { fileUrl } = await api.databaseQueries.exportCsv({
      ref: run.projectRef,
      query,
      name: FILE,
      ...(parameters.length === 0 ? {} : { parameters: [...parameters] }),
    });
    downloadLink(fileUrl);
  } catch (error) {
    await showToast('failed', `Failed to download the results: ${toApiError(error).message}`);
  }
}
