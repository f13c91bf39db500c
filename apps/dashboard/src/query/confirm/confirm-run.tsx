import { lazy, Suspense } from 'react';
import type { SqlRun } from '../run/use-sql-run.ts';

interface ConfirmRunProps {
  run: SqlRun;
  projectRef: string;
}

const ConfirmRunDialog = lazy(async () => ({
  default: (await import('./confirm-run-dialog.tsx')).ConfirmRunDialog,
}));

/** Asks before a run that writes or calls unknown functions. Shown while the run is in its phase `asking`. */
export function ConfirmRun({ run, projectRef }: ConfirmRunProps) {
  if (run.state.phase !== 'asking') return null;
  return (
    <Suspense>
      <ConfirmRunDialog
        key={run.state.run.id}
        projectRef={projectRef}
        sql={run.state.run.request.sql}
        needed={run.state.needed}
        onRun={run.confirm}
        onCancel={run.dismiss}
      />
    </Suspense>
  );
}
