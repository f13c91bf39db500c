import type { Project } from '@basalt/contract';
import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../api/client.ts';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { ParameterForm } from './parameter-form.tsx';

/** What PostgreSQL is set up with. */
export function ParameterSection({ project }: { project: Project }) {
  const { data, error, refetch } = useQuery(
    orpc.compute.v1PostgresConfig.queryOptions({ input: { ref: project.ref } }),
  );
  return (
    <Section
      title="PostgreSQL configuration"
      description="Given to PostgreSQL when it starts. An empty field is as the compute size says. Should PostgreSQL not start with them, the former values hold again."
    >
      {data === undefined && error !== null && (
        <ErrorState
          error={error}
          title="The configuration could not be loaded"
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined && error === null && (
        <div role="status" aria-label="Loading the configuration">
          <Skeleton height={720} radius={6} />
        </div>
      )}
      {data !== undefined && <ParameterForm project={project} config={data} />}
    </Section>
  );
}
