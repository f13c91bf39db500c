import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ApiTablesPage } from '../../features/api-tables/api-tables-page.tsx';
import { presentParams } from '../../lib/pages/search-params.ts';

export function ApiTablesRoutePage() {
  const from = '/signed-in/project/$ref/api/tables';
  const { ref } = useParams({ from });
  const search = useSearch({ from });
  const navigate = useNavigate({ from: '/project/$ref/api/tables' });
  return (
    <ApiTablesPage
      projectRef={ref}
      search={search}
      onSearch={(next) => void navigate({ search: presentParams({ ...next }), replace: true })}
    />
  );
}
