import type { Project } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useProject } from '../../../api/use-project.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import { EmptyState } from '../../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../../ui/pages/error-state.tsx';
import { Page } from '../../../ui/pages/page.tsx';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import { useFunctions } from '../use-functions.ts';
import { FunctionTable } from './function-table.tsx';
import classes from './list.module.css';
import { NoFunctions } from './no-functions.tsx';

const PATH = '/project/$ref/functions';

/** The edge functions of a project. */
export function FunctionListPage({ projectRef }: { projectRef: string }) {
  const { data: project } = useProject(projectRef);
  if (project === undefined) return null;
  return <Functions project={project} />;
}

function Functions({ project }: { project: Project }) {
  const { ref, abilities } = project;
  const { q = '' } = useSearch({ from: `/signed-in${PATH}` });
  const navigate = useNavigate({ from: PATH });
  const { data: functions, error, refetch } = useFunctions(ref);
  const mayDeploy = abilities.deploy_functions;
  const search = (text: string) => void navigate({ search: text === '' ? {} : { q: text }, replace: true });
  const wanted = q.trim().toLowerCase();
  const found = functions?.filter(({ slug, name }) =>
    [slug, name].some((text) => text.toLowerCase().includes(wanted)),
  );
  return (
    <Page
      title="Edge functions"
      description="Code of yours that answers requests, apart from everything else on this machine."
      actions={
        mayDeploy && (
          <ButtonLink to="/project/$ref/functions/new" params={{ ref }} variant="filled">
            New function
          </ButtonLink>
        )
      }
    >
      {functions === undefined && error !== null && (
        <ErrorState error={error} title="The functions could not be loaded" onRetry={() => void refetch()} />
      )}
      {functions === undefined && error === null && (
        <div role="status" aria-label="Loading functions">
          <Skeleton height={33 + 6 * 41} radius={10} />
        </div>
      )}
      {functions?.length === 0 && <NoFunctions projectRef={ref} mayDeploy={mayDeploy} />}
      {functions !== undefined && functions.length > 0 && (
        <search className={classes.filters}>
          <SearchField label="Search functions" value={q} onChange={search} />
        </search>
      )}
      {functions !== undefined && functions.length > 0 && found?.length === 0 && (
        <EmptyState
          title="No function matches"
          text="Try another part of the name."
          action={<Button onClick={() => search('')}>Show all functions</Button>}
        />
      )}
      {found !== undefined && found.length > 0 && <FunctionTable project={project} functions={found} />}
    </Page>
  );
}
