import type { FunctionLogLine } from '@basalt/contract';
import { clockTime, exactTime, millisecondText } from '../../../lib/format/moment.ts';
import { CodeBlock } from '../../../ui/copy/code-block.tsx';
import { FactList } from '../../../ui/lists/fact-list.tsx';
import list from '../../../ui/lists/log-lines.module.css';
import { UnfoldingRow } from '../../../ui/lists/unfolding-row.tsx';
import { StateLabel } from '../../../ui/status/state-label.tsx';
import type { StatusTone } from '../../../ui/status/status-look.ts';

const TONES: Record<FunctionLogLine['level'], StatusTone> = {
  debug: 'idle',
  log: 'idle',
  info: 'ok',
  warning: 'warn',
  error: 'danger',
};

const SOURCES: Record<FunctionLogLine['source'], string> = {
  console: 'Written by the function',
  error: 'Thrown and not caught',
  boot: 'Its process started',
  exit: 'Its process ended',
};

/** One line; pressing it shows all of its message and which process wrote it. */
export function LogLine({ line }: { line: FunctionLogLine }) {
  const { at, level, source, message, execution_id, version } = line;
  return (
    <UnfoldingRow
      className={list.row}
      details={
        <div className={list.details}>
          <CodeBlock value={message} label="message" wrap />
          <FactList
            facts={[
              { label: 'Time', value: exactTime(at), copy: at },
              { label: 'Source', value: SOURCES[source] },
              { label: 'Version', value: version },
              { label: 'Process', value: <code>{execution_id}</code>, copy: execution_id },
            ]}
          />
        </div>
      }
    >
      <time className={list.time} dateTime={at} title={exactTime(at)}>
        {clockTime(at)}.{millisecondText(at)}
      </time>
      <StateLabel tone={TONES[level]} label={source === 'console' ? level : source} />
      <span className={list.message}>
        <bdi>{message}</bdi>
      </span>
    </UnfoldingRow>
  );
}
