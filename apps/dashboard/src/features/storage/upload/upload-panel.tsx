import { Button } from '@mantine/core';
import {
  IconChevronDown,
  IconChevronUp,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconX,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { byteSize } from '../../../lib/format/byte-size.ts';
import { useShared } from '../../../lib/shared-value.ts';
import { useIsNarrow } from '../../../lib/use-is-narrow.ts';
import { VirtualList } from '../../../ui/lists/virtual-list.tsx';
import classes from './upload-panel.module.css';
import { totalsOf, type UploadItem, type UploadTotals } from './upload-queue.ts';
import {
  answerTaken,
  cancelUpload,
  clearUploads,
  keepBoth,
  pauseUpload,
  resumeUpload,
  uploads,
} from './uploads.ts';

/** Heights of a row: where it is narrow, what can be done stands below what it is about. */
const ROW = 46;
const NARROW_ROW = 92;

/** The uploads to a project, with what can be done about each; nothing while there are none. */
export function UploadPanel({ projectRef }: { projectRef: string }) {
  const items = useShared(uploads).filter(({ ref }) => ref === projectRef);
  const [isFolded, setFolded] = useState(false);
  const rowHeight = useIsNarrow() ? NARROW_ROW : ROW;
  const totals = totalsOf(items);
  const { byState, bytes, sent } = totals;
  if (items.length === 0) return null;
  const isOver = byState.waiting + byState.running + byState.paused + byState.taken === 0;
  const each = (states: readonly UploadItem['state'][], act: (id: string) => void) => () => {
    for (const { id, state } of items) if (states.includes(state)) act(id);
  };
  return (
    <section className={classes.panel} aria-label="Uploads">
      <header className={classes.head}>
        <div className={classes.words} role="status">
          <strong>{headline(totals)}</strong>
          <span className={classes.dim}>
            {byteSize(sent)} of {byteSize(bytes)}
          </span>
        </div>
        <div className={classes.actions}>
          {byState.taken > 1 && (
            <>
              <Button size="xs" onClick={each(['taken'], (id) => answerTaken(id, 'replace'))}>
                Replace all
              </Button>
              <Button size="xs" onClick={each(['taken'], (id) => answerTaken(id, 'skip'))}>
                Skip all
              </Button>
            </>
          )}
          {byState.running + byState.waiting > 0 && (
            <Button size="xs" onClick={each(['waiting', 'running'], pauseUpload)}>
              Pause all
            </Button>
          )}
          {byState.paused > 1 && (
            <Button size="xs" onClick={each(['paused'], resumeUpload)}>
              Resume all
            </Button>
          )}
          {byState.failed > 1 && (
            <Button size="xs" onClick={each(['failed'], resumeUpload)}>
              Retry all
            </Button>
          )}
          {isOver ? (
            <Button
              size="xs"
              onClick={() => {
                each(['failed'], cancelUpload)();
                clearUploads();
              }}
            >
              Close
            </Button>
          ) : (
            <Button
              size="xs"
              onClick={each(['waiting', 'running', 'paused', 'taken', 'failed'], cancelUpload)}
            >
              Cancel all
            </Button>
          )}
          <IconAction
            label={isFolded ? 'Show the list of uploads' : 'Fold the list of uploads'}
            onClick={() => setFolded(!isFolded)}
          >
            {isFolded ? <IconChevronUp size={16} /> : <IconChevronDown size={16} />}
          </IconAction>
        </div>
      </header>
      <Bar label="All uploads" share={bytes === 0 ? 1 : sent / bytes} />
      {!isFolded && (
        <div className={classes.list} style={{ height: Math.min(items.length * rowHeight, 4 * ROW) }}>
          <VirtualList
            label="Files"
            count={items.length}
            itemHeight={rowHeight}
            renderItem={(at) => {
              const item = items[at];
              return item === undefined ? null : <Row item={item} />;
            }}
          />
        </div>
      )}
    </section>
  );
}

function headline({ count, done, byState }: UploadTotals): string {
  const files = (number: number) => `${number.toLocaleString('en')} ${number === 1 ? 'file' : 'files'}`;
  if (byState.taken > 0) return `${files(byState.taken)} with a name that is taken`;
  if (byState.running + byState.waiting > 0)
    return `Uploading ${done.toLocaleString('en')} of ${files(count)}`;
  if (byState.paused > 0) return `${files(byState.paused)} paused`;
  if (byState.failed > 0) return `${files(byState.failed)} not uploaded`;
  return count === 0 ? 'Uploads canceled' : `Uploaded ${files(done)}`;
}

function Row({ item }: { item: UploadItem }) {
  const { id, path, bucket, file, state, sent, problem } = item;
  return (
    <div className={classes.row} data-state={state}>
      <div className={classes.what}>
        <span className={classes.path} title={`${bucket}/${path}`}>
          {path}
        </span>
        <span className={classes.dim} title={problem ?? undefined}>
          {stateText(item)}
        </span>
        {(state === 'running' || state === 'paused') && (
          <Bar label={path} share={file.size === 0 ? 0 : sent / file.size} />
        )}
      </div>
      <div className={classes.actions}>
        {state === 'taken' && (
          <>
            <Button size="xs" aria-label={`Replace ${path}`} onClick={() => answerTaken(id, 'replace')}>
              Replace
            </Button>
            <Button size="xs" aria-label={`Keep both of ${path}`} onClick={() => void keepBoth(item)}>
              Keep both
            </Button>
            <Button size="xs" aria-label={`Skip ${path}`} onClick={() => answerTaken(id, 'skip')}>
              Skip
            </Button>
          </>
        )}
        {(state === 'running' || state === 'waiting') && (
          <IconAction label={`Pause ${path}`} onClick={() => pauseUpload(id)}>
            <IconPlayerPause size={16} />
          </IconAction>
        )}
        {state === 'paused' && (
          <IconAction label={`Resume ${path}`} onClick={() => resumeUpload(id)}>
            <IconPlayerPlay size={16} />
          </IconAction>
        )}
        {state === 'failed' && (
          <IconAction label={`Retry ${path}`} onClick={() => resumeUpload(id)}>
            <IconRefresh size={16} />
          </IconAction>
        )}
        {(state === 'running' || state === 'waiting' || state === 'paused' || state === 'failed') && (
          <IconAction label={`Cancel ${path}`} onClick={() => cancelUpload(id)}>
            <IconX size={16} />
          </IconAction>
        )}
      </div>
    </div>
  );
}

function stateText({ state, sent, file, problem }: UploadItem): string {
  const size = byteSize(file.size);
  switch (state) {
    case 'waiting':
      return `Waiting, ${size}`;
    case 'running':
      return `${byteSize(sent)} of ${size}`;
    case 'paused':
      return `Paused at ${byteSize(sent)} of ${size}`;
    case 'taken':
      return 'There is a file with this name already.';
    case 'failed':
      return problem ?? 'Not uploaded.';
    case 'done':
      return `Uploaded, ${size}`;
    case 'cancelled':
      return 'Not uploaded: canceled';
  }
}

function Bar({ label, share }: { label: string; share: number }) {
  const percent = Math.round(share * 100);
  return (
    <div
      className={classes.bar}
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <div className={classes.fill} style={{ width: `${percent}%` }} />
    </div>
  );
}

function IconAction({
  label,
  onClick,
  children,
}: {
  label: string;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button type="button" className={classes.icon} aria-label={label} title={label} onClick={onClick}>
      {children}
    </button>
  );
}
