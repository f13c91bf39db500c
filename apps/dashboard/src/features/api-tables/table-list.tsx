import type { ApiTable } from '@basalt/contract';
import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { DataTable } from '../../ui/lists/data-table.tsx';
import { findTables, type TableSearch } from './find-tables.ts';
import { tableColumns } from './table-columns.tsx';
import classes from './table-list.module.css';

const AdviceDialog = lazy(() =>
  import('./advice-dialog.tsx').then(({ AdviceDialog: it }) => ({ default: it })),
);

interface TableListProps {
  projectRef: string;
  tables: readonly ApiTable[];
  search: TableSearch;
}

/** How many rows are drawn at first, and how many more at a time. */
const STEP = 100;

/** The tables that were searched for. */
export function TableList({ projectRef, tables, search }: TableListProps) {
  const [room, setRoom] = useState(STEP);
  const [advised, setAdvised] = useState<ApiTable | null>(null);
  const found = findTables(tables, search);
  return (
    <div className={classes.list}>
      <DataTable
        label="Exposed tables"
        columns={tableColumns(setAdvised)}
        rows={found.slice(0, room)}
        rowKey={({ id }) => id}
        empty={search.show === undefined ? 'No table is called that.' : 'No such table. All is well.'}
      />
      <p className={classes.count} role="status">
        {countText(Math.min(room, found.length), found.length, tables.length)}
      </p>
      {found.length > room && <Button onClick={() => setRoom(room + STEP)}>Show {STEP} more</Button>}
      <Suspense>
        {advised !== null && (
          <AdviceDialog projectRef={projectRef} table={advised} onClose={() => setAdvised(null)} />
        )}
      </Suspense>
    </div>
  );
}

function countText(drawn: number, found: number, all: number): string {
  const number = (count: number) => count.toLocaleString('en');
  if (drawn < found) return `${number(drawn)} of ${number(found)} tables shown`;
  if (found < all) return `${number(found)} of ${number(all)} tables`;
  return all === 1 ? '1 table' : `${number(all)} tables`;
}
