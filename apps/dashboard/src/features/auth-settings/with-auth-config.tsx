import type { AuthConfig, Project } from '@basalt/contract';
import type { ReactNode } from 'react';
import { useAuthConfig } from '../../api/use-auth-config.ts';
import { useProject } from '../../api/use-project.ts';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Page } from '../../ui/pages/page.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';

interface WithAuthConfigProps {
  projectRef: string;
  title: string;
  description: string;
  /** Heights of the sections, to hold their places. */
  heights: readonly number[];
  children: (project: Project, config: AuthConfig) => ReactNode;
}

/** A page of auth settings, once they are there. */
export function WithAuthConfig({ projectRef, title, description, heights, children }: WithAuthConfigProps) {
  const { data: project } = useProject(projectRef);
  const { data: config, error, refetch } = useAuthConfig(projectRef);
  return (
    <Page title={title} description={description} width="narrow">
      {config === undefined && error !== null && (
        <ErrorState error={error} title="The settings could not be loaded" onRetry={() => void refetch()} />
      )}
      {config === undefined &&
        error === null &&
        heights.map((height, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never move
          <Skeleton key={position} height={height} radius={10} />
        ))}
      {config !== undefined && project !== undefined && children(project, config)}
    </Page>
  );
}
