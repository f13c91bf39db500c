import type { GridTable } from '@basalt/contract';
import { IconCode, IconLock, IconLockOpen, IconTable } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Tag } from '../../../ui/status/tag.tsx';
import classes from './table-head.module.css';
import { kindLabel } from './table-icon.tsx';

interface TableHeadProps {
  projectRef: string;
  table: GridTable;
  shown: 'rows' | 'definition';
  onShow: (shown: 'rows' | 'definition') => void;
  actions: ReactNode;
}

/** What a table is, who may see its rows, and the way to its definition. */
export function TableHead({ projectRef, table, shown, onShow, actions }: TableHeadProps) {
  return (
    <header className={classes.head}>
      <h2 className={classes.name} title={table.comment ?? undefined}>
        <span className={classes.schema}>{table.schema}.</span>
        {table.name}
      </h2>
      {table.kind !== 'table' && <Tag>{kindLabel(table.kind)}</Tag>}
      <Exposure projectRef={projectRef} table={table} />
      {table.read_only !== null && (
        <Tag
          icon={<IconLock size={12} stroke={1.75} aria-hidden="true" />}
          title={readOnlyText(table.read_only)}
        >
          Read-only
        </Tag>
      )}
      {actions}
      <fieldset className={classes.shown} aria-label="What is shown">
        <button type="button" aria-pressed={shown === 'rows'} onClick={() => onShow('rows')}>
          <IconTable size={14} stroke={1.75} aria-hidden="true" /> Rows
        </button>
        <button type="button" aria-pressed={shown === 'definition'} onClick={() => onShow('definition')}>
          <IconCode size={14} stroke={1.75} aria-hidden="true" /> Definition
        </button>
      </fieldset>
    </header>
  );
}

/** Why rows cannot be changed here, in a sentence. */
export function readOnlyText(reason: NonNullable<GridTable['read_only']>): string {
  switch (reason) {
    case 'no_key':
      return 'Rows cannot be changed here: nothing tells them apart. Add a primary key, or a unique index over columns that are never NULL.';
    case 'system_schema':
      return 'Rows cannot be changed here: this schema belongs to PostgreSQL or to one of the services.';
    case 'not_updatable':
      return 'Rows cannot be changed here: PostgreSQL cannot write through this view.';
    case 'no_permission':
      return 'Rows cannot be changed: your role may only read the database.';
    case 'read_only_database':
      return 'Rows cannot be changed now: the database is in read-only mode.';
  }
}

function Exposure({ projectRef, table }: { projectRef: string; table: GridTable }) {
  const { kind, rls_enabled, policies, is_exposed } = table;
  const hasRls = kind === 'table' || kind === 'partitioned table';
  const link = {
    to: '/project/$ref/api/tables',
    params: { ref: projectRef },
    search: { q: table.name },
  } as const;
  if (!hasRls)
    return is_exposed ? (
      <Link {...link} className={classes.link ?? ''}>
        <Tag tone="info" title="The Data API serves it. Row level security is that of the tables behind it.">
          In the Data API
        </Tag>
      </Link>
    ) : null;
  if (!rls_enabled)
    return (
      <Link {...link} className={classes.link ?? ''}>
        <Tag
          tone={is_exposed ? 'danger' : 'warn'}
          icon={<IconLockOpen size={12} stroke={1.75} aria-hidden="true" />}
          title={
            is_exposed
              ? 'Row level security is off and the Data API serves this table: whoever has a key reaches every row.'
              : 'Row level security is off. The Data API does not serve this table now.'
          }
        >
          {is_exposed ? 'Unrestricted' : 'RLS off'}
        </Tag>
      </Link>
    );
  return (
    <Link {...link} className={classes.link ?? ''}>
      <Tag
        tone="ok"
        icon={<IconLock size={12} stroke={1.75} aria-hidden="true" />}
        title="Row level security is on: policies decide who reaches which rows over the Data API."
      >
        {policies === 1 ? 'RLS, 1 policy' : `RLS, ${policies.toLocaleString('en')} policies`}
      </Tag>
    </Link>
  );
}
