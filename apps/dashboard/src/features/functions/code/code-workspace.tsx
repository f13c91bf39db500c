import type { FunctionPackage } from '@basalt/contract';
import { lazy, Suspense, useMemo } from 'react';
import { filesOfDrop } from '../../../lib/dropped-files.ts';
import { byteSize } from '../../../lib/format/byte-size.ts';
import { useFileDrop } from '../../../lib/use-file-drop.ts';
import { useLast } from '../../../lib/use-last.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Notice } from '../../../ui/pages/notice.tsx';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import classes from './code.module.css';
import { FileList } from './file-list.tsx';
import type { SourceChange, Sources } from './source-files.ts';
import type { FilePlace } from './use-deploy.ts';
import { useUpload } from './use-upload.ts';

const PromptedScript = lazy(async () => ({
  default: (await import('./prompted-script.tsx')).PromptedScript,
}));

const NO_PACKAGES: readonly FunctionPackage[] = [];

interface CodeWorkspaceProps {
  projectRef: string;
  sources: Sources;
  /** What it was deployed with, whose types are known. The same array as long as they are the same; undefined: not known yet. */
  packages?: readonly FunctionPackage[] | undefined;
  isReadOnly: boolean;
  /** The line that is wrong. */
  place: FilePlace | null;
  onChange: (change: SourceChange) => void;
  onDeploy: () => void;
}

/** The files of a function beside the editor of the one that is open. */
export function CodeWorkspace(props: CodeWorkspaceProps) {
  const { projectRef, sources, packages = NO_PACKAGES, isReadOnly, place, onChange, onDeploy } = props;
  const texts = useMemo(
    () =>
      sources.files.flatMap(({ path, content }) =>
        typeof content === 'string' ? [{ path, text: content }] : [],
      ),
    [sources.files],
  );
  const open = sources.files.find(({ id }) => id === sources.openId);
  const upload = useUpload(sources, onChange);
  const asked = useLast(upload.waiting)?.replaced ?? [];
  const { isOver, handlers } = useFileDrop(!isReadOnly, async (data) =>
    upload.choose(await filesOfDrop(data, '')),
  );
  return (
    <>
      {upload.problem !== null && (
        <Notice tone="danger" title="Nothing was added">
          <p>{upload.problem}</p>
        </Notice>
      )}
      <div className={classes.workspace} {...handlers}>
        <FileList sources={sources} isReadOnly={isReadOnly} onChange={onChange} onUpload={upload.choose} />
        <div className={classes.editor}>
          {open !== undefined && typeof open.content !== 'string' && (
            <p className={classes.noText}>
              {open.path} is no text ({byteSize(open.content.byteLength)}). It is deployed as it is.
            </p>
          )}
          {open !== undefined && typeof open.content === 'string' && (
            <Suspense fallback={<Skeleton height="100%" radius={0} />}>
              <PromptedScript
                projectRef={projectRef}
                file={{ id: open.id, path: open.path, text: open.content }}
                files={texts}
                packages={packages}
                isReadOnly={isReadOnly}
                mark={place?.fileId === open.id ? place : null}
                onChange={(id, text) => onChange({ type: 'write', id, text })}
                onRun={onDeploy}
              />
            </Suspense>
          )}
        </div>
        {isOver && <div className={classes.drop}>Drop files and folders to add them</div>}
        <ConfirmDialog
          opened={upload.waiting !== null}
          onClose={upload.cancel}
          onConfirm={upload.confirm}
          title={asked.length === 1 ? `Replace ${asked[0]}?` : `Replace ${asked.length} files?`}
          confirmLabel={asked.length === 1 ? 'Replace file' : 'Replace files'}
          danger
        >
          <p>
            {asked.length === 1
              ? 'What is in the editor under this name is lost.'
              : `What is in the editor under these names is lost: ${asked.slice(0, 10).join(', ')}${asked.length > 10 ? ' …' : ''}`}
          </p>
        </ConfirmDialog>
      </div>
    </>
  );
}
