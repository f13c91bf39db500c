import '../../../theme/dialog.ts';
import { Button, Modal, TextInput } from '@mantine/core';
import { IconChevronUp, IconFolder } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { showToast } from '../../../lib/toast.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import form from '../../../ui/form.module.css';
import { VirtualList } from '../../../ui/lists/virtual-list.tsx';
import menuItem from '../../../ui/menu-item.module.css';
import { Notice } from '../../../ui/pages/notice.tsx';
import { folderOf, nameOf, nameProblem, readFolder } from '../paths.ts';
import { movesInto, useDeletion, useMove } from '../use-object-change.ts';
import classes from './explorer.module.css';
import { type FolderPlace, useFolder } from './use-folder.ts';

interface DialogProps {
  place: FolderPlace;
  /** What it is about. Null: closed. */
  paths: readonly string[] | null;
  onClose: () => void;
}

/** "photo.jpg" or "3 entries". */
const inWords = (paths: readonly string[]) =>
  paths.length === 1 ? nameOf(paths[0] ?? '') : `${paths.length.toLocaleString('en')} entries`;
const files = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'file' : 'files'}`;

export function DeleteDialog({ place, paths, onClose }: DialogProps) {
  const { run, isRunning, count, error, reset } = useDeletion(place, (done) => {
    void showToast('done', `Deleted ${files(done)}`);
    onClose();
  });
  const close = () => {
    if (isRunning) return;
    reset();
    onClose();
  };
  const folders = paths?.filter((path) => path.endsWith('/')).length ?? 0;
  return (
    <ConfirmDialog
      opened={paths !== null}
      onClose={close}
      onConfirm={() => paths !== null && run(paths)}
      title={`Delete ${inWords(paths ?? [])}?`}
      confirmLabel="Delete"
      danger
      isRunning={isRunning}
    >
      <p>
        {folders > 0 && 'Folders are deleted with all that is in them. '}
        Addresses of the files stop working. A backup brings them back, and nothing else.
      </p>
      {isRunning && count > 0 && <p role="status">Deleted {files(count)} so far.</p>}
      {error !== null && <Notice tone="danger">{error.message}</Notice>}
    </ConfirmDialog>
  );
}

/** A new name for one file or folder. */
export function RenameDialog({ place, paths, onClose }: DialogProps) {
  const path = paths?.[0];
  return (
    <Modal
      opened={path !== undefined}
      onClose={onClose}
      title="Rename"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {path !== undefined && <RenameForm place={place} path={path} onClose={onClose} />}
    </Modal>
  );
}

function RenameForm({ place, path, onClose }: { place: FolderPlace; path: string; onClose: () => void }) {
  const former = nameOf(path);
  const isFolder = path.endsWith('/');
  const { run, isRunning, count, error, reset } = useMove(place, () => {
    void showToast('done', `Renamed ${former}`);
    onClose();
  });
  return (
    <NameForm
      label="Name"
      submitLabel="Rename"
      former={former}
      problem={error?.message ?? null}
      isRunning={isRunning}
      progress={count > 0 ? `Moved ${files(count)} so far.` : null}
      hint={isFolder ? 'All files in the folder get another address.' : 'The file gets another address.'}
      onEdit={reset}
      onCancel={onClose}
      onSubmit={(name) => run([{ from: path, to: `${folderOf(path)}${name}${isFolder ? '/' : ''}` }])}
    />
  );
}

interface NewFolderDialogProps {
  opened: boolean;
  onClose: () => void;
  onCreate: (name: string) => void;
}

/** Names a folder, which is there for good as soon as something is in it. */
export function NewFolderDialog({ opened, onClose, onCreate }: NewFolderDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="New folder" closeButtonProps={{ 'aria-label': 'Close' }}>
      {opened && (
        <NameForm
          label="Name"
          submitLabel="Create folder"
          former=""
          problem={null}
          isRunning={false}
          progress={null}
          hint="Folders are parts of the names of files: one without files is gone when this page is closed."
          onEdit={() => {}}
          onCancel={onClose}
          onSubmit={onCreate}
        />
      )}
    </Modal>
  );
}

interface NameFormProps {
  label: string;
  submitLabel: string;
  former: string;
  hint: string;
  problem: string | null;
  isRunning: boolean;
  progress: string | null;
  onEdit: () => void;
  onCancel: () => void;
  onSubmit: (name: string) => void;
}

function NameForm(props: NameFormProps) {
  const { label, submitLabel, former, hint, problem, isRunning, progress, onEdit, onCancel, onSubmit } =
    props;
  const [name, setName] = useState(former);
  const [wrong, setWrong] = useState<string | null>(null);
  const isEntered = useRef(false);
  function submit(event: FormEvent) {
    event.preventDefault();
    const found = nameProblem(name.trim());
    setWrong(found);
    if (isRunning || found !== null) return;
    if (name.trim() === former) return onCancel();
    onSubmit(name.trim());
  }
  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <TextInput
        label={label}
        description={hint}
        value={name}
        error={wrong ?? problem}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setWrong(null);
          onEdit();
        }}
        onFocus={({ currentTarget }) => {
          if (isEntered.current) return;
          isEntered.current = true;
          // The ending stays when somebody begins to type.
          const dot = former.lastIndexOf('.');
          currentTarget.setSelectionRange(0, dot > 0 ? dot : former.length);
        }}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      {isRunning && progress !== null && <p role="status">{progress}</p>}
      <div className={form.foot}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="filled" loading={isRunning}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}

/** Asks for the folder into which things are moved. */
export function MoveDialog({ place, paths, onClose }: DialogProps) {
  return (
    <Modal
      opened={paths !== null}
      onClose={onClose}
      title={`Move ${inWords(paths ?? [])}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {paths !== null && <MoveForm place={place} paths={paths} onClose={onClose} />}
    </Modal>
  );
}

const PICKER_ROW = 34;

function MoveForm({ place, paths, onClose }: DialogProps & { paths: readonly string[] }) {
  const [typed, setTyped] = useState(place.folder);
  const target = readFolder(typed);
  const { run, isRunning, count, error, reset } = useMove(place, (done) => {
    void showToast('done', `Moved ${files(done)} to ${target === '' ? place.bucket : target}`);
    onClose();
  });
  const { entries, isComplete, loadMore } = useFolder(
    { ...place, folder: target },
    { sort: 'name', order: 'asc' },
  );
  const folders = (entries ?? []).filter(({ isFolder, path }) => isFolder && !paths.includes(path));
  const moves = movesInto(target, paths);
  const isInside = paths.some((path) => path.endsWith('/') && target.startsWith(path));
  const choices = [...(target === '' ? [] : [folderOf(target)]), ...folders.map(({ path }) => path)];
  const pick = (folder: string) => {
    setTyped(folder);
    reset();
  };
  return (
    <form
      className={form.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isRunning && !isInside && moves.length > 0) run(moves);
      }}
      noValidate
    >
      <TextInput
        label="Into the folder"
        description={`In ${place.bucket}. Left empty, it is the bucket itself; a folder that is not there is made.`}
        value={typed}
        error={isInside ? 'A folder cannot be moved into itself.' : error?.message}
        onChange={(event) => pick(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      <div className={classes.picker}>
        {choices.length === 0 && <p className={classes.quiet}>There are no folders in here.</p>}
        <VirtualList
          label="Folders"
          count={choices.length}
          itemHeight={PICKER_ROW}
          onNearEnd={isComplete ? () => {} : loadMore}
          renderItem={(at) => {
            const folder = choices[at] ?? '';
            const isUp = at === 0 && target !== '';
            return (
              <button type="button" className={menuItem.item} onClick={() => pick(folder)}>
                {isUp ? <IconChevronUp size={16} stroke={1.75} /> : <IconFolder size={16} stroke={1.75} />}
                <span className={classes.cut}>{isUp ? 'One folder up' : nameOf(folder)}</span>
              </button>
            );
          }}
        />
      </div>
      {isRunning && count > 0 && <p role="status">Moved {files(count)} so far.</p>}
      <div className={form.foot}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="filled" loading={isRunning} disabled={isInside || moves.length === 0}>
          Move here
        </Button>
      </div>
    </form>
  );
}
