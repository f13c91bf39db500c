import type { StorageBucket } from '@basalt/contract';
import { Button } from '@mantine/core';
import { IconFolderOpen } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { toApiError } from '../../../api/api-error.ts';
import { showToast } from '../../../lib/toast.ts';
import { copyAndTell } from '../../../ui/copy/write-clipboard.ts';
import { EmptyState } from '../../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../../ui/pages/error-state.tsx';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import { downloadArchive, downloadFile } from '../download/download-objects.ts';
import { folderOf, nameOf } from '../paths.ts';
import { DeleteDialog, MoveDialog, RenameDialog } from './change-dialogs.tsx';
import { EntryList } from './entry-list.tsx';
import classes from './explorer.module.css';
import type { EntryCommand } from './list-keys.ts';
import { keepShown, NOTHING, type SelectionEvent, select } from './selection.ts';
import { type FolderEntry, type FolderOrder, type FolderPlace, useFolder } from './use-folder.ts';

export interface FolderViewProps {
  place: FolderPlace;
  bucket: StorageBucket;
  order: FolderOrder;
  /** The beginning of a name, empty for all. */
  search: string;
  look: 'wide' | 'narrow';
  mayChange: boolean;
  /** Folders that were named here and have nothing in them yet. */
  newFolders: readonly string[];
  /** The entry on which the keyboard goes on, when it came here. Null: it did not. */
  arrival: { active: string | null } | null;
  openFile: string | null;
  onOpenFolder: (folder: string, byKeyboard: { active: string | null } | null) => void;
  onOpenFile: (path: string | null) => void;
  onClearSearch: () => void;
  /** Offered where nothing is yet. */
  uploadButton: ReactNode;
  /** The columns of the folders above. */
  before: ReactNode;
  /** What stands at the right of the list. */
  beside: ReactNode;
}

/** One folder: its entries, which of them are chosen, and what can be done with those. */
export function FolderView(props: FolderViewProps) {
  const { place, bucket, order, search, look, mayChange, newFolders, arrival, openFile } = props;
  const { onOpenFolder, onOpenFile, onClearSearch, uploadButton, before, beside } = props;
  const { entries: listed, error, refetch, isComplete, loadMore } = useFolder(place, { ...order, search });
  const entries = useMemo(
    () => (listed === undefined ? undefined : withNew(listed, newFolders, place.folder, search)),
    [listed, newFolders, place.folder, search],
  );
  const paths = useMemo(() => (entries ?? []).map(({ path }) => path), [entries]);
  const [kept, setSelection] = useState({ ...NOTHING, active: arrival?.active ?? null });
  const selection = entries === undefined ? kept : keepShown(kept, paths);
  const [dialog, setDialog] = useState<{ kind: 'delete' | 'rename' | 'move'; paths: string[] } | null>(null);
  const asked = (kind: 'delete' | 'rename' | 'move') => (dialog?.kind === kind ? dialog.paths : null);
  const closeDialog = () => setDialog(null);

  const chosen = paths.filter((path) => selection.chosen.has(path));
  const onSelect = (event: SelectionEvent) => setSelection(select(selection, event, paths));
  /** What a command is about: what is chosen, or else where the keyboard is. */
  const subjects = chosen.length > 0 ? chosen : selection.active === null ? [] : [selection.active];

  function open(entry: FolderEntry) {
    if (!entry.isFolder) return onOpenFile(entry.path);
    onOpenFolder(entry.path, { active: null });
  }

  function command(kind: EntryCommand) {
    if (kind === 'up') {
      if (place.folder !== '') onOpenFolder(folderOf(place.folder), { active: place.folder });
      return;
    }
    if (!mayChange || subjects.length === 0) return;
    if (kind === 'rename') return setDialog({ kind, paths: subjects.slice(0, 1) });
    setDialog({ kind, paths: subjects });
  }

  async function download() {
    const found = (entries ?? []).filter(({ path }) => selection.chosen.has(path));
    const [first] = found;
    if (first === undefined) return;
    if (found.length === 1 && !first.isFolder)
      return downloadFile(place, first.path).catch(
        (failure: unknown) =>
          void showToast('failed', `${first.name} was not downloaded: ${toApiError(failure).message}`),
      );
    const name = found.length === 1 ? first.name : nameOf(place.folder) || bucket.name;
    await downloadArchive(place, { entries: found, name });
  }

  return (
    <>
      <div className={classes.bar}>
        <span className={classes.count} role="status">
          {entries === undefined ? '' : countText(chosen.length, entries.length, isComplete)}
        </span>
        {chosen.length > 0 && (
          <div className={classes.actions}>
            <Button size="xs" onClick={() => void download()}>
              {chosen.length === 1 && !chosen[0]?.endsWith('/') ? 'Download' : 'Download as ZIP'}
            </Button>
            <Button size="xs" onClick={() => void copyAndTell(chosen.join('\n'), 'Copied the path')}>
              Copy path
            </Button>
            {mayChange && (
              <>
                {chosen.length === 1 && (
                  <Button size="xs" onClick={() => setDialog({ kind: 'rename', paths: chosen })}>
                    Rename
                  </Button>
                )}
                <Button size="xs" onClick={() => setDialog({ kind: 'move', paths: chosen })}>
                  Move
                </Button>
                <Button
                  size="xs"
                  color="red"
                  variant="light"
                  onClick={() => setDialog({ kind: 'delete', paths: chosen })}
                >
                  Delete
                </Button>
              </>
            )}
            <Button size="xs" variant="subtle" onClick={() => onSelect({ type: 'cleared' })}>
              Clear
            </Button>
          </div>
        )}
      </div>
      <div className={classes.body}>
        {before}
        <div className={classes.folder} data-look={look}>
          {entries === undefined && error !== null && (
            <div className={classes.state}>
              <ErrorState error={error} title="The folder could not be read" onRetry={() => void refetch()} />
            </div>
          )}
          {entries === undefined && error === null && (
            <div className={classes.state} role="status" aria-label="Loading the folder">
              <Skeleton height={20} lines={8} />
            </div>
          )}
          {entries?.length === 0 && search !== '' && (
            <div className={classes.state}>
              <EmptyState
                title="No name begins like that"
                text="The search looks at the beginnings of names in this folder."
                action={<Button onClick={onClearSearch}>Show all files</Button>}
              />
            </div>
          )}
          {entries?.length === 0 && search === '' && (
            <div className={classes.state}>
              <EmptyState
                icon={<IconFolderOpen size={28} stroke={1.5} />}
                title={place.folder === '' ? 'No files in this bucket yet' : 'No files in this folder yet'}
                text={
                  mayChange
                    ? 'Drop files and folders here, or choose them.'
                    : 'Files appear here when somebody uploads them.'
                }
                action={mayChange && uploadButton}
              />
            </div>
          )}
          {entries !== undefined && entries.length > 0 && (
            <EntryList
              label={place.folder === '' ? bucket.name : nameOf(place.folder)}
              entries={entries}
              isComplete={isComplete}
              onNearEnd={loadMore}
              look={look}
              selection={selection}
              onSelect={onSelect}
              openPath={openFile}
              onOpen={open}
              onCommand={command}
              takesFocus={arrival !== null}
            />
          )}
        </div>
        {beside}
      </div>
      <DeleteDialog place={place} paths={asked('delete')} onClose={closeDialog} />
      <RenameDialog place={place} paths={asked('rename')} onClose={closeDialog} />
      <MoveDialog place={place} paths={asked('move')} onClose={closeDialog} />
    </>
  );
}

function countText(chosen: number, count: number, isComplete: boolean): string {
  const number = count.toLocaleString('en');
  if (chosen > 0) return `${chosen.toLocaleString('en')} selected`;
  if (count === 0) return 'Empty';
  return isComplete ? `${number} ${count === 1 ? 'entry' : 'entries'}` : `${number} entries, and more below`;
}

function withNew(
  listed: readonly FolderEntry[],
  newFolders: readonly string[],
  folder: string,
  search: string,
): FolderEntry[] {
  const known = new Set(listed.map(({ path }) => path));
  const fresh = newFolders.filter(
    (path) =>
      folderOf(path) === folder &&
      !known.has(path) &&
      nameOf(path).toLowerCase().startsWith(search.toLowerCase()),
  );
  const nothing = { size: null, mime_type: null, cache_control: null, etag: null };
  return [
    ...fresh.map((path) => ({
      ...nothing,
      id: null,
      created_at: null,
      updated_at: null,
      name: nameOf(path),
      path,
      isFolder: true,
    })),
    ...listed,
  ];
}
