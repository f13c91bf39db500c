import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { GraphiqlPage, type GraphiqlSearch } from '../../features/graphql/graphiql-page.tsx';
import { presentParams } from '../../lib/pages/search-params.ts';

export function GraphiqlRoutePage() {
  const from = '/signed-in/project/$ref/api/graphiql';
  const { ref } = useParams({ from });
  const search = useSearch({ from });
  const navigate = useNavigate({ from: '/project/$ref/api/graphiql' });
  const onSearch = useCallback(
    (next: GraphiqlSearch) => void navigate({ search: presentParams({ ...next }), replace: true }),
    [navigate],
  );
  return <GraphiqlPage key={ref} projectRef={ref} search={search} onSearch={onSearch} />;
}
