import type { AuditEntry } from '@basalt/contract';
import { Button } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { api, orpc } from '../../api/client.ts';
import { deviceName } from '../../lib/format/device-name.ts';
import { exactTime } from '../../lib/format/moment.ts';
import { CopyButton } from '../../ui/copy/copy-button.tsx';
import { FactList } from '../../ui/lists/fact-list.tsx';
import { UnfoldingRow } from '../../ui/lists/unfolding-row.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { StateLabel } from '../../ui/status/state-label.tsx';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import { changedFields, OUTCOMES, subjectOf, valueText } from './audit-labels.ts';
import classes from './audit-list.module.css';
import { type AuditSearch, auditFilter } from './audit-search.ts';
import { useAuditSearch } from './use-audit-search.ts';

/** The entries that the address asks for, newest first, page by page. */
export function useAuditEntries(slug: string, search: AuditSearch) {
  const filter = auditFilter(search);
  return useInfiniteQuery({
    queryKey: [...orpc.auditLog.list.key(), { input: { slug, ...filter } }],
    queryFn: ({ pageParam, signal }) =>
      api.auditLog.list(
        { slug, ...filter, ...(pageParam === null ? {} : { before: pageParam }) },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
}

const ROW = 37;

export function AuditList({ entries }: { entries: ReturnType<typeof useAuditEntries> }) {
  const { search, clear } = useAuditSearch();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage, isPlaceholderData } = entries;
  if (data === undefined && error !== null)
    return (
      <ErrorState error={error} title="The audit log could not be loaded" onRetry={() => void refetch()} />
    );
  if (data === undefined)
    return (
      <div role="status" aria-label="Loading the audit log">
        <Skeleton height={10 * ROW} radius={10} />
      </div>
    );
  const shown = data.pages.flatMap((page) => page.entries);
  if (shown.length === 0)
    return Object.keys(search).length > 0 ? (
      <EmptyState
        title="No entries fit these filters"
        action={<Button onClick={clear}>Clear the filters</Button>}
      />
    ) : (
      <EmptyState
        title="Nothing has been changed yet"
        text="Whatever members of this organization change from now on is listed here."
      />
    );
  return (
    <>
      <div className={classes.list} data-stale={isPlaceholderData || undefined}>
        <div className={classes.head} aria-hidden="true">
          <span>Time</span>
          <span>Person</span>
          <span>Action</span>
          <span className={classes.subject}>Of</span>
          <span>Outcome</span>
        </div>
        <ul aria-label="Audit log">
          {shown.map((entry) => (
            <AuditRow key={entry.id} entry={entry} />
          ))}
        </ul>
      </div>
      <div className={classes.foot}>
        {hasNextPage ? (
          <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Load more
          </Button>
        ) : (
          <p className={classes.end}>There are no older entries.</p>
        )}
      </div>
    </>
  );
}

/** One entry; pressing it unfolds everything that is known about it. */
function AuditRow({ entry }: { entry: AuditEntry }) {
  const { label, tone, title } = OUTCOMES[entry.outcome];
  const subject = subjectOf(entry) ?? entry.project_ref;
  return (
    <UnfoldingRow className={classes.row} details={<AuditDetails entry={entry} />}>
      <span className={classes.time}>
        <TimeAgo date={entry.at} />
      </span>
      <span className={classes.text} title={entry.actor.email}>
        <bdi>{entry.actor.email}</bdi>
      </span>
      <code className={classes.text}>{entry.action}</code>
      <span className={`${classes.text} ${classes.subject}`} title={subject ?? undefined}>
        <bdi>{subject ?? '–'}</bdi>
      </span>
      <StateLabel tone={tone} label={label} title={title} />
    </UnfoldingRow>
  );
}

function AuditDetails({ entry }: { entry: AuditEntry }) {
  const { ask } = useAuditSearch();
  const { at, action, actor, ip, user_agent, project_ref, outcome, error, operation_id } = entry;
  return (
    <>
      <FactList
        facts={[
          { label: 'Time', value: exactTime(at), copy: at },
          { label: 'Person', value: <bdi>{actor.email}</bdi>, copy: actor.account_id },
          { label: 'Signed in with', value: credentialText(actor.credential) },
          {
            label: 'From',
            value: (
              <>
                <code>{ip}</code> · <bdi title={user_agent ?? undefined}>{deviceName(user_agent)}</bdi>
              </>
            ),
            copy: ip,
          },
          ...(project_ref === null
            ? []
            : [{ label: 'Project', value: <code>{project_ref}</code>, copy: project_ref }]),
          ...(operation_id === null
            ? []
            : [{ label: 'Operation', value: <code>{operation_id}</code>, copy: operation_id }]),
          {
            label: 'Outcome',
            value: error === null ? OUTCOMES[outcome].label : `${OUTCOMES[outcome].label}: ${error}`,
          },
        ]}
      />
      <Changes entry={entry} />
      <div className={classes.tools}>
        <CopyButton value={JSON.stringify(entry, null, 2)} withText="Copy as JSON" />
        <Button size="xs" onClick={() => ask({ person: actor.account_id })}>
          Only this person
        </Button>
        <Button size="xs" onClick={() => ask({ action })}>
          Only this action
        </Button>
        {project_ref !== null && (
          <Button size="xs" onClick={() => ask({ project: project_ref })}>
            Only this project
          </Button>
        )}
      </div>
    </>
  );
}

function credentialText(credential: AuditEntry['actor']['credential']): string {
  if (credential === null) return 'A password or a link';
  return credential.kind === 'session'
    ? 'A session of the dashboard'
    : `The access token ${credential.name ?? credential.id}`;
}

/** What was there and what is there now, or what was asked for where that is all that is known. */
function Changes({ entry }: { entry: AuditEntry }) {
  const { isCompared, fields } = changedFields(entry);
  if (fields.length === 0) return null;
  return (
    <div className={classes.changes}>
      <table aria-label={isCompared ? 'What changed' : 'What was asked for'}>
        <thead>
          <tr>
            <th scope="col">{isCompared ? 'Changed' : 'Asked for'}</th>
            {isCompared && <th scope="col">Before</th>}
            <th scope="col">{isCompared ? 'After' : 'Value'}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ name, before, after }) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
              </th>
              {isCompared && (
                <td>
                  <Value value={before} />
                </td>
              )}
              <td>
                <Value value={after} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Value({ value }: { value: unknown }) {
  const text = valueText(value);
  return text === null ? <span className={classes.nothing}>–</span> : <code>{text}</code>;
}
