import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { leavePendingSnippet } from '../lib/pending-snippet.ts';

/** Opens SQL in the SQL editor, as a new snippet of the project. */
export function useOpenSnippet(projectRef: string): (sql: string, name?: string) => void {
  const navigate = useNavigate();
  return useCallback(
    (sql, name = 'New Query') => {
      leavePendingSnippet(projectRef, { sql, name });
      void navigate({ to: '/project/$ref/sql/$id', params: { ref: projectRef, id: 'new' } });
    },
    [navigate, projectRef],
  );
}
