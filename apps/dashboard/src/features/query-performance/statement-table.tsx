import type { RecordedStatement, StatementSort } from '@basalt/contract';
import { DataTable, type DataTableColumn } from '../../ui/lists/data-table.tsx';
import { figuresOf, firstDirection } from './statement-figures.ts';
import classes from './statement-table.module.css';

interface StatementTableProps {
  statements: readonly RecordedStatement[];
  sort: StatementSort;
  order: 'asc' | 'desc';
  /** What is shown was asked for with another question. */
  isStale: boolean;
  onSort: (sort: StatementSort, order: 'asc' | 'desc') => void;
  onOpen: (id: string) => void;
}

/** Statements with their figures. Pressing a heading sorts by it, pressing it again the other way round. */
export function StatementTable(props: StatementTableProps) {
  const { statements, sort, order, isStale, onSort, onOpen } = props;
  const column = (
    by: StatementSort,
    header: string,
    value: (figures: ReturnType<typeof figuresOf>) => string,
    isMinor = false,
  ): DataTableColumn<RecordedStatement> => ({
    key: by,
    header: (
      <SortButton
        label={header}
        direction={sort === by ? order : null}
        onPress={() => onSort(by, sort === by ? opposite(order) : firstDirection(by))}
      />
    ),
    align: 'right',
    // What the list is in order of is never left out.
    isMinor: isMinor && sort !== by,
    render: (row) => <span className={classes.number}>{value(figuresOf(row))}</span>,
  });
  const columns: DataTableColumn<RecordedStatement>[] = [
    {
      key: 'query',
      header: 'Statement',
      render: ({ id, query, user }) => (
        <div className={classes.query}>
          <button type="button" className={classes.open} title={query} onClick={() => onOpen(id)}>
            <code>{query.replace(/\s+/g, ' ')}</code>
          </button>
          <span className={classes.user}>{user}</span>
        </div>
      ),
    },
    column('total', 'Total', ({ total, share }) => `${total}, ${share}`),
    column('calls', 'Calls', ({ calls }) => calls),
    column('mean', 'Mean', ({ mean }) => mean),
    column('max', 'Max', ({ max }) => max, true),
    column('rows', 'Rows per call', ({ rows }) => rows, true),
    column('cache_hit', 'Cache hit', ({ cacheHit }) => cacheHit, true),
    ...(sort === 'temp' ? [column('temp', 'Temporary', ({ temp }) => temp)] : []),
    ...(sort === 'wal' ? [column('wal', 'WAL written', ({ wal }) => wal)] : []),
  ];
  return (
    <div className={classes.frame} data-stale={isStale || undefined}>
      <DataTable
        label="Statements"
        columns={columns}
        rows={statements}
        rowKey={({ id }) => id}
        empty="No statement was found."
      />
    </div>
  );
}

const opposite = (order: 'asc' | 'desc') => (order === 'asc' ? 'desc' : 'asc');

interface SortButtonProps {
  label: string;
  direction: 'asc' | 'desc' | null;
  onPress: () => void;
}

function SortButton({ label, direction, onPress }: SortButtonProps) {
  return (
    <button
      type="button"
      className={classes.sort}
      data-chosen={direction !== null || undefined}
      aria-pressed={direction !== null}
      onClick={onPress}
    >
      {label}
      <span aria-hidden="true">{direction === null ? '' : direction === 'asc' ? ' ↑' : ' ↓'}</span>
      {direction !== null && (
        <span className="visually-hidden">
          {direction === 'asc' ? ', smallest first' : ', largest first'}
        </span>
      )}
    </button>
  );
}
