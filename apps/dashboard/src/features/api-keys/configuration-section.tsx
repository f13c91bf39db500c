import type { Project, ProjectApiSettings } from '@basalt/contract';
import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { projectUrl } from '../../lib/project-url.ts';
import { CodeLine } from '../../ui/copy/code-line.tsx';
import { Labelled } from '../../ui/fields/labelled.tsx';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import classes from './configuration-section.module.css';
import { jwtKeysState } from './jwt-machine.ts';
import { KeyPlaceholder } from './key-rows.tsx';
import { addressHint, DENIED_SECRET, MASK, textInsteadOfKey } from './key-texts.ts';
import { SecretLine } from './secret-line.tsx';
import type { JwtUpdate } from './use-jwt-update.ts';

const JwtSecretDialog = lazy(() =>
  import('./jwt-secret-dialog.tsx').then(({ JwtSecretDialog: it }) => ({ default: it })),
);

interface ConfigurationSectionProps {
  project: Project | undefined;
  settings: UseQueryResult<ProjectApiSettings>;
  jwtUpdate: JwtUpdate;
}

/** The panel with a project's address and its JWT secret. */
export function ConfigurationSection({ project, settings, jwtUpdate }: ConfigurationSectionProps) {
  const { data } = settings;
  return (
    <Section title="Configuration">
      {data === undefined && settings.isError && (
        <ErrorState
          error={settings.error}
          title="Failed to retrieve configuration"
          onRetry={() => void settings.refetch()}
        />
      )}
      {!settings.isError && (data === undefined || project === undefined) && (
        <div className={classes.loading} role="status" aria-label="Loading configuration">
          <Skeleton height="100%" radius={6} />
        </div>
      )}
      {data !== undefined && project !== undefined && (
        <div className={classes.fields}>
          <Labelled label="Project URL" hint={addressHint(projectUrl(project), project.ref)}>
            <CodeLine label="project URL" value={projectUrl(project)} />
          </Labelled>
          <Labelled
            label="JWT secret"
            hint="Signs the legacy keys and, unless another signing key is in use, the tokens of your users."
          >
            <JwtNotice update={jwtUpdate} />
            <JwtSecret project={project} secret={data.jwt_secret} update={jwtUpdate} />
          </Labelled>
        </div>
      )}
      <Suspense>
        {jwtUpdate.state.is === 'confirming' && project !== undefined && (
          <JwtSecretDialog project={project} update={jwtUpdate} />
        )}
      </Suspense>
    </Section>
  );
}

interface JwtSecretProps {
  project: Project;
  /** Null for those who may not read it. */
  secret: string | null;
  update: JwtUpdate;
}

function JwtSecret({ project, secret, update }: JwtSecretProps) {
  const jwt = jwtKeysState(update.state);
  const words = secret === null ? DENIED_SECRET : textInsteadOfKey(jwt);
  return (
    <div className={classes.secret}>
      {secret === null || words !== null ? (
        <KeyPlaceholder label="JWT secret">{words ?? DENIED_SECRET}</KeyPlaceholder>
      ) : (
        <SecretLine
          label="JWT secret"
          masked={MASK}
          load={async () => secret}
          isUsable={update.status.is === 'ready'}
        />
      )}
      <GuardedButton reason={changeReason(project, update)} onClick={update.ask} loading={jwt === 'updating'}>
        Change JWT secret
      </GuardedButton>
    </div>
  );
}

function changeReason(project: Project, update: JwtUpdate): string | null {
  if (!project.abilities.update_api_config) return 'You need additional permissions to change the JWT secret';
  return update.status.is === 'ready' ? null : 'Wait until it is known whether a change is under way';
}

/** What is worth knowing about a change of the JWT secret; nothing when there is none. */
function JwtNotice({ update: { state, status, dismiss } }: { update: JwtUpdate }) {
  if (status.is === 'error') {
    return (
      <div className={classes.notice}>
        <ErrorState error={status.error} title="Failed to update JWT secret" onRetry={status.retry} />
      </div>
    );
  }
  const shown = state.is === 'confirming' ? state.back : state;
  if (shown.is === 'idle') return null;
  return (
    <div className={classes.notice} role="status">
      {shown.is === 'updating' && (
        <Notice tone="info">
          <p>The new secret is being applied: {shown.progress}%. Keys cannot be copied until it is.</p>
        </Notice>
      )}
      {shown.is === 'updated' && (
        <Notice
          tone="info"
          title="The JWT secret is changed"
          actions={
            <Button size="xs" onClick={dismiss}>
              Close
            </Button>
          }
        >
          <p>Put the new anon and service_role keys into your apps. Your users have to sign in again.</p>
        </Notice>
      )}
      {shown.is === 'failed' && (
        <Notice tone="danger" title="The JWT secret could not be changed">
          <p>{shown.reason ?? 'The reason is not known.'} The old secret is still in force. Try again.</p>
        </Notice>
      )}
    </div>
  );
}
