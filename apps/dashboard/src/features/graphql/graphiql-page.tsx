import type { DataApiConfig, Project } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { orpc } from '../../api/client.ts';
import { useProject } from '../../api/use-project.ts';
import { useAction } from '../../lib/use-action.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Page } from '../../ui/pages/page.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import classes from './graphiql-page.module.css';
import type { Draft } from './preferences.ts';
import { useSavedQuery } from './saved/use-saved.ts';
import { Workbench } from './workbench.tsx';

const GRAPHQL_SCHEMA = 'graphql_public';

export interface GraphiqlSearch {
  /** A query that somebody shared. */
  query?: string | undefined;
  variables?: string | undefined;
  /** The saved query that is open. */
  saved?: string | undefined;
}

interface GraphiqlPageProps {
  projectRef: string;
  search: GraphiqlSearch;
  onSearch: (search: GraphiqlSearch) => void;
}

/** The editor of a project's GraphQL API. */
export function GraphiqlPage({ projectRef, search, onSearch }: GraphiqlPageProps) {
  const { data: project, error, refetch } = useProject(projectRef);
  const config = useQuery(orpc.dataApi.get.queryOptions({ input: { ref: projectRef } }));
  const failure = error ?? (config.data === undefined ? config.error : null);
  const schemas = config.data?.db_schema.split(',').map((name) => name.trim());
  return (
    <Page title="GraphiQL" width="full">
      {failure !== null ? (
        <div className={classes.outside}>
          <ErrorState
            error={failure}
            title="The GraphQL API could not be looked at"
            onRetry={() => void Promise.all([refetch(), config.refetch()])}
          />
        </div>
      ) : project === undefined || config.data === undefined ? (
        <div className={classes.outside} role="status" aria-label="Loading GraphiQL">
          <Skeleton height={20} lines={8} />
        </div>
      ) : schemas?.includes(GRAPHQL_SCHEMA) ? (
        <Opened project={project} search={search} onSearch={onSearch} />
      ) : (
        <SwitchedOff project={project} config={config.data} />
      )}
    </Page>
  );
}

interface OpenedProps {
  project: Project;
  search: GraphiqlSearch;
  onSearch: (search: GraphiqlSearch) => void;
}

function Opened({ project, search, onSearch }: OpenedProps) {
  const saved = useSavedQuery(project.ref, search.saved);
  // A shared query is taken over once. It leaves the address, where it would soon be another one than in the editor.
  const [shared, setShared] = useState<Draft | null>(null);
  const [kept, setKept] = useState<{ id: string; key: string } | null>(null);
  const { query, variables } = search;
  useEffect(() => {
    if (query === undefined) return;
    setShared({ query, variables: variables ?? '' });
    onSearch({});
  }, [query, variables, onSearch]);
  if (query !== undefined) return null;
  if (search.saved !== undefined && saved.data?.type !== 'graphql') {
    if (saved.isPending)
      return (
        <div className={classes.outside} role="status" aria-label="Loading the query">
          <Skeleton height={20} lines={8} />
        </div>
      );
    return (
      <div className={classes.outside}>
        <EmptyState
          title="There is no such query"
          text="It may have been deleted, or it is not shared with you."
          action={<Button onClick={() => onSearch({})}>Open the editor</Button>}
        />
      </div>
    );
  }
  const item = search.saved !== undefined && saved.data?.type === 'graphql' ? saved.data : null;
  const opened = item?.id ?? `draft ${shared?.query ?? ''}`;
  // What was just saved stays in the editor that it was written in, with its answer.
  const key = kept !== null && kept.id === opened ? kept.key : opened;
  return (
    <Workbench
      key={key}
      project={project}
      initial={item === null ? shared : item.content}
      saved={item}
      onOpenSaved={(id) => {
        setKept(null);
        onSearch(id === undefined ? {} : { saved: id });
      }}
      onSaved={(id) => {
        setKept({ id, key });
        onSearch({ saved: id });
      }}
    />
  );
}

function SwitchedOff({ project, config }: { project: Project; config: DataApiConfig }) {
  const { ref } = project;
  const queries = useQueryClient();
  const { run, isRunning } = useAction({
    mutation: orpc.dataApi.update.mutationOptions(),
    done: 'Switched GraphQL on',
    failed: (message) => `Failed to switch GraphQL on: ${message}`,
    onDone: (changed) => queries.setQueryData(orpc.dataApi.get.queryKey({ input: { ref } }), changed),
  });
  const isApiOff = config.db_schema === '';
  return (
    <div className={classes.outside}>
      <EmptyState
        title={isApiOff ? 'The Data API is switched off' : 'GraphQL is switched off'}
        text={
          isApiOff
            ? 'GraphQL goes with it. Switch the Data API on in the settings.'
            : `It is answered while ${GRAPHQL_SCHEMA} is among the exposed schemas. Nothing else is exposed by that: privileges and row level security decide as for REST.`
        }
        action={
          isApiOff || !project.abilities.update_api_config ? (
            <ButtonLink to="/project/$ref/settings/api" params={{ ref }}>
              Open the API settings
            </ButtonLink>
          ) : (
            <Button
              variant="filled"
              loading={isRunning}
              onClick={() => void run({ ref, db_schema: `${config.db_schema},${GRAPHQL_SCHEMA}` })}
            >
              Switch GraphQL on
            </Button>
          )
        }
      />
    </div>
  );
}
