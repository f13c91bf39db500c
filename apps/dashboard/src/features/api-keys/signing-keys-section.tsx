import type { Project, ProjectApiSettings, SigningKey } from '@basalt/contract';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { orpc } from '../../api/client.ts';
import { projectUrl } from '../../lib/project-url.ts';
import { CodeLine } from '../../ui/copy/code-line.tsx';
import { Labelled } from '../../ui/fields/labelled.tsx';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { loadingOf } from './keys-state.ts';
import type { SigningKeyChange } from './signing-key-dialogs.tsx';
import { SigningKeyRow } from './signing-key-row.tsx';
import classes from './signing-keys-section.module.css';

const SigningKeyDialogs = lazy(() =>
  import('./signing-key-dialogs.tsx').then(({ SigningKeyDialogs: it }) => ({ default: it })),
);

interface SigningKeysSectionProps {
  projectRef: string;
  project: Project | undefined;
  settings: UseQueryResult<ProjectApiSettings>;
}

/** The keys that sign and check the tokens of a project's users. */
export function SigningKeysSection({ projectRef: ref, project, settings }: SigningKeysSectionProps) {
  const keys = useQuery(orpc.signingKeys.v1List.queryOptions({ input: { ref } }));
  const legacy = useQuery(
    orpc.signingKeys.v1GetLegacy.queryOptions({ input: { ref }, staleTime: Number.POSITIVE_INFINITY }),
  );
  const [change, setChange] = useState<SigningKeyChange | null>(null);
  const states = [loadingOf(keys), loadingOf(legacy)];
  const mayChange = project?.abilities.update_api_config === true;
  return (
    <Section
      title="JWT signing keys"
      description="With a key pair anybody can check a token and only this project can make one. Create a standby key, then rotate to it when all who check tokens have seen it."
      actions={
        <GuardedButton
          reason={
            mayChange || project === undefined
              ? null
              : 'You need additional permissions to create signing keys'
          }
          onClick={() => setChange({ kind: 'create' })}
        >
          New standby key
        </GuardedButton>
      }
    >
      {states.includes('error') ? (
        <ErrorState
          error={keys.error ?? legacy.error}
          title="Failed to retrieve signing keys"
          onRetry={() => void Promise.all([keys.refetch(), legacy.refetch()])}
        />
      ) : states.includes('loading') ? (
        <div className={classes.loading} role="status" aria-label="Loading signing keys">
          <Skeleton height="100%" radius={6} />
        </div>
      ) : (
        <div className={classes.body}>
          <ul aria-label="JWT signing keys">
            {inOrder(keys.data?.keys ?? []).map((key) => (
              <SigningKeyRow
                key={key.id}
                signingKey={key}
                isLegacy={key.id === legacy.data?.id}
                legacyKeysEnabled={settings.data?.legacy_keys_enabled ?? true}
                onMove={mayChange ? (move) => setChange({ kind: 'move', key, move }) : null}
              />
            ))}
          </ul>
          {project !== undefined && (
            <Labelled
              label="JWKS URL"
              hint="The public parts of all accepted key pairs, for those who check tokens."
            >
              <CodeLine label="JWKS URL" value={`${projectUrl(project)}/auth/v1/.well-known/jwks.json`} />
            </Labelled>
          )}
        </div>
      )}
      <Suspense>
        {change !== null && (
          <SigningKeyDialogs projectRef={ref} change={change} onClose={() => setChange(null)} />
        )}
      </Suspense>
    </Section>
  );
}

const RANK = ['in_use', 'standby', 'previously_used', 'revoked'];

function inOrder(keys: readonly SigningKey[]): SigningKey[] {
  return keys.toSorted((a, b) => RANK.indexOf(a.status) - RANK.indexOf(b.status));
}
