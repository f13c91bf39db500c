import { lazy, Suspense } from 'react';
import { byteSize } from '../../../lib/format/byte-size.ts';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import classes from './code.module.css';
import { FileList } from './file-list.tsx';
import type { SourceChange, Sources } from './source-files.ts';
import type { FilePlace } from './use-deploy.ts';

const ScriptEditor = lazy(async () => ({
  default: (await import('../../../ui/code-editor/script-editor.tsx')).ScriptEditor,
}));

interface CodeWorkspaceProps {
  sources: Sources;
  isReadOnly: boolean;
  /** The line that is wrong. */
  place: FilePlace | null;
  onChange: (change: SourceChange) => void;
  onDeploy: () => void;
}

/** The files of a function beside the editor of the one that is open. */
export function CodeWorkspace({ sources, isReadOnly, place, onChange, onDeploy }: CodeWorkspaceProps) {
  const open = sources.files.find(({ id }) => id === sources.openId);
  return (
    <div className={classes.workspace}>
      <FileList sources={sources} isReadOnly={isReadOnly} onChange={onChange} />
      <div className={classes.editor}>
        {open !== undefined && typeof open.content !== 'string' && (
          <p className={classes.noText}>
            {open.path} is no text ({byteSize(open.content.byteLength)}). It is deployed as it is.
          </p>
        )}
        {open !== undefined && typeof open.content === 'string' && (
          <Suspense fallback={<Skeleton height="100%" radius={0} />}>
            <ScriptEditor
              file={{ id: open.id, path: open.path, text: open.content }}
              isReadOnly={isReadOnly}
              mark={place?.fileId === open.id ? place : null}
              onChange={(id, text) => onChange({ type: 'write', id, text })}
              onRun={onDeploy}
            />
          </Suspense>
        )}
      </div>
    </div>
  );
}
