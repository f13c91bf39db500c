import { MAX_SETTINGS_RESET, type Project, type StoredSetting } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { ResetDialog } from './reset-dialog.tsx';
import { whyNoSettings } from './setting-labels.ts';
import { SettingLists } from './setting-lists.tsx';
import classes from './stored-settings.module.css';
import { useResetSettings } from './use-reset-settings.ts';

/**
 * What roles and databases give every new connection, and the way out when one of these settings locks people out: it works
 * without the role that is locked out.
 */
export function StoredSettingsSection({ project }: { project: Project }) {
  const { ref } = project;
  const reason = whyNoSettings(project);
  const { data, error, refetch } = useQuery({
    ...orpc.storedSettings.list.queryOptions({ input: { ref } }),
    enabled: reason === null,
  });
  const [asked, setAsked] = useState<readonly StoredSetting[] | null>(null);
  const { reset, isRunning } = useResetSettings(ref, () => setAsked(null));
  const resettable = (data ?? []).filter(({ undo }) => undo !== null).slice(0, MAX_SETTINGS_RESET);
  return (
    <div id="stored-settings" className={classes.anchor}>
      <Section
        title="Stored settings"
        description="What roles and databases give every new connection, as stored by alter role and alter database. One that keeps you from working, such as a statement_timeout of 1ms, can be reset here."
        actions={
          reason === null &&
          resettable.length > 1 && <Button onClick={() => setAsked(resettable)}>Reset all…</Button>
        }
      >
        {reason !== null && <p className={classes.quiet}>{reason}</p>}
        {reason === null && data === undefined && error !== null && (
          <ErrorState
            error={error}
            title="The stored settings could not be loaded"
            onRetry={() => void refetch()}
          />
        )}
        {reason === null && data === undefined && error === null && (
          <div role="status" aria-label="Loading the stored settings">
            <Skeleton height={420} radius={6} />
          </div>
        )}
        {reason === null && data !== undefined && (
          <SettingLists settings={data} onReset={(setting) => setAsked([setting])} />
        )}
      </Section>
      <ResetDialog
        settings={asked}
        isRunning={isRunning}
        onClose={() => setAsked(null)}
        onReset={(settings) => void reset(settings)}
      />
    </div>
  );
}
