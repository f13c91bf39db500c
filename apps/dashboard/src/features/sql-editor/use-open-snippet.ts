import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { handOver } from '../../lib/hand-over.ts';

/** Opens SQL as a new snippet of the project. */
export function useOpenSnippet(projectRef: string): (sql: string, name?: string) => void {
  const navigate = useNavigate();
  return useCallback(
    (sql, name = 'New Query') => {
      handOver(projectRef, { sql, name });
      void navigate({ to: '/project/$ref/sql/$id', params: { ref: projectRef, id: 'new' } });
    },
    [navigate, projectRef],
  );
}
