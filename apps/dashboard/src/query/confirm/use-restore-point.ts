import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toApiError } from '../../api/api-error.ts';
import { api, orpc } from '../../api/client.ts';
import { useProject } from '../../api/use-project.ts';
import { showToast } from '../../lib/toast.ts';
import { restorePointName } from '../run/confirmation.ts';

/** A named moment to which the database can go back; offered where point-in-time recovery is on and works. */
export function useRestorePoint(ref: string, isWanted: boolean) {
  const mayBackUp = useProject(ref).data?.abilities.back_up ?? false;
  const overview = useQuery({
    ...orpc.backups.overview.queryOptions({ input: { ref } }),
    enabled: isWanted && mayBackUp,
    retry: false,
  });
  const [isTaking, setTaking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const pitr = overview.data?.pitr;

  /** Takes one. False when it could not be taken; `problem` says why. */
  const take = async (): Promise<boolean> => {
    setTaking(true);
    setProblem(null);
    try {
      const name = restorePointName(new Date());
      await api.backups.v1CreateRestorePoint({ ref, name });
      void showToast('done', `Successfully took the restore point ${name}`);
      return true;
    } catch (error) {
      setProblem(toApiError(error).message);
      return false;
    } finally {
      setTaking(false);
    }
  };
  return {
    isOffered: pitr?.enabled === true && pitr.problem === null,
    /** Whether one is being taken, or it is not known yet whether one can be: nothing must run meanwhile. */
    isBusy: isTaking || overview.isLoading,
    take,
    problem,
  };
}
