import { GuardedButton } from '../../../ui/guarded-button.tsx';
import type { Downloads } from './use-downloads.ts';

/** The newest backup of the database, or why there is none. */
export function DownloadButton({ downloads }: { downloads: Downloads }) {
  const { database, source, reason } = downloads;
  return (
    <GuardedButton
      reason={reason}
      loading={database.isPreparing}
      onClick={() => void database.download(source)}
    >
      Download backup
    </GuardedButton>
  );
}
