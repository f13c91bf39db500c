import type { Project } from '@basalt/contract';
import { useEffect, useRef, useState } from 'react';
import { toApiError } from '../../../api/api-error.ts';
import { showToast } from '../../../lib/toast.ts';
import { RowMenu } from '../../../ui/menus/row-menu.tsx';
import { exportUsers } from './export-users.ts';

/** What can be done with all users at once. */
export function TransferMenu({ project, onImport }: { project: Project; onImport: () => void }) {
  const mayChange = project.abilities.update_auth_users;
  const [isExporting, setExporting] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function save(withHashes: boolean) {
    if (isExporting) return;
    const stop = new AbortController();
    running.current = stop;
    setExporting(true);
    try {
      const count = await exportUsers(project.ref, { withHashes, signal: stop.signal });
      await showToast('done', `Exported ${count.toLocaleString('en')} ${count === 1 ? 'user' : 'users'}`);
    } catch (error) {
      if (!stop.signal.aborted)
        await showToast('failed', `Failed to export users: ${toApiError(error).message}`);
    } finally {
      setExporting(false);
    }
  }

  return (
    <RowMenu
      label="Import and export"
      entries={() => [
        ...(mayChange ? [{ label: 'Import users…', onChoose: onImport }] : []),
        { label: 'Export users', text: 'Without passwords', onChoose: () => void save(false) },
        ...(mayChange
          ? [
              {
                label: 'Export users with hashes',
                text: 'Their passwords work where they are imported',
                onChoose: () => void save(true),
              },
            ]
          : []),
      ]}
    />
  );
}
