import type { Project, StorageBucket } from '@basalt/contract';
import { Button } from '@mantine/core';
import { IconColumns, IconFolderPlus, IconList } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { filesOfDrop, filesOfInput } from '../../../lib/dropped-files.ts';
import { type Persisted, usePersisted } from '../../../lib/persisted.ts';
import { projectUrl } from '../../../lib/project-url.ts';
import { showToast } from '../../../lib/toast.ts';
import { useFileDrop } from '../../../lib/use-file-drop.ts';
import { ChoiceField } from '../../../ui/fields/choice-field.tsx';
import { DebouncedSearch } from '../../../ui/fields/debounced-search.tsx';
import { MenuButton } from '../../../ui/menus/menu-button.tsx';
import { nameOf, readFolder, wayTo } from '../paths.ts';
import { PreviewPanel } from '../preview/preview-panel.tsx';
import { UploadPanel } from '../upload/upload-panel.tsx';
import { addUploads } from '../upload/uploads.ts';
import { Visibility } from '../visibility.tsx';
import { AncestorColumn } from './ancestor-column.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { NewFolderDialog } from './change-dialogs.tsx';
import classes from './explorer.module.css';
import { FolderView } from './folder-view.tsx';
import type { FolderOrder } from './use-folder.ts';

const PATH = '/project/$ref/storage/buckets/$id';

const ORDERS = {
  name: { label: 'Name, A to Z', sort: 'name', order: 'asc' },
  'name-down': { label: 'Name, Z to A', sort: 'name', order: 'desc' },
  changed: { label: 'Last changed first', sort: 'updated_at', order: 'desc' },
  newest: { label: 'Newest first', sort: 'created_at', order: 'desc' },
  oldest: { label: 'Oldest first', sort: 'created_at', order: 'asc' },
} as const satisfies Record<string, FolderOrder & { label: string }>;
type OrderName = keyof typeof ORDERS;

const LOOK: Persisted<'list' | 'columns'> = {
  topic: 'storage-explorer-view',
  fallback: 'list',
  parse: (stored) => (stored === 'list' || stored === 'columns' ? stored : null),
};
const ORDER: Persisted<OrderName> = {
  topic: 'storage-explorer-order',
  fallback: 'name',
  parse: (stored) => (typeof stored === 'string' && stored in ORDERS ? (stored as OrderName) : null),
};

/** The folders and files of one bucket. */
export function Explorer({ project, bucket }: { project: Project; bucket: StorageBucket }) {
  const { path, file = null, q = '' } = useSearch({ from: `/signed-in${PATH}` });
  const navigate = useNavigate({ from: PATH });
  const folder = readFolder(path);
  const [look, setLook] = usePersisted(LOOK);
  const [orderName, setOrderName] = usePersisted(ORDER);
  const [newFolders, setNewFolders] = useState<readonly string[]>([]);
  const [isNaming, setNaming] = useState(false);
  const [arrival, setArrival] = useState<{ active: string | null } | null>(null);
  const fileInput = useRef<HTMLInputElement>(null);
  const folderInput = useRef<HTMLInputElement>(null);
  const { ref } = project;
  const mayChange = project.abilities.update_storage;
  const place = { ref, bucket: bucket.id, folder };
  const { sort, order } = ORDERS[orderName];

  function openFolder(next: string, byKeyboard: { active: string | null } | null) {
    setArrival(byKeyboard);
    void navigate({ search: next === '' ? {} : { path: next } });
  }
  const openFile = (next: string | null) =>
    void navigate({
      search: ({ file: _, ...rest }) => (next === null ? rest : { ...rest, file: next }),
      replace: file !== null,
    });
  const search = (text: string) =>
    void navigate({
      search: ({ q: _, ...rest }) => (text === '' ? rest : { ...rest, q: text }),
      replace: true,
    });

  const upload = (files: ReturnType<typeof filesOfInput>) => {
    if (files.length > 0) addUploads({ ref, bucket: bucket.id }, files);
  };
  const drop = useFileDrop(mayChange, async (data) => {
    try {
      upload(await filesOfDrop(data, folder));
    } catch {
      void showToast('failed', 'What was dropped could not be read.');
    }
  });
  const uploadButton = (
    <MenuButton
      label="Upload"
      align="end"
      entries={() => [
        { label: 'Files…', onChoose: () => fileInput.current?.click() },
        { label: 'A folder…', onChoose: () => folderInput.current?.click() },
      ]}
    />
  );
  const ancestors = look === 'columns' ? wayTo(folder).slice(0, -1) : [];

  return (
    <div className={classes.explorer} {...drop.handlers}>
      <header className={classes.head}>
        <div className={classes.way}>
          <Breadcrumbs projectRef={ref} bucket={bucket.id} folder={folder} />
          <Visibility isPublic={bucket.public} />
        </div>
        <div className={classes.tools}>
          <div className={classes.search}>
            <DebouncedSearch label="Names that begin with" value={q} onChange={search} />
          </div>
          <ChoiceField
            label="Order"
            value={orderName}
            options={Object.entries(ORDERS).map(([value, { label }]) => ({ value, label }))}
            onChange={(next) => setOrderName(next as OrderName)}
          />
          <fieldset className={classes.looks} aria-label="View">
            <LookButton isOn={look === 'list'} label="List" onClick={() => setLook('list')}>
              <IconList size={16} stroke={1.75} aria-hidden="true" />
            </LookButton>
            <LookButton isOn={look === 'columns'} label="Columns" onClick={() => setLook('columns')}>
              <IconColumns size={16} stroke={1.75} aria-hidden="true" />
            </LookButton>
          </fieldset>
          {mayChange && (
            <>
              <Button
                leftSection={<IconFolderPlus size={16} stroke={1.75} aria-hidden="true" />}
                onClick={() => setNaming(true)}
              >
                New folder
              </Button>
              {uploadButton}
            </>
          )}
        </div>
      </header>
      <FolderView
        key={`${folder}?${q}`}
        place={place}
        bucket={bucket}
        order={{ sort, order }}
        search={q}
        look={look === 'list' ? 'wide' : 'narrow'}
        mayChange={mayChange}
        newFolders={newFolders}
        arrival={arrival}
        openFile={file}
        onOpenFolder={openFolder}
        onOpenFile={openFile}
        onClearSearch={() => search('')}
        uploadButton={uploadButton}
        before={ancestors.map((ancestor, at) => (
          <AncestorColumn
            key={ancestor}
            place={{ ...place, folder: ancestor }}
            label={ancestor === '' ? bucket.name : nameOf(ancestor)}
            order={{ sort, order }}
            openPath={ancestors[at + 1] ?? folder}
            onOpenFolder={openFolder}
            onOpenFile={openFile}
          />
        ))}
        beside={
          file !== null && (
            <PreviewPanel
              key={file}
              projectRef={ref}
              bucket={bucket}
              path={file}
              storageUrl={`${projectUrl(project)}/storage/v1`}
              mayChange={mayChange}
              onClose={() => openFile(null)}
            />
          )
        }
      />
      <UploadPanel projectRef={ref} />
      {drop.isOver && (
        <div className={classes.drop}>
          <p>Drop files and folders to upload them to {folder === '' ? bucket.name : folder}</p>
        </div>
      )}
      <NewFolderDialog
        opened={isNaming}
        onClose={() => setNaming(false)}
        onCreate={(name) => {
          const created = `${folder}${name}/`;
          setNaming(false);
          setNewFolders((before) => [...before.filter((each) => each !== created), created]);
          openFolder(created, null);
        }}
      />
      <input
        ref={fileInput}
        type="file"
        multiple
        hidden
        aria-label="Files to upload"
        onChange={({ currentTarget }) => {
          upload(filesOfInput(currentTarget.files ?? new DataTransfer().files, folder));
          currentTarget.value = '';
        }}
      />
      <input
        ref={(input) => {
          folderInput.current = input;
          // An attribute that React's types do not know.
          if (input !== null) input.webkitdirectory = true;
        }}
        type="file"
        hidden
        aria-label="Folder to upload"
        onChange={({ currentTarget }) => {
          upload(filesOfInput(currentTarget.files ?? new DataTransfer().files, folder));
          currentTarget.value = '';
        }}
      />
    </div>
  );
}

function LookButton(props: { isOn: boolean; label: string; onClick: () => void; children: React.ReactNode }) {
  const { isOn, label, onClick, children } = props;
  return (
    <button type="button" aria-pressed={isOn} aria-label={label} title={label} onClick={onClick}>
      {children}
    </button>
  );
}
