import { CONTENT_GRACE_DAYS, type ContentFolder } from '@basalt/contract';
import { useState } from 'react';
import { api, orpc } from '../../../api/client.ts';
import { shortName } from '../../../lib/format/short-name.ts';
import { useAction } from '../../../lib/use-action.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { showUndoToast } from '../../../ui/undo-toast.tsx';
import { refreshLists } from '../open/snippet-cache.ts';
import { tellOtherPages } from '../open/snippet-events.ts';
import { type Asked, ask, useAsked } from './asked-dialog.ts';
import { MigrationDialog } from './migration-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { useSnippetActions } from './use-snippet-actions.ts';

/** All dialogs about snippets and folders. A list or the editor opens them. */
export function SnippetDialogs({ projectRef }: { projectRef: string }) {
  const asked = useAsked();
  const close = () => ask(null);
  if (asked === null) return null;
  if (asked.kind === 'move')
    return <MoveDialog projectRef={projectRef} facts={asked.facts} onClose={close} />;
  if (asked.kind === 'migration')
    return <MigrationDialog projectRef={projectRef} facts={asked.facts} onClose={close} />;
  if (asked.kind === 'delete-folder')
    return <DeleteFolder projectRef={projectRef} folder={asked.folder} onClose={close} />;
  return <Confirm projectRef={projectRef} asked={asked} onClose={close} />;
}

interface ConfirmProps {
  projectRef: string;
  asked: Extract<Asked, { kind: 'share' | 'unshare' | 'move' | 'migration' | 'delete' }>;
  onClose: () => void;
}

function Confirm({ projectRef, asked, onClose }: ConfirmProps) {
  const actions = useSnippetActions(projectRef);
  const [isRunning, setRunning] = useState(false);
  const confirm = async () => {
    setRunning(true);
    if (asked.kind === 'delete') await actions.deleteSnippets(asked.snippets);
    else await actions.change(asked.facts.id, { visibility: asked.kind === 'share' ? 'project' : 'user' });
    onClose();
  };
  const { title, text, label } = words(asked);
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={() => void confirm()}
      title={title}
      confirmLabel={label}
      danger={asked.kind === 'delete'}
      isRunning={isRunning}
    >
      {text}
    </ConfirmDialog>
  );
}

function words(asked: ConfirmProps['asked']): { title: string; text: string; label: string } {
  if (asked.kind === 'share')
    return {
      title: `Share “${shortName(asked.facts.name)}” with the project?`,
      text: `Everybody who can open the project can read and run it. Only you can change it.${asked.facts.folderId === null ? '' : ' It leaves its folder: a shared snippet cannot be within a folder.'}`,
      label: 'Share with project',
    };
  if (asked.kind !== 'delete')
    return {
      title: `Make “${shortName(asked.facts.name)}” private?`,
      text: 'Others will not see it any more, and it is gone from their favorites.',
      label: 'Make private',
    };
  const [first] = asked.snippets;
  const isOne = asked.snippets.length === 1;
  const isShared = asked.snippets.some(({ visibility }) => visibility === 'project');
  const loss = isShared ? 'What is shared is gone for everybody in the project. ' : '';
  return {
    title: isOne ? `Delete “${shortName(first?.name ?? '')}”?` : `Delete ${asked.snippets.length} snippets?`,
    text: `${loss}${isOne ? 'It' : 'They'} can be brought back for ${CONTENT_GRACE_DAYS} days.`,
    label: isOne ? 'Delete snippet' : 'Delete snippets',
  };
}

interface DeleteFolderProps {
  projectRef: string;
  folder: ContentFolder;
  onClose: () => void;
}

function DeleteFolder({ projectRef, folder, onClose }: DeleteFolderProps) {
  const actions = useSnippetActions(projectRef);
  const [isRunning, setRunning] = useState(false);
  const remove = useAction({
    mutation: orpc.content.deleteFolders.mutationOptions(),
    failed: (message) => `Failed to delete folder: ${message}`,
  });
  const undeletion = useAction({
    mutation: orpc.content.bringBackFolders.mutationOptions(),
    done: 'The folder is back',
    failed: (message) => `Failed to bring back: ${message}`,
    onDone: () => {
      tellOtherPages({ projectRef, id: null });
      return refreshLists();
    },
  });
  const confirm = async () => {
    setRunning(true);
    // Some may be open in this browser. After the deletion the server cannot list them any more, so they are listed before.
    const ids = await folderSnippets(projectRef, folder.id).catch(() => []);
    await actions.settle(ids);
    const answer = await remove.run({
      params: { ref: projectRef },
      query: { ids: folder.id as never },
    });
    onClose();
    if (answer === undefined) return;
    actions.leave(ids);
    tellOtherPages({ projectRef, id: null });
    const text = `Folder “${shortName(folder.name)}” is deleted${ids.length === 0 ? '' : ` with ${countOf(ids.length)}`}`;
    void showUndoToast(text, () => void undeletion.run({ ref: projectRef, ids: [folder.id] }));
    await refreshLists();
  };
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={() => void confirm()}
      title={`Delete folder “${shortName(folder.name)}”?`}
      confirmLabel="Delete folder"
      danger
      isRunning={isRunning}
    >
      {folder.count === 0
        ? 'The folder is empty.'
        : `${countOf(folder.count)} in it ${folder.count === 1 ? 'is' : 'are'} deleted too. Snippets can be brought back for ${CONTENT_GRACE_DAYS} days.`}
    </ConfirmDialog>
  );
}

function countOf(count: number): string {
  return count === 1 ? '1 snippet' : `${count} snippets`;
}

/** The ids of all snippets in a folder, page by page. */
async function folderSnippets(projectRef: string, id: string): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof api.content.folder>> = await api.content.folder({
      ref: projectRef,
      id,
      ...(cursor === null ? {} : { cursor }),
    });
    found.push(...page.data.contents.map((item) => item.id));
    cursor = page.cursor;
  } while (cursor !== null);
  return found;
}
