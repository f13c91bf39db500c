import type { ContentFolder } from '@basalt/contract';
import { useReducer } from 'react';
import { orpc } from '../../../api/client.ts';
import { useAction } from '../../../lib/use-action.ts';
import { refreshLists } from '../open/snippet-cache.ts';
import { tellOtherPages } from '../open/snippet-events.ts';
import { NEW_FOLDER, nextFolderEdit } from './folder-edit.ts';

/** Creating and renaming folders in place. */
export function useFolderEdit(projectRef: string) {
  const [edit, send] = useReducer(nextFolderEdit, null);
  const onDone = () => {
    tellOtherPages({ projectRef, id: null });
    return refreshLists();
  };
  const create = useAction({
    mutation: orpc.content.createFolder.mutationOptions(),
    done: 'Successfully created folder',
    failed: (message) => `Failed to create folder: ${message}`,
    onDone,
  });
  const update = useAction({
    mutation: orpc.content.changeFolder.mutationOptions(),
    done: 'Successfully updated folder',
    failed: (message) => `Failed to save folder: ${message}`,
    onDone,
  });

  async function submit(id: string, name: string): Promise<void> {
    send({ type: 'submit', name });
    if (id === NEW_FOLDER) await create.run({ ref: projectRef, name });
    else await update.run({ ref: projectRef, id, name, parentId: null });
    send({ type: 'ended' });
  }

  return {
    edit,
    create: () => send({ type: 'create' }),
    rename: ({ id, name }: ContentFolder) => send({ type: 'rename', id, name }),
    submit: (id: string, name: string) => void submit(id, name),
    cancel: () => send({ type: 'cancel' }),
  };
}

export type FolderEditing = ReturnType<typeof useFolderEdit>;
