import type { Backup, BackupOverview } from '@basalt/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../../api/client.ts';
import { type ActionOptions, useAction } from '../../../lib/use-action.ts';
import { useOperations } from '../../../operations/progress/use-operations.ts';
import { type Asked, isUnderWay } from './verification.ts';

/** The loss window is live, so everything about backups is read again this often, in milliseconds. */
const LIVE = 2_000;

/** Everything about the backups of a project. */
export function useBackups(ref: string) {
  return useQuery(orpc.backups.overview.queryOptions({ input: { ref }, refetchInterval: LIVE }));
}

/** The operation at work on a project, if there is one. */
export function useRunningOperation(ref: string, overview: BackupOverview | undefined) {
  const live = overview?.backups.some(({ state }) => state === 'running') ?? false;
  const { data } = useOperations(ref, { live });
  return data?.find(({ state }) => state === 'running') ?? null;
}

/** A change to backups: what is shown about them is read again before anybody is told that it is done. */
export function useBackupAction<Data, Failure, Input, Context>(
  options: ActionOptions<Data, Failure, Input, Context>,
) {
  const queries = useQueryClient();
  return useAction({
    ...options,
    onDone: async (data, input) => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: orpc.backups.key() }),
        queries.invalidateQueries({ queryKey: orpc.operations.key() }),
      ]);
      await options.onDone?.(data, input);
    },
  });
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
