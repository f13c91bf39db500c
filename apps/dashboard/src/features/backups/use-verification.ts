import type { Backup } from '@basalt/contract';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { useBackupAction } from './use-backups.ts';
import { type Asked, isUnderWay } from './verification.ts';

/** Restores backups on trial, and knows which are being tried. */
export function useVerification(ref: string, backups: readonly Backup[]) {
  const [asked, setAsked] = useState<ReadonlyMap<number, Asked>>(new Map());
  const { run } = useBackupAction({
    mutation: orpc.backups.verify.mutationOptions(),
    done: 'Verifying the backup',
    failed: (message) => `Failed to verify the backup: ${message}`,
    onDone: (_, { id }) => {
      const backup = backups.find((one) => one.id === id);
      if (backup === undefined) return;
      const { verified_at: verifiedAt, verify_error: problem } = backup;
      setAsked((before) => new Map(before).set(Number(id), { at: Date.now(), verifiedAt, problem }));
    },
  });
  return {
    verify: (backup: Backup) => void run({ ref, id: backup.id }),
    isVerifying: (backup: Backup) => isUnderWay(asked.get(backup.id), backup, Date.now()),
  };
}
