import { STATEMENT_SORTS } from '@basalt/contract';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { QueryPerformancePage } from '../../features/query-performance/query-performance-page.tsx';
import { choiceParam, presentParams } from '../../lib/pages/search-params.ts';

export function QueryPerformanceRoutePage() {
  const from = '/signed-in/project/$ref/query-performance';
  const { ref } = useParams({ from });
  const { sort, ...search } = useSearch({ from });
  const navigate = useNavigate({ from: '/project/$ref/query-performance' });
  return (
    <QueryPerformancePage
      projectRef={ref}
      search={{ ...search, sort: choiceParam(sort, STATEMENT_SORTS) }}
      // Another statement is another place, to which one comes back; another order is not.
      onSearch={(next) =>
        void navigate({ search: presentParams({ ...next }), replace: next.statement === search.statement })
      }
    />
  );
}
