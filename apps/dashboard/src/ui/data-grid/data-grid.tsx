import { lazy, Suspense } from 'react';
import { Skeleton } from '../pages/skeleton.tsx';
import type { DataGridProps } from './rows-grid.tsx';

/** Fetches the library that draws, so that the first rows do not wait for it. */
export const preloadDataGrid = () => import('./rows-grid.tsx');

const RowsGrid = lazy(async () => ({ default: (await preloadDataGrid()).RowsGrid }));

/** A read-only table of any size. The library that draws it comes with the first one. */
export function DataGrid(props: DataGridProps) {
  return (
    <Suspense fallback={<Skeleton height={28} lines={3} />}>
      <RowsGrid {...props} />
    </Suspense>
  );
}
