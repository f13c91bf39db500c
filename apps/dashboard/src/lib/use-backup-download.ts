import { type BackupFile, POLL } from '@basalt/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { orpc } from '../api/client.ts';
import { downloadLink } from './download-link.ts';
import { showToast } from './toast.ts';
import { useAction } from './use-action.ts';

const failed = (message: string) => `Failed to download backup: ${message}`;

/**
 * Writes a backup out as SQL and downloads the file as soon as it is there. `download` takes the id of a backup, 0 for
 * the database as it is now, null when there is none. Whoever leaves the page finds the file in the list of files.
 */
export function useBackupDownload(ref: string): {
  download: (backupId: number | null) => Promise<void>;
  /** Being asked for or written. */
  isPreparing: boolean;
  /** The file that is being written. */
  file: BackupFile | null;
} {
  const queries = useQueryClient();
  const [awaited, setAwaited] = useState<readonly string[]>([]);
  const options = orpc.backups.files.queryOptions({ input: { ref } });
  const { data: files } = useQuery({
    ...options,
    enabled: awaited.length > 0,
    refetchInterval: POLL.backupFile,
  });

  const settle = useCallback((file: BackupFile) => {
    if (file.state === 'running') return false;
    if (file.state === 'ready' && file.fileUrl !== null) {
      downloadLink(file.fileUrl);
      void showToast('done', 'Downloading database backup');
    } else {
      void showToast('failed', failed(file.error ?? 'The file could not be written.'));
    }
    return true;
  }, []);

  const { run, isRunning } = useAction({
    mutation: orpc.backups.download.mutationOptions(),
    failed,
    onDone: async (file) => {
      await queries.invalidateQueries({ queryKey: options.queryKey });
      if (!settle(file)) setAwaited((ids) => [...ids, file.id]);
    },
  });

  useEffect(() => {
    const over = (files ?? []).filter((file) => awaited.includes(file.id) && settle(file));
    if (over.length > 0) setAwaited((ids) => ids.filter((id) => over.every((file) => file.id !== id)));
  }, [files, awaited, settle]);

  const download = useCallback(
    async (backupId: number | null) => {
      if (backupId === null) await showToast('failed', 'No backups available for download');
      else await run({ ref, id: backupId });
    },
    [run, ref],
  );
  return {
    download,
    isPreparing: isRunning || awaited.length > 0,
    file: files?.find(({ id }) => awaited.includes(id)) ?? null,
  };
}
