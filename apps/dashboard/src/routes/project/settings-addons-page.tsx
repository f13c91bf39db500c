import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { AddonsPage } from '../../features/backups/addons-page.tsx';

export function SettingsAddonsPage() {
  const from = '/signed-in/project/$ref/settings/addons';
  const { ref } = useParams({ from });
  const { panel = null } = useSearch({ from });
  const navigate = useNavigate({ from: '/project/$ref/settings/addons' });
  return (
    <AddonsPage
      projectRef={ref}
      panel={panel}
      onPanel={(next) => void navigate({ search: next === null ? {} : { panel: next } })}
    />
  );
}
