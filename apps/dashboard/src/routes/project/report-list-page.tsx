import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { ReportListPage as Reports } from '../../features/reports/list/report-list-page.tsx';

const DeletedDialog = lazy(async () => ({
  default: (await import('../../features/deleted-content/deleted-dialog.tsx')).DeletedDialog,
}));

export function ReportListPage() {
  const from = '/signed-in/project/$ref/reports';
  const { ref } = useParams({ from });
  const search = useSearch({ from });
  const navigate = useNavigate({ from: '/project/$ref/reports' });
  const [showsDeleted, setShowsDeleted] = useState(false);
  return (
    <>
      <Reports
        projectRef={ref}
        search={search}
        onSearch={(next) => void navigate({ search: next, replace: true })}
        onShowDeleted={() => setShowsDeleted(true)}
      />
      <Suspense>
        {showsDeleted && (
          <DeletedDialog projectRef={ref} type="report" onClose={() => setShowsDeleted(false)} />
        )}
      </Suspense>
    </>
  );
}
