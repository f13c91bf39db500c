import type { RequestLogEntry } from '@basalt/contract';
import { Button } from '@mantine/core';
import { CopyButton } from '../../ui/copy/copy-button.tsx';
import { FactList } from '../../ui/lists/fact-list.tsx';
import { UnfoldingRow } from '../../ui/lists/unfolding-row.tsx';
import { StateLabel } from '../../ui/status/state-label.tsx';
import { clockTime, dayAndTime, durationLabels, statusLabels, statusTone } from './log-labels.ts';
import classes from './request-list.module.css';
import { useLogSearch } from './use-log-search.ts';

/** One request; pressing it unfolds everything that is known about it. */
export function RequestRow({ entry }: { entry: RequestLogEntry }) {
  const { at, method, path, status, milliseconds, role } = entry;
  return (
    <UnfoldingRow className={classes.row} details={<RequestDetails entry={entry} />}>
      <time className={classes.time} dateTime={at} title={dayAndTime(at)}>
        {clockTime(at)}
      </time>
      <span>{method}</span>
      <StateLabel tone={statusTone(status)} label={String(status)} title={statusLabels(entry) ?? undefined} />
      <span className={classes.path} title={path}>
        <bdi>{path}</bdi>
      </span>
      <span className={classes.role}>{role ?? '–'}</span>
      <span className={classes.duration}>{durationLabels(milliseconds)}</span>
    </UnfoldingRow>
  );
}

/** Everything the log knows about one request, and ways to find those like it. */
function RequestDetails({ entry }: { entry: RequestLogEntry }) {
  const { ask } = useLogSearch();
  const { at, method, path, status, milliseconds, role, service } = entry;
  const words = statusLabels(entry);
  return (
    <>
      <FactList
        facts={[
          { label: 'Time', value: dayAndTime(at), copy: at },
          { label: 'Request', value: <code>{`${method} ${path}`}</code>, copy: path },
          { label: 'Status', value: words === null ? status : `${status}: ${words}` },
          { label: 'Took', value: durationLabels(milliseconds) },
          {
            label: 'Role',
            value:
              role ??
              (status === 404 ? 'None: no key was shown' : 'None: it was refused before a role was known'),
          },
          { label: 'Service', value: service ?? 'None: the path names no service' },
        ]}
      />
      <div className={classes.tools}>
        <CopyButton value={JSON.stringify(entry, null, 2)} withText="Copy as JSON" />
        <Button size="xs" onClick={() => ask({ path })}>
          Only this path
        </Button>
        <Button size="xs" onClick={() => ask({ status: String(status) })}>
          Only status {status}
        </Button>
      </div>
    </>
  );
}
