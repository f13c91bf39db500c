/** The id under which a new folder is shown until the server gave it one. */
export const NEW_FOLDER = 'new-folder';

/** The folder whose name is being written or saved; null: all are idle. */
export interface FolderEdit {
  id: string;
  /** The name before, which comes back when the new one cannot be saved. */
  before: string;
  name: string;
  status: 'editing' | 'saving';
}

export type FolderEvent =
  | { type: 'create' }
  | { type: 'rename'; id: string; name: string }
  | { type: 'submit'; name: string }
  | { type: 'cancel' }
  /** Saved or failed: what the server has is shown again. A new folder that failed is gone. */
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
