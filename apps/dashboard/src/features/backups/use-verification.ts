import type { Backup } from '@basalt/contract';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { useBackupAction } from './use-backups.ts';

/** Nobody is told when it ends but by the backup itself; after this long it has been given up, in milliseconds. */
const LONGEST = 30 * 60_000;

/** What a backup looked like when its verification was asked for. */
interface Asked {
  at: number;
  verifiedAt: string | null;
  problem: string | null;
}

/** Whether a verification that was asked for has not ended yet. */
export function isUnderWay(
  asked: Asked | undefined,
  { verified_at, verify_error }: Pick<Backup, 'verified_at' | 'verify_error'>,
  now: number,
): boolean {
  if (asked === undefined || now - asked.at > LONGEST) return false;
  return verified_at === asked.verifiedAt && verify_error === asked.problem;
}

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
