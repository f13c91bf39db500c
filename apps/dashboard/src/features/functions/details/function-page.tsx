import '@mantine/core/styles/Tabs.css';
import type { EdgeFunction, Project } from '@basalt/contract';
import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { toApiError } from '../../../api/api-error.ts';
import { useProject } from '../../../api/use-project.ts';
import { functionUrl } from '../../../lib/function-url.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { EmptyState } from '../../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../../ui/pages/error-state.tsx';
import { Page } from '../../../ui/pages/page.tsx';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import { LogsPanel } from '../logs/logs-panel.tsx';
import { TestPanel } from '../test/test-panel.tsx';
import { useFunction } from '../use-functions.ts';
import { CodePanel } from './code-panel.tsx';
import classes from './details.module.css';
import { FUNCTION_TABS, type FunctionTab } from './function-tabs.ts';
import { OverviewPanel } from './overview-panel.tsx';
import { VersionsPanel } from './versions-panel.tsx';

const PATH = '/project/$ref/functions/$slug/details';

interface FunctionPageProps {
  projectRef: string;
  slug: string;
}

/** One function: where it answers, its code, its versions. */
export function FunctionPage({ projectRef, slug }: FunctionPageProps) {
  const { data: project } = useProject(projectRef);
  const { data: own, error, refetch } = useFunction(projectRef, slug);
  if (project !== undefined && own !== undefined && error === null)
    return <Content project={project} own={own} />;
  return (
    <Page title={slug}>
      {error === null && (
        <div role="status" aria-label="Loading function">
          <Skeleton height={420} radius={10} />
        </div>
      )}
      {error !== null && toApiError(error).code === 'not_found' && (
        <EmptyState
          title={`There is no function called ${slug}`}
          text="It may have been deleted, or the address may be wrong."
          action={
            <ButtonLink to="/project/$ref/functions" params={{ ref: projectRef }}>
              Show all functions
            </ButtonLink>
          }
        />
      )}
      {error !== null && toApiError(error).code !== 'not_found' && (
        <ErrorState error={error} title="The function could not be loaded" onRetry={() => void refetch()} />
      )}
    </Page>
  );
}

function Content({ project, own }: { project: Project; own: EdgeFunction }) {
  const { tab = 'overview' } = useSearch({ from: `/signed-in${PATH}` });
  const navigate = useNavigate({ from: PATH });
  // What is typed there stays while another tab is looked at.
  const [visited, setVisited] = useState<readonly FunctionTab[]>([tab]);
  if (!visited.includes(tab)) setVisited([...visited, tab]);
  const open = (next: FunctionTab) =>
    void navigate({ search: next === 'overview' ? {} : { tab: next }, replace: true });
  return (
    <Page title={own.name} description={<code>{functionUrl(project, own.slug)}</code>}>
      <Tabs value={tab} onChange={(next) => open(next as FunctionTab)} keepMounted={false}>
        <Tabs.List className={classes.tabs ?? ''} aria-label="Parts of the function">
          {Object.entries(FUNCTION_TABS).map(([value, label]) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="overview" className={classes.panel ?? ''}>
          <OverviewPanel project={project} own={own} />
        </Tabs.Panel>
        <Tabs.Panel value="code" keepMounted={visited.includes('code')} className={classes.panel ?? ''}>
          <CodePanel project={project} own={own} />
        </Tabs.Panel>
        <Tabs.Panel value="test" keepMounted={visited.includes('test')} className={classes.panel ?? ''}>
          {project.abilities.deploy_functions ? (
            <TestPanel project={project} own={own} />
          ) : (
            <EmptyState
              title="You cannot send test requests"
              text="They can change what the function changes, so they take the right to deploy. An owner or administrator of the organization can change your role."
            />
          )}
        </Tabs.Panel>
        <Tabs.Panel value="logs" className={classes.panel ?? ''}>
          <LogsPanel project={project} own={own} />
        </Tabs.Panel>
        <Tabs.Panel value="versions" className={classes.panel ?? ''}>
          <VersionsPanel project={project} own={own} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
