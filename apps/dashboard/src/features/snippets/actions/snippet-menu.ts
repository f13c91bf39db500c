import { saveFile } from '../../../lib/save-file.ts';
import { showToast } from '../../../lib/toast.ts';
import { copyAndTell } from '../../../ui/copy/write-clipboard.ts';
import type { MenuEntry } from '../../../ui/menus/menu-list.tsx';
import type { SnippetFacts } from '../open/snippet-facts.ts';
import { ask } from './asked-dialog.ts';
import { fileStem, SQL_FILE } from './snippet-file.ts';
import { snippetText } from './snippet-text.ts';
import type { SnippetActions } from './use-snippet-actions.ts';

interface SnippetMenu {
  projectRef: string;
  facts: SnippetFacts;
  /** The snippet was never saved. */
  isNew: boolean;
  mayCreate: boolean;
  actions: SnippetActions;
  onRename: () => void;
}

const FIRST_SAVE = 'Write something first: it is not saved yet.';

/** The menu of a snippet, with the most used entries first. Entries that only its owner may use are left out for others. */
export function snippetMenu(menu: SnippetMenu): MenuEntry[] {
  const { projectRef, facts, isNew, mayCreate, actions, onRename } = menu;
  const { id, name, visibility, favorite, canUpdate } = facts;
  const reason = isNew ? FIRST_SAVE : null;
  const download = async () => {
    try {
      saveFile(`${fileStem(name)}.sql`, SQL_FILE, await snippetText(projectRef, id));
    } catch {
      void showToast('failed', 'Failed to download: the text of the snippet could not be loaded.');
    }
  };
  const copyLink = () => copyAndTell(`${location.origin}/project/${projectRef}/sql/${id}`, 'Link copied');
  const own: MenuEntry[] = [
    ...(visibility === 'user'
      ? [
          { label: 'Move to folder…', reason, onChoose: () => ask({ kind: 'move', facts }) },
          { label: 'Share with project…', reason, onChoose: () => ask({ kind: 'share', facts }) },
        ]
      : [{ label: 'Make private…', reason, onChoose: () => ask({ kind: 'unshare', facts }) }]),
  ];
  return [
    ...(canUpdate ? [{ label: 'Rename', onChoose: onRename }] : []),
    ...(mayCreate ? [{ label: 'Duplicate', reason, onChoose: () => void actions.duplicate(facts) }] : []),
    ...(canUpdate ? own : []),
    {
      label: favorite ? 'Remove from favorites' : 'Add to favorites',
      reason,
      onChoose: () => void actions.change(id, { favorite: !favorite }),
    },
    { label: 'Copy link', reason, onChoose: () => void copyLink() },
    { label: 'Download as .sql', onChoose: () => void download() },
    { label: 'Download as migration…', onChoose: () => ask({ kind: 'migration', facts }) },
    ...(canUpdate
      ? [
          {
            label: 'Delete…',
            tone: 'danger' as const,
            reason,
            onChoose: () => ask({ kind: 'delete', snippets: [facts] }),
          },
        ]
      : []),
  ];
}
