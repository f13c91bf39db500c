import { useQuery, useQueryClient } from '@tanstack/react-query';
import { orpc } from '../../api/client.ts';
import { useProject } from '../../api/use-project.ts';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { Tag } from '../../ui/status/tag.tsx';
import { ConfigForm } from './config-form.tsx';
import classes from './data-api-section.module.css';
import { DataApiSwitch } from './data-api-switch.tsx';

/** What the Data API offers of a project's database. */
export function DataApiSection({ projectRef: ref }: { projectRef: string }) {
  const { data: project } = useProject(ref);
  const options = orpc.dataApi.get.queryOptions({ input: { ref } });
  const config = useQuery(options);
  const queries = useQueryClient();
  const { data } = config;
  const isOn = data !== undefined && data.db_schema !== '';
  const mayChange = project?.abilities.update_api_config === true;
  return (
    <Section
      title="Data API"
      description="Reads and writes the tables of the exposed schemas over HTTP, as far as grants and policies allow."
      actions={
        data === undefined ? (
          <Skeleton width={30} height={18} />
        ) : (
          <Tag tone={isOn ? 'ok' : 'plain'}>{isOn ? 'On' : 'Off'}</Tag>
        )
      }
    >
      {data === undefined && config.isError && (
        <ErrorState
          error={config.error}
          title="Failed to retrieve configuration"
          onRetry={() => void config.refetch()}
        />
      )}
      {(project === undefined || data === undefined) && !config.isError && (
        <div className={classes.loading} role="status" aria-label="Loading Data API settings">
          <Skeleton height="100%" radius={6} />
        </div>
      )}
      {project !== undefined && data !== undefined && (
        <div className={classes.body}>
          <StateNotice isPaused={project.status === 'INACTIVE'} mayChange={mayChange} />
          <DataApiSwitch project={project} config={data} />
          {isOn && (
            <ConfigForm
              key={ref}
              projectRef={ref}
              config={data}
              isLocked={!mayChange || project.status === 'INACTIVE'}
              onReload={() => void queries.invalidateQueries({ queryKey: options.queryKey })}
            />
          )}
        </div>
      )}
    </Section>
  );
}

function StateNotice({ isPaused, mayChange }: { isPaused: boolean; mayChange: boolean }) {
  if (!mayChange) {
    return (
      <Notice tone="info">
        <p>You need additional permissions to change these settings.</p>
      </Notice>
    );
  }
  if (!isPaused) return null;
  return (
    <Notice tone="info">
      <p>The project is paused. Restore it to change these settings.</p>
    </Notice>
  );
}
