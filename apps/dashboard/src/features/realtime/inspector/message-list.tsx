import { Button } from '@mantine/core';
import { useState } from 'react';
import { clockTime } from '../../../lib/format/moment.ts';
import { visibleJson } from '../../../lib/format/visible-json.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { CodeBlock } from '../../../ui/copy/code-block.tsx';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import { VirtualList } from '../../../ui/lists/virtual-list.tsx';
import { EmptyState } from '../../../ui/pages/empty-state.tsx';
import { SidePanel } from '../../../ui/pages/side-panel.tsx';
import { Tag } from '../../../ui/status/tag.tsx';
import classes from './inspector.module.css';
import {
  type HeardMessage,
  lineOf,
  logFile,
  MESSAGE_KINDS,
  type MessageKind,
  shownMessages,
} from './message-log.ts';

const WORDS = {
  broadcast: 'Broadcast',
  presence: 'Presence',
  change: 'Change',
  system: 'System',
} as const satisfies Record<MessageKind, string>;

interface MessageListProps {
  log: readonly HeardMessage[];
  /** Heard since the list was stopped. */
  waiting: number;
  isPaused: boolean;
  isJoined: boolean;
  channel: string;
  onPause: () => void;
  onClear: () => void;
}

/** What a channel heard, the newest first. */
export function MessageList(props: MessageListProps) {
  const { log, waiting, isPaused, isJoined, channel, onPause, onClear } = props;
  const [search, setSearch] = useState('');
  const [hidden, setHidden] = useState<readonly MessageKind[]>([]);
  const [open, setOpen] = useState<HeardMessage | null>(null);
  const shown = shownMessages(log, { hidden, search });
  const toggle = (kind: MessageKind) =>
    setHidden((before) => (before.includes(kind) ? before.filter((one) => one !== kind) : [...before, kind]));
  return (
    <div className={classes.messages}>
      <div className={classes.tools}>
        <SearchField label="Search messages" value={search} onChange={setSearch} />
        <fieldset className={classes.kinds}>
          <legend className="visually-hidden">Kinds of messages</legend>
          {MESSAGE_KINDS.map((kind) => (
            <button
              key={kind}
              type="button"
              className={classes.kind}
              aria-pressed={!hidden.includes(kind)}
              onClick={() => toggle(kind)}
            >
              {WORDS[kind]}
            </button>
          ))}
        </fieldset>
        <div className={classes.actions}>
          <Button size="xs" onClick={onPause} disabled={!isJoined && !isPaused}>
            {isPaused ? (waiting > 0 ? `Go on (${waiting} new)` : 'Go on') : 'Pause'}
          </Button>
          <Button size="xs" onClick={onClear} disabled={log.length === 0}>
            Clear
          </Button>
          <Button
            size="xs"
            disabled={log.length === 0}
            onClick={() => saveFile(`${channel || 'channel'}.json`, 'application/json', logFile(log))}
          >
            Save as JSON
          </Button>
        </div>
      </div>
      {shown.length === 0 ? (
        <EmptyState
          title={log.length > 0 ? 'No message fits' : isJoined ? 'Nothing was heard yet' : 'No messages'}
          text={
            log.length > 0
              ? 'Other words or kinds may find some.'
              : isJoined
                ? 'Messages appear here as they come.'
                : 'Join a channel, and what it hears appears here.'
          }
        />
      ) : (
        <div className={classes.list}>
          <VirtualList
            label="Messages"
            count={shown.length}
            itemHeight={34}
            renderItem={(index) => {
              const message = shown[index];
              return (
                message !== undefined && (
                  <button type="button" className={classes.message} onClick={() => setOpen(message)}>
                    <span className={classes.time}>{clockTime(new Date(message.at))}</span>
                    <Tag tone={message.kind === 'system' && message.event === 'error' ? 'danger' : 'plain'}>
                      {WORDS[message.kind]}
                    </Tag>
                    <code className={classes.text}>{lineOf(message).slice(0, 300)}</code>
                  </button>
                )
              );
            }}
          />
        </div>
      )}
      <p className={classes.count} role="status">
        {log.length === shown.length
          ? `${log.length.toLocaleString('en')} ${log.length === 1 ? 'message' : 'messages'}`
          : `${shown.length.toLocaleString('en')} of ${log.length.toLocaleString('en')} messages`}
      </p>
      <SidePanel
        opened={open !== null}
        title={open === null ? 'Message' : `${WORDS[open.kind]} ${open.event}`}
        onClose={() => setOpen(null)}
      >
        {open !== null && (
          <>
            <p className={classes.time}>{new Date(open.at).toISOString()}</p>
            <CodeBlock label="message" value={visibleJson(open.payload)} wrap />
          </>
        )}
      </SidePanel>
    </div>
  );
}
