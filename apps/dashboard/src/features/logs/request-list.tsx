import { zoneName } from '../../lib/format/moment.ts';
import { entryKeys } from './log-labels.ts';
import { LogPages } from './log-pages.tsx';
import classes from './request-list.module.css';
import { RequestRow } from './request-row.tsx';
import type { useRequests } from './use-request-log.ts';

interface RequestListProps {
  requests: ReturnType<typeof useRequests>;
  /** Stops following the newest ones, because the person reads older ones. */
  onReadOn: () => void;
  /** Shown when there is nothing. */
  empty: React.ReactNode;
}

/** The requests, newest first. */
export function RequestList({ requests, onReadOn, empty }: RequestListProps) {
  return (
    <LogPages
      query={requests}
      entries={requests.data?.pages.flatMap((page) => page.entries) ?? []}
      things="requests"
      onReadOn={onReadOn}
      empty={empty}
    >
      {(entries) => {
        const keys = entryKeys(entries);
        const zone = zoneName(entries[0]?.at ?? Date.now());
        return (
          <div className={classes.list} data-stale={requests.isPlaceholderData || undefined}>
            <div className={classes.head} aria-hidden="true">
              <span title={`Your zone: ${zone}`}>Time ({zone})</span>
              <span>Method</span>
              <span>Status</span>
              <span>Path</span>
              <span className={classes.role}>Role</span>
              <span className={classes.duration}>Took</span>
            </div>
            <ul aria-label="Requests">
              {entries.map((entry, position) => (
                <RequestRow key={keys[position]} entry={entry} />
              ))}
            </ul>
          </div>
        );
      }}
    </LogPages>
  );
}
