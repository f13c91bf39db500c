import type { ApiTable } from '@basalt/contract';
import { Button } from '@mantine/core';
import type { DataTableColumn } from '../../ui/lists/data-table.tsx';
import { Tag } from '../../ui/status/tag.tsx';
import { exposureOf, hasOwnPolicies } from './exposure.ts';
import classes from './table-columns.module.css';

/** @param onAdvise shows what to do about a table */
export function tableColumns(onAdvise: (table: ApiTable) => void): DataTableColumn<ApiTable>[] {
  return [
    {
      key: 'name',
      header: 'Table',
      render: (table) => <TableName table={table} onAdvise={() => onAdvise(table)} />,
    },
    { key: 'rls', header: 'RLS', width: 80, render: (table) => <RlsTag table={table} /> },
    {
      key: 'policies',
      header: 'Policies',
      align: 'right',
      width: 80,
      isMinor: true,
      render: (table) => (hasOwnPolicies(table) ? table.policy_count.toLocaleString('en') : '–'),
    },
    { key: 'access', header: 'Access', width: 150, render: (table) => <AccessTags table={table} /> },
    {
      key: 'rows',
      header: 'Rows',
      align: 'right',
      width: 90,
      isMinor: true,
      render: ({ estimated_rows: rows }) =>
        rows === null ? (
          <span title="Not counted yet">–</span>
        ) : (
          <span title="Estimated">{Math.round(rows).toLocaleString('en')}</span>
        ),
    },
    {
      key: 'state',
      header: 'State',
      width: 240,
      isMinor: true,
      render: (table) => <State table={table} onAdvise={() => onAdvise(table)} />,
    },
  ];
}

interface RowProps {
  table: ApiTable;
  onAdvise: () => void;
}

/** The name; on narrow screens what matters about the table stands below it instead of far to the right. */
function TableName({ table, onAdvise }: RowProps) {
  const { schema, name, kind } = table;
  return (
    <div className={classes.table}>
      <span className={classes.name} title={`${schema}.${name}`}>
        <span className={classes.schema}>{schema}.</span>
        {name}
      </span>
      {kind !== 'table' && <Tag>{kind}</Tag>}
      <div className={classes.below}>
        <State table={table} onAdvise={onAdvise} />
      </div>
    </div>
  );
}

function RlsTag({ table }: { table: ApiTable }) {
  if (hasOwnPolicies(table)) {
    return table.rls_enabled ? (
      <Tag tone="ok">RLS on</Tag>
    ) : (
      <Tag tone={plainUnlessExposed(table)}>RLS off</Tag>
    );
  }
  if (table.kind !== 'view') return <Tag title="Row level security is not available for these">None</Tag>;
  return table.exposed_without_policy ? (
    <Tag tone="danger" title="Reads with the rights of its owner, bypassing row level security">
      As owner
    </Tag>
  ) : (
    <Tag title="Reads with the rights of whoever asks">As caller</Tag>
  );
}

function plainUnlessExposed(table: ApiTable): 'danger' | 'plain' {
  return exposureOf(table) === 'exposed' ? 'danger' : 'plain';
}

function AccessTags({ table: { anon_access, authenticated_access } }: { table: ApiTable }) {
  if (!anon_access && !authenticated_access) return <span className={classes.none}>No grants</span>;
  return (
    <span className={classes.tags}>
      {anon_access && <Tag>anon</Tag>}
      {authenticated_access && <Tag>authenticated</Tag>}
    </span>
  );
}

function State({ table, onAdvise }: RowProps) {
  const exposure = exposureOf(table);
  if (exposure === 'unreachable') return <span className={classes.none}>Not reachable</span>;
  if (exposure === 'guarded') {
    return (
      <span className={classes.none}>{hasOwnPolicies(table) ? 'Policies decide' : 'Its tables decide'}</span>
    );
  }
  return (
    <span className={classes.state}>
      {exposure === 'exposed' ? (
        <Tag tone="danger">Exposed without a policy</Tag>
      ) : (
        <Tag tone="info" title="RLS is on, but there is no policy: nobody can read">
          Nobody can read
        </Tag>
      )}
      <Button
        size="xs"
        onClick={onAdvise}
        aria-label={`${exposure === 'exposed' ? 'Fix…' : 'Add policy…'} ${table.schema}.${table.name}`}
      >
        {exposure === 'exposed' ? 'Fix…' : 'Add policy…'}
      </Button>
    </span>
  );
}
