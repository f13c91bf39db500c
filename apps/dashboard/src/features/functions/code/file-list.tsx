import { Button } from '@mantine/core';
import { IconBraces, IconFile, IconFileTypeTs, IconPlus, IconUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { type ChosenFile, filesOfInput } from '../../../lib/dropped-files.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { RowMenu } from '../../../ui/menus/row-menu.tsx';
import classes from './code.module.css';
import { FileNameDialog, type FileNaming } from './file-name-dialog.tsx';
import { type SourceChange, type SourceFile, type Sources, shownPath } from './source-files.ts';

interface FileListProps {
  sources: Sources;
  isReadOnly: boolean;
  onChange: (change: SourceChange) => void;
  onUpload: (files: readonly ChosenFile[]) => void;
}

/** The files of a function: one is open, and all but the entrypoint can be renamed and deleted. */
export function FileList({ sources, isReadOnly, onChange, onUpload }: FileListProps) {
  const { files, entrypoint, openId } = sources;
  const [naming, setNaming] = useState<FileNaming | null>(null);
  const fileInput = useRef<HTMLInputElement>(null);
  const [doomed, setDoomed] = useState<SourceFile | null>(null);
  const sorted = [...files].sort(
    (a, b) =>
      Number(b.path === entrypoint) - Number(a.path === entrypoint) ||
      a.path.localeCompare(b.path, 'en', { numeric: true }),
  );
  return (
    <div className={classes.files}>
      <ul aria-label="Files">
        {sorted.map((file) => (
          <li key={file.id} className={classes.file} data-open={file.id === openId || undefined}>
            <button
              type="button"
              className={classes.open}
              // Read as one word, though it is shown in two parts.
              aria-label={shownPath(file.path, entrypoint)}
              aria-current={file.id === openId}
              title={file.path === entrypoint ? `${file.path}, the entrypoint` : file.path}
              onClick={() => onChange({ type: 'open', id: file.id })}
            >
              <FileIcon path={file.path} />
              <FilePath path={shownPath(file.path, entrypoint)} />
            </button>
            {!isReadOnly && file.path !== entrypoint && (
              <RowMenu
                label={`Actions for ${file.path}`}
                entries={() => [
                  { label: 'Rename…', onChoose: () => setNaming({ file }) },
                  { label: 'Delete…', tone: 'danger', onChoose: () => setDoomed(file) },
                ]}
              />
            )}
          </li>
        ))}
      </ul>
      {!isReadOnly && (
        <div className={classes.tools}>
          <Button
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden="true" />}
            onClick={() => setNaming({ file: null })}
          >
            Add file
          </Button>
          <Button
            size="xs"
            leftSection={<IconUpload size={14} aria-hidden="true" />}
            onClick={() => fileInput.current?.click()}
          >
            Upload files
          </Button>
          <input
            ref={fileInput}
            type="file"
            multiple
            hidden
            aria-label="Files to upload"
            onChange={({ currentTarget }) => {
              onUpload(filesOfInput(currentTarget.files ?? new DataTransfer().files, ''));
              currentTarget.value = '';
            }}
          />
        </div>
      )}
      <FileNameDialog
        naming={naming}
        sources={sources}
        onClose={() => setNaming(null)}
        onNamed={(path) => {
          setNaming(null);
          onChange(
            naming?.file == null
              ? { type: 'add', path, content: '' }
              : { type: 'rename', id: naming.file.id, path },
          );
        }}
      />
      <ConfirmDialog
        opened={doomed !== null}
        onClose={() => setDoomed(null)}
        onConfirm={() => {
          if (doomed !== null) onChange({ type: 'remove', id: doomed.id });
          setDoomed(null);
        }}
        title={`Delete ${doomed?.path ?? 'the file'}?`}
        confirmLabel="Delete file"
        danger
      >
        <p>What is deployed keeps it until you deploy again.</p>
      </ConfirmDialog>
    </div>
  );
}

function FileIcon({ path }: { path: string }) {
  const look = { size: 15, stroke: 1.6, 'aria-hidden': true } as const;
  if (/\.[cm]?tsx?$/.test(path)) return <IconFileTypeTs {...look} />;
  if (/\.jsonc?$/.test(path)) return <IconBraces {...look} />;
  return <IconFile {...look} />;
}

/** A path whose folders give way where there is no room for all of it: names tell files apart. */
function FilePath({ path }: { path: string }) {
  const start = path.lastIndexOf('/') + 1;
  return (
    <bdi className={classes.path}>
      <span className={classes.folder}>{path.slice(0, start)}</span>
      <span className={classes.base}>{path.slice(start)}</span>
    </bdi>
  );
}
