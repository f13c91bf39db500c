import { describe, expect, it } from 'vitest';
import { type FolderEdit, type FolderEvent, NEW_FOLDER, nextFolderEdit } from './folder-edit.ts';

const after = (...events: FolderEvent[]) => events.reduce<FolderEdit | null>(nextFolderEdit, null);
const rename: FolderEvent = { type: 'rename', id: 'f1', name: 'Old' };

describe('nextFolderEdit', () => {
  it('shows a new folder under a passing id until it is created', () => {
    expect(after({ type: 'create' })).toMatchObject({ id: NEW_FOLDER, status: 'editing' });
    expect(after({ type: 'create' }, { type: 'submit', name: 'Reports' })).toMatchObject({
      id: NEW_FOLDER,
      name: 'Reports',
      status: 'saving',
    });
    expect(after({ type: 'create' }, { type: 'submit', name: 'Reports' }, { type: 'ended' })).toBeNull();
  });

  it('saves no unchanged name', () => {
    expect(after(rename, { type: 'submit', name: 'Old' })).toBeNull();
  });

  it('goes back when it is cancelled, but not once the name is on its way', () => {
    expect(after(rename, { type: 'cancel' })).toBeNull();
    expect(after(rename, { type: 'submit', name: 'New' }, { type: 'cancel' })?.status).toBe('saving');
  });

  it('takes no second edit while one is on its way', () => {
    const saving = after(rename, { type: 'submit', name: 'New' });
    expect(nextFolderEdit(saving, { type: 'create' })).toBe(saving);
  });
});
