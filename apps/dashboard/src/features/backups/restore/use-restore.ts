import { type Project, TRANSITIONS } from '@basalt/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useReducer } from 'react';
import { toApiError } from '../../../api/api-error.ts';
import { api, orpc } from '../../../api/client.ts';
import { showToast } from '../../../lib/toast.ts';
import { showStatus } from '../../../operations/refresh-project.ts';
import {
  NO_RESTORE,
  type RestoreState,
  type RestoreTarget,
  type RestoreWay,
  restoreReducer,
} from './restore-machine.ts';

/** What a new project needs. */
export interface NewProject {
  name: string;
  db_pass: string;
}

/** Brings something back, in place or as a new project, and knows how far that is. */
export function useRestore(project: Project) {
  const queries = useQueryClient();
  const [state, dispatch] = useReducer(restoreReducer, NO_RESTORE);
  const { ref } = project;
  const want = useCallback(
    (way: RestoreWay, target: RestoreTarget) => dispatch({ type: 'want', way, target }),
    [],
  );

  async function startInPlace(target: RestoreTarget) {
    dispatch({ type: 'start' });
    try {
      await restoreInPlace(ref, target);
    } catch (error) {
      return dispatch({ type: 'refuse', message: toApiError(error).message });
    }
    void showToast('done', target.kind === 'kept' ? 'Going back to the kept database' : 'Restoring project');
    dispatch({ type: 'replaced' });
    // The page of the new state takes over at once; it follows the steps.
    await showStatus(queries, ref, TRANSITIONS.restore_backup.during);
    await queries.invalidateQueries({ queryKey: orpc.operations.key() });
  }

  async function startNewProject(target: RestoreTarget, made: NewProject) {
    dispatch({ type: 'start' });
    try {
      const { ref: newRef } = await api.backups.restoreToNew({ ref, ...made, ...sourceOf(target) });
      dispatch({ type: 'create', project: { ref: newRef, name: made.name } });
      await queries.invalidateQueries({ queryKey: orpc.projects.list.key() });
    } catch (error) {
      dispatch({ type: 'refuse', message: toApiError(error).message });
    }
  }

  return {
    state,
    want,
    cancel: () => dispatch({ type: 'cancel' }),
    edit: () => dispatch({ type: 'edit' }),
    startInPlace,
    startNewProject,
  };
}

async function restoreInPlace(ref: string, target: RestoreTarget): Promise<void> {
  if (target.kind === 'kept') await api.backups.returnTo({ ref, id: target.id });
  else if (target.kind === 'backup') await api.backups.restore({ ref, id: target.id });
  else await api.backups.restorePitr({ ref, at: new Date(target.at).toISOString() });
}

function sourceOf(target: RestoreTarget): { id?: number; at?: string } {
  if (target.kind === 'backup') return { id: target.id };
  return target.kind === 'moment' ? { at: new Date(target.at).toISOString() } : {};
}

/** What every dialog of a restoration needs; which of them is open is in the state. */
export interface RestoreDialogProps {
  project: Project;
  zone: string;
  state: RestoreState;
  cancel: () => void;
  edit: () => void;
  startInPlace: (target: RestoreTarget) => void;
  startNewProject: (target: RestoreTarget, made: NewProject) => void;
}
