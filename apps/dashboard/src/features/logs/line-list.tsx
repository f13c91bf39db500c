import type { LogLine } from '@basalt/contract';
import { Button } from '@mantine/core';
import { zoneName } from '../../lib/format/moment.ts';
import { CodeBlock } from '../../ui/copy/code-block.tsx';
import { CopyButton } from '../../ui/copy/copy-button.tsx';
import { FactList } from '../../ui/lists/fact-list.tsx';
import list from '../../ui/lists/log-lines.module.css';
import { UnfoldingRow } from '../../ui/lists/unfolding-row.tsx';
import { StateLabel } from '../../ui/status/state-label.tsx';
import type { StatusTone } from '../../ui/status/status-look.ts';
import classes from './line-list.module.css';
import { clockTime, dayAndTime, keysFromOldest } from './log-labels.ts';
import { LogPages } from './log-pages.tsx';
import type { useLogLines } from './use-line-log.ts';
import { useLogSearch } from './use-log-search.ts';

const TONES: Record<LogLine['level'], StatusTone> = { info: 'idle', warning: 'warn', error: 'danger' };

interface LineListProps {
  lines: ReturnType<typeof useLogLines>;
  /** Stops following the newest ones, because the person reads older ones. */
  onReadOn: () => void;
  /** Shown when there is nothing. */
  empty: React.ReactNode;
}

/** The lines of a log, newest first. */
export function LineList({ lines, onReadOn, empty }: LineListProps) {
  return (
    <LogPages
      query={lines}
      entries={lines.data?.pages.flatMap((page) => page.lines) ?? []}
      things="lines"
      onReadOn={onReadOn}
      empty={empty}
    >
      {(shown) => {
        const keys = keysFromOldest(shown, ({ at, label, message }) => `${at} ${label} ${message}`);
        return (
          <div className={list.list} data-stale={lines.isPlaceholderData || undefined}>
            <p className={list.zone}>Times are in {zoneName(shown[0]?.at ?? Date.now())}, newest first.</p>
            <ul aria-label="Log lines">
              {shown.map((line, position) => (
                <LineRow key={keys[position]} line={line} />
              ))}
            </ul>
          </div>
        );
      }}
    </LogPages>
  );
}

/** One line; pressing it shows all of its message and what else is known. */
function LineRow({ line }: { line: LogLine }) {
  const { ask } = useLogSearch();
  const { at, level, label, message, fields } = line;
  return (
    <UnfoldingRow
      className={list.row}
      details={
        <div className={list.details}>
          <CodeBlock value={message} label="message" wrap />
          <FactList
            facts={[
              { label: 'Time', value: dayAndTime(at), copy: at },
              ...Object.entries(fields).map(([name, value]) => ({
                label: fieldLabel(name),
                value: <code>{value}</code>,
                copy: value,
              })),
            ]}
          />
          <div className={classes.tools}>
            <CopyButton value={JSON.stringify(line, null, 2)} withText="Copy as JSON" />
            {Object.entries(fields)
              .filter(([name]) => ['code', 'user', 'function', 'operation'].includes(name))
              .map(([name, value]) => (
                <Button key={name} size="xs" onClick={() => ask({ q: value })}>
                  Only this {name}
                </Button>
              ))}
          </div>
        </div>
      }
    >
      <time className={list.time} dateTime={at} title={dayAndTime(at)}>
        {clockTime(at)}
      </time>
      <StateLabel tone={TONES[level]} label={label} />
      <span className={list.message}>
        <bdi>{message}</bdi>
      </span>
    </UnfoldingRow>
  );
}

/** "started_by" → "Started by" */
function fieldLabel(name: string): string {
  const words = name.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
