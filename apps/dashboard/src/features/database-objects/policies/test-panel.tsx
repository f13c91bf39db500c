import type { ViewAs } from '@basalt/contract';
import { Autocomplete, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toApiError } from '../../../api/api-error.ts';
import { type api, orpc } from '../../../api/client.ts';
import { useProject } from '../../../api/use-project.ts';
import { DataTable } from '../../../ui/lists/data-table.tsx';
import { Notice } from '../../../ui/pages/notice.tsx';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import { SqlFailure } from '../changes/sql-failure.tsx';
import classes from '../shared/details-panel.module.css';

const SHOWN = 20;

type Filter = NonNullable<Parameters<typeof api.tableRows.list>[0]['filters']>[number];

interface TestPanelProps {
  projectRef: string;
  tableId: string;
  /** A part of the table, with words for it; all of it without. */
  part?: { words: string; filters: Filter[] };
}

/** Which rows of a table somebody sees, as the Data API would answer them. */
export function TestPanel({ projectRef, tableId, part }: TestPanelProps) {
  const [role, setRole] = useState<ViewAs['role']>('anon');
  const [user, setUser] = useState<string | null>(null);
  const as: ViewAs = { role, ...(role === 'authenticated' && user !== null ? { user_id: user } : {}) };
  const input = { ref: projectRef, id: tableId };
  const table = useQuery({
    ...orpc.schemaApi.getTable.queryOptions({ input }),
    retry: false,
  });
  return (
    <>
      {table.data !== undefined && (
        <p>
          Rows of <strong>{part?.words ?? `${table.data.schema}.${table.data.name}`}</strong> that somebody
          sees. Nothing is changed.
        </p>
      )}
      <NativeSelect
        label="As"
        value={role}
        data={[
          { value: 'anon', label: 'Somebody who has not signed in (anon)' },
          { value: 'authenticated', label: 'Somebody who has signed in (authenticated)' },
        ]}
        onChange={(event) => setRole(event.currentTarget.value as ViewAs['role'])}
      />
      {role === 'authenticated' && <UserField projectRef={projectRef} onChange={setUser} />}
      {table.data?.rls_enabled === false && (
        <Notice tone="warn">Row level security is off: policies are not asked.</Notice>
      )}
      <SeenRows input={{ ...input, filters: part?.filters ?? [] }} as={as} />
    </>
  );
}

function SeenRows({ input, as }: { input: { ref: string; id: string; filters: Filter[] }; as: ViewAs }) {
  const rows = useQuery({
    ...orpc.tableRows.list.queryOptions({ input: { ...input, as, limit: SHOWN } }),
    retry: false,
    staleTime: 0,
  });
  const seen = useQuery({
    ...orpc.tableRows.count.queryOptions({ input: { ...input, as, exact: true } }),
    retry: false,
    staleTime: 0,
  });
  const all = useQuery({
    ...orpc.tableRows.count.queryOptions({ input: { ...input, exact: true } }),
    retry: false,
  });
  if (rows.error !== null)
    return <SqlFailure error={toApiError(rows.error)} title="Nothing can be read this way" />;
  if (rows.data === undefined)
    return (
      <div role="status" aria-label="Reading the rows">
        <Skeleton height={120} radius={10} />
      </div>
    );
  const { columns, rows: shown } = rows.data;
  return (
    <div className={classes.part}>
      <p role="status">{countText(seen.data?.rows ?? null, all.data?.rows ?? null, shown.length)}</p>
      {shown.length > 0 && (
        <DataTable
          label="Rows that are seen"
          columns={columns.map((name, place) => ({
            key: `${place}-${name}`,
            header: name,
            render: ({ values }: { values: (string | null)[]; place: number }) => (
              <code>{values[place] ?? 'NULL'}</code>
            ),
          }))}
          rows={shown.map((values, place) => ({ values, place }))}
          rowKey={({ place }) => place}
        />
      )}
    </div>
  );
}

/** How many rows are seen of how many; the first ones are shown. */
function countText(seen: number | null, all: number | null, shown: number): string {
  const number = (count: number) => count.toLocaleString('en');
  if (seen === null) return shown === 0 ? 'Sees no row.' : `Sees ${number(shown)} rows or more.`;
  const of = all === null ? '' : ` of ${number(all)}`;
  const first = seen > shown ? ` These are the first ${number(shown)}.` : '';
  return `Sees ${seen === 0 ? 'none' : number(seen)}${of === '' ? ' rows' : `${of} rows`}.${first}`;
}

interface UserFieldProps {
  projectRef: string;
  /** The id of the user; null: nobody in particular. */
  onChange: (id: string | null) => void;
}

/** One of the project's users, found by a part of the address or name. */
function UserField({ projectRef: ref, onChange }: UserFieldProps) {
  const [text, setText] = useState('');
  const { data: project } = useProject(ref);
  const mayLook = project?.abilities.read_auth_users === true;
  const { data } = useQuery({
    ...orpc.authUsers.list.queryOptions({
      input: { ref, search: text, page: 1, per_page: 20, sort: 'created_at', order: 'desc' },
    }),
    enabled: mayLook,
    placeholderData: (before) => before,
    retry: false,
  });
  if (!mayLook) return null;
  const users = new Map(data?.users.map((user) => [user.email || user.phone || user.id, user.id]));
  return (
    <Autocomplete
      label="User"
      description="Empty: anybody, without an id"
      value={text}
      data={[...users.keys()]}
      onChange={(next) => {
        setText(next);
        onChange(users.get(next) ?? null);
      }}
      spellCheck={false}
    />
  );
}
