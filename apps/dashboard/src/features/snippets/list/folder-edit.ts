/** The id of a new folder in the list until the server has created it. */
export const NEW_FOLDER = 'new-folder';

/** The folder whose name is being edited or saved; null if there is none. */
export interface FolderEdit {
  id: string;
  /** The old name, which is shown again if the new one cannot be saved. */
  before: string;
  name: string;
  status: 'editing' | 'saving';
}

export type FolderEvent =
  | { type: 'create' }
  | { type: 'rename'; id: string; name: string }
  | { type: 'submit'; name: string }
  | { type: 'cancel' }
  /** The save has ended. The list shows the saved name again, and drops a new folder that was not created. */
  | { type: 'ended' };

export function nextFolderEdit(edit: FolderEdit | null, event: FolderEvent): FolderEdit | null {
  const isSaving = edit?.status === 'saving';
  switch (event.type) {
    case 'create':
      return isSaving ? edit : { id: NEW_FOLDER, before: '', name: 'Untitled folder', status: 'editing' };
    case 'rename':
      return isSaving ? edit : { id: event.id, before: event.name, name: event.name, status: 'editing' };
    case 'submit':
      if (edit === null || isSaving) return edit;
      return event.name === edit.before ? null : { ...edit, name: event.name, status: 'saving' };
    case 'cancel':
      return isSaving ? edit : null;
    case 'ended':
      return isSaving ? null : edit;
  }
}
