import type { DataApiConfig, Project } from '@basalt/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { useProject } from '../../api/use-project.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { Tag } from '../../ui/status/tag.tsx';
import { schemasToSwitchOn } from './config-draft.ts';
import { ConfigForm } from './config-form.tsx';
import classes from './data-api-section.module.css';
import { useChangeConfig } from './use-change-config.ts';

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

/** Switches the whole Data API off, after asking, and on. */
function DataApiSwitch({ project, config }: { project: Project; config: DataApiConfig }) {
  const [asking, setAsking] = useState(false);
  const isOn = config.db_schema !== '';
  const { run, isRunning } = useChangeConfig(project.ref, {
    done: `Switched the Data API ${isOn ? 'off' : 'on'}`,
    failed: (message) => `Failed to switch the Data API ${isOn ? 'off' : 'on'}: ${message}`,
  });
  return (
    <div className={classes.row}>
      <p className={classes.text}>
        {isOn
          ? 'While it is off, every request to it is refused. Auth and direct connections go on working.'
          : 'The Data API is switched off: every request to it is refused.'}
      </p>
      <GuardedButton
        variant={isOn ? 'default' : 'filled'}
        reason={disabledReason(project, config)}
        loading={!isOn && isRunning}
        onClick={() =>
          isOn ? setAsking(true) : void run({ db_schema: schemasToSwitchOn(config.available_schemas ?? []) })
        }
      >
        {isOn ? 'Switch off' : 'Switch on'}
      </GuardedButton>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title="Switch the Data API off"
        confirmLabel="Switch off"
        danger
        isRunning={isRunning}
        onConfirm={async () => {
          await run({ db_schema: '' });
          setAsking(false);
        }}
      >
        <p>
          Apps that read or write through the Data API stop working at once. The choice of exposed schemas is
          lost; no table is changed.
        </p>
      </ConfirmDialog>
    </div>
  );
}

function disabledReason(
  { abilities, status }: Project,
  { available_schemas: schemas }: DataApiConfig,
): string | null {
  if (!abilities.update_api_config) return 'You need additional permissions to change these settings';
  if (status === 'INACTIVE') return 'The project is paused. Restore it first.';
  return schemas === null ? 'The database does not answer.' : null;
}
