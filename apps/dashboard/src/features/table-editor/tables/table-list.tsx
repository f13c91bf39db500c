import type { ListedTable } from '@basalt/contract';
import { IconLockOpen, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ChoiceField } from '../../../ui/fields/choice-field.tsx';
import { DebouncedSearch } from '../../../ui/fields/debounced-search.tsx';
import { VirtualList } from '../../../ui/lists/virtual-list.tsx';
import { ErrorState } from '../../../ui/pages/error-state.tsx';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import { kindLabel, TableIcon } from './table-icon.tsx';
import classes from './table-list.module.css';
import { useExposedSchemas, useSchemas, useTables } from './use-tables.ts';

interface TableListProps {
  projectRef: string;
  schema: string;
  onSchema: (schema: string) => void;
  search: string;
  onSearch: (search: string) => void;
  /** The table that is shown. */
  tableId: string | null;
  /** Tables with unsaved changes. */
  changed: ReadonlySet<string>;
  onClose: (() => void) | null;
  newTable: ReactNode;
}

const ITEM_HEIGHT = 30;

/** The tables and views of a schema, to choose from. */
export function TableList(props: TableListProps) {
  const { projectRef, schema, onSchema, search, onSearch, tableId, changed, onClose, newTable } = props;
  const schemas = useSchemas(projectRef);
  const names = schemas.data ?? [schema];
  const options = names.includes(schema) ? names : [schema, ...names];
  return (
    <div className={classes.panel}>
      <div className={classes.head}>
        <ChoiceField
          label="Schema"
          value={schema}
          options={options.map((name) => ({ value: name, label: name }))}
          onChange={onSchema}
        />
        {newTable}
        {onClose !== null && (
          <button
            type="button"
            className={classes.close}
            aria-label="Close the list of tables"
            onClick={onClose}
          >
            <IconX size={15} stroke={1.75} aria-hidden />
          </button>
        )}
      </div>
      <div className={classes.search}>
        <DebouncedSearch label="Search tables" value={search} onChange={onSearch} />
      </div>
      <Tables projectRef={projectRef} schema={schema} search={search} tableId={tableId} changed={changed} />
    </div>
  );
}

function Tables(props: Pick<TableListProps, 'projectRef' | 'schema' | 'search' | 'tableId' | 'changed'>) {
  const { projectRef, schema, search, tableId, changed } = props;
  const { tables, error, isPending, isError, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useTables(projectRef, schema, search);
  const exposed = useExposedSchemas(projectRef);
  if (isPending)
    return (
      <div className={classes.aside} role="status" aria-label="Loading tables">
        <Skeleton height={16} lines={6} />
      </div>
    );
  if (isError && tables.length === 0)
    return (
      <div className={classes.aside}>
        <ErrorState error={error} title="The tables could not be loaded" onRetry={() => void refetch()} />
      </div>
    );
  if (tables.length === 0)
    return (
      <p className={classes.none}>
        {search === '' ? `There are no tables in ${schema}.` : `No table in ${schema} is called that.`}
      </p>
    );
  return (
    <>
      <VirtualList
        label="Tables"
        count={tables.length}
        itemHeight={ITEM_HEIGHT}
        shownIndex={tables.findIndex(({ id }) => String(id) === tableId)}
        onNearEnd={() => {
          if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
        }}
        renderItem={(index) => {
          const table = tables[index];
          return table === undefined ? null : (
            <TableLink
              projectRef={projectRef}
              table={table}
              isExposed={exposed.has(schema)}
              isChanged={changed.has(String(table.id))}
            />
          );
        }}
      />
      <p className={classes.count} role="status">
        {isFetchingNextPage || hasNextPage
          ? `${tables.length.toLocaleString('en')} and more`
          : countText(tables.length)}
      </p>
    </>
  );
}

function countText(count: number): string {
  return count === 1 ? '1 table or view' : `${count.toLocaleString('en')} tables and views`;
}

interface TableLinkProps {
  projectRef: string;
  table: ListedTable;
  isExposed: boolean;
  isChanged: boolean;
}

function TableLink({ projectRef, table, isExposed, isChanged }: TableLinkProps) {
  const { id, name, kind, is_partition, rls_enabled } = table;
  const isOpen = isExposed && !rls_enabled && (kind === 'table' || kind === 'partitioned table');
  const label = is_partition ? 'Partition' : kindLabel(kind);
  return (
    <Link
      to="/project/$ref/editor/$id"
      params={{ ref: projectRef, id: String(id) }}
      className={classes.link ?? ''}
      title={`${name} (${label})`}
      preload={false}
      activeOptions={{ includeSearch: false }}
    >
      <TableIcon kind={kind} />
      <span className={classes.name}>{name}</span>
      <span className="visually-hidden">{label}</span>
      {isChanged && <span className={classes.dot} role="img" aria-label="Unsaved changes" />}
      {isOpen && (
        <span className={classes.open} title="Row level security is off in a schema that the Data API serves">
          <IconLockOpen size={14} stroke={1.75} aria-hidden="true" />
          <span className="visually-hidden">RLS off</span>
        </span>
      )}
    </Link>
  );
}
