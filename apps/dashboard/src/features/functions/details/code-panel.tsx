import type { EdgeFunction, FunctionPackage, Project } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useReducer, useState } from 'react';
import { api, orpc } from '../../../api/client.ts';
import { ErrorState } from '../../../ui/pages/error-state.tsx';
import { Notice } from '../../../ui/pages/notice.tsx';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import { UnsavedGuard } from '../../../ui/unsaved/unsaved-guard.tsx';
import classes from '../code/code.module.css';
import { CodeWorkspace } from '../code/code-workspace.tsx';
import { DeployProblem } from '../code/deploy-problem.tsx';
import { readDeployed } from '../code/deployment.ts';
import { areSameFiles, changeSources, type Sources } from '../code/source-files.ts';
import { useDeploy } from '../code/use-deploy.ts';

interface CodePanelProps {
  project: Project;
  own: EdgeFunction;
}

interface Opened {
  version: number;
  sources: Sources;
}

/** The files of the version that is deployed, to be read, changed and deployed again. */
export function CodePanel({ project, own }: CodePanelProps) {
  const { ref } = project;
  const deployed = useQuery({
    queryKey: [...orpc.functions.key(), 'files', ref, own.slug, own.version],
    queryFn: () => readDeployed(ref, own),
    // A version never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  // With the version in its key: another one has other packages.
  const packages = useQuery({
    queryKey: [...orpc.functions.key(), 'packages', ref, own.slug, own.version],
    queryFn: async () => (await api.functions.packages({ ref, function_slug: own.slug })).packages,
    staleTime: Number.POSITIVE_INFINITY,
  });
  /** What is edited; null until it has come. */
  const [opened, setOpened] = useState<Opened | null>(null);
  if (opened === null && deployed.data !== undefined)
    setOpened({ version: own.version, sources: deployed.data });
  if (opened === null)
    return deployed.error === null ? (
      <div role="status" aria-label="Loading code">
        <Skeleton height={520} radius={10} />
      </div>
    ) : (
      <ErrorState
        error={deployed.error}
        title="The code could not be loaded"
        onRetry={() => void deployed.refetch()}
      />
    );
  return (
    <Code
      key={opened.version}
      project={project}
      own={own}
      opened={opened}
      packages={packages.data}
      newer={opened.version === own.version ? null : (deployed.data ?? null)}
      onOpen={(sources) => setOpened({ version: own.version, sources })}
    />
  );
}

interface CodeProps extends CodePanelProps {
  opened: Opened;
  packages: readonly FunctionPackage[] | undefined;
  /** What was deployed since then; null: nothing, or it has not come yet. */
  newer: Sources | null;
  onOpen: (sources: Sources) => void;
}

function Code({ project: { ref, abilities }, own, opened, packages, newer, onOpen }: CodeProps) {
  const [sources, dispatch] = useReducer(changeSources, opened.sources);
  const [before, setBefore] = useState(opened);
  const isReadOnly = !abilities.deploy_functions;
  const isChanged = !areSameFiles(sources, before.sources);
  const deployment = useDeploy({
    dispatch,
    onDone: ({ version }) => setBefore({ version, sources }),
  });
  const isBehind = newer !== null && own.version > before.version;
  const follows = isBehind && !isChanged;
  const follow = useEffectEvent(() => newer !== null && onOpen(newer));
  // Nothing was typed: what is deployed is what one wants to see.
  useEffect(() => {
    if (follows) follow();
  }, [follows]);

  function deploy() {
    if (deployment.isRunning || isReadOnly) return;
    const importMap = own.import_map_path ?? null;
    void deployment.run({ ref, slug: own.slug, sources, importMap });
  }

  return (
    <>
      <UnsavedGuard when={isChanged} />
      <div className={classes.bar}>
        <p className={classes.said} role="status">
          {deployment.isRunning
            ? 'Deploying. What it imports is loaded now, which can take a while the first time.'
            : isReadOnly
              ? 'You can read this code. Deploying it takes another role.'
              : isChanged
                ? 'Changed, and not deployed yet.'
                : `This is version ${before.version}, which is deployed.`}
        </p>
        {!isReadOnly && (
          <Button variant="filled" loading={deployment.isRunning} onClick={deploy}>
            Deploy changes
          </Button>
        )}
      </div>
      {isBehind && isChanged && !deployment.isRunning && (
        <Notice
          tone="warn"
          title={`Version ${own.version} was deployed meanwhile`}
          actions={
            <Button size="xs" onClick={() => onOpen(newer)}>
              Discard mine and open it
            </Button>
          }
        >
          <p>What you wrote began with version {before.version}. Deploying it replaces the newer one.</p>
        </Notice>
      )}
      {deployment.error !== null && (
        <DeployProblem error={deployment.error} place={deployment.place} onGo={deployment.goTo} />
      )}
      <CodeWorkspace
        projectRef={ref}
        sources={sources}
        packages={packages}
        isReadOnly={isReadOnly}
        place={deployment.place}
        onChange={dispatch}
        onDeploy={deploy}
      />
    </>
  );
}
