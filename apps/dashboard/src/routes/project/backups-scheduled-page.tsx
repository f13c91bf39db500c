import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ScheduledBackups } from '../../features/backups/scheduled-backups.tsx';

export function ScheduledBackupsPage() {
  const from = '/signed-in/project/$ref/database/backups/scheduled';
  const { ref } = useParams({ from });
  const { page = 1 } = useSearch({ from });
  const navigate = useNavigate({ from: '/project/$ref/database/backups/scheduled' });
  return (
    <ScheduledBackups
      projectRef={ref}
      page={page}
      onPage={(next) => void navigate({ search: next === 1 ? {} : { page: next } })}
    />
  );
}
