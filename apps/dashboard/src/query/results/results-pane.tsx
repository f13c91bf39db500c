import { lazy, Suspense } from 'react';
import { usePreloaded } from '../../lib/use-preloaded.ts';
import { preloadDataGrid } from '../../ui/data-grid/data-grid.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import type { ResultsSectionProps } from './results-section.tsx';

const ResultsSection = lazy(async () => ({
  default: (await import('./results-section.tsx')).ResultsSection,
}));

/** What a run said. Comes a moment after the editor, which people wait for. */
export function ResultsPane(props: ResultsSectionProps) {
  usePreloaded(preloadDataGrid);
  return (
    <Suspense fallback={<Skeleton height={40} />}>
      <ResultsSection {...props} />
    </Suspense>
  );
}
