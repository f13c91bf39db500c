import type { RequestLogEntry } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useCopy } from '../../ui/copy/use-copy.ts';
import { FactList } from '../../ui/lists/fact-list.tsx';
import { dayAndTime, durationLabels } from './log-labels.ts';
import classes from './request-list.module.css';
import { statusLabels } from './status-labels.ts';
import { useLogSearch } from './use-log-search.ts';

/** Everything the log knows about one request, and ways to find those like it. */
export function RequestDetails({ entry }: { entry: RequestLogEntry }) {
  const { ask } = useLogSearch();
  const { copy, isCopied } = useCopy();
  const { at, method, path, status, milliseconds, role, service } = entry;
  const words = statusLabels(status);
  return (
    <>
      <FactList
        facts={[
          { label: 'Time', value: dayAndTime(at), copy: at },
          { label: 'Request', value: <code>{`${method} ${path}`}</code>, copy: path },
          { label: 'Status', value: words === null ? status : `${status}: ${words}` },
          { label: 'Took', value: durationLabels(milliseconds) },
          { label: 'Role', value: role ?? 'None: it was refused before a role was known' },
          { label: 'Service', value: service ?? 'None: the path names no service' },
        ]}
      />
      <div className={classes.tools}>
        <Button size="xs" onClick={() => void copy(JSON.stringify(entry, null, 2))}>
          {isCopied ? 'Copied' : 'Copy as JSON'}
        </Button>
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
