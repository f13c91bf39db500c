import { MAX_SETTINGS_RESET, type Project, type StoredSetting } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { useAction } from '../../lib/use-action.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CodeBlock } from '../../ui/copy/code-block.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { plainText, whyNoSettings } from './setting-labels.ts';
import { SettingLists } from './setting-lists.tsx';
import classes from './stored-settings.module.css';

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

interface ResetDialogProps {
  /** What is to be reset; null: the dialog is closed. */
  settings: readonly StoredSetting[] | null;
  isRunning: boolean;
  onClose: () => void;
  onReset: (settings: readonly StoredSetting[]) => void;
}

/** Shows the statements before they are run. */
function ResetDialog({ settings, isRunning, onClose, onReset }: ResetDialogProps) {
  const statements = settings?.map(({ undo }) => `${undo};`).join('\n') ?? '';
  return (
    <ConfirmDialog
      opened={settings !== null}
      onClose={onClose}
      title={settings !== null && settings.length > 1 ? `Reset ${settings.length} settings` : 'Reset setting'}
      confirmLabel="Reset"
      isRunning={isRunning}
      onConfirm={() => settings !== null && onReset(settings)}
    >
      <div className={classes.question}>
        <p>This is run on the database:</p>
        <CodeBlock value={statements} label="statements" wrap />
        <p>
          It holds for new connections. Open ones keep what they have; restarting the project closes those of
          its API.
        </p>
      </div>
    </ConfirmDialog>
  );
}

/** Takes stored settings back. The list shows at once what is left. */
function useResetSettings(ref: string, onDone: () => void) {
  const queries = useQueryClient();
  const { run, isRunning } = useAction({
    mutation: orpc.storedSettings.reset.mutationOptions(),
    done: (_, { settings }) =>
      settings.length === 1
        ? `Reset ${plainText(settings[0]?.name ?? '')}`
        : `Reset ${settings.length} settings`,
    failed: (message) => `Failed to reset settings: ${message}`,
    onDone: (left) => {
      queries.setQueryData(orpc.storedSettings.list.queryKey({ input: { ref } }), left);
      onDone();
    },
  });
  const reset = (settings: readonly StoredSetting[]) =>
    run({ ref, settings: settings.map(({ role, database, name }) => ({ role, database, name })) });
  return { reset, isRunning };
}
