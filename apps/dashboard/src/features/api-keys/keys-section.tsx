import type { ApiKey, Project, ProjectApiSettings } from '@basalt/contract';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { orpc } from '../../api/client.ts';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { type JwtKeysState, jwtKeysState } from './jwt-machine.ts';
import { KeyList } from './key-list.tsx';
import { KeyGroup } from './key-rows.tsx';
import { DENIED_PANEL, textInsteadOfKey } from './key-texts.ts';
import classes from './keys-section.module.css';
import { findKeys, type KeyChange, keysState, loadingOf } from './keys-state.ts';
import { useLastUses } from './last-use.tsx';
import { LegacyKeyRow, LegacyKeys } from './legacy-keys.tsx';
import type { JwtUpdate } from './use-jwt-update.ts';

const KeyDialogs = lazy(() => import('./key-dialogs.tsx').then(({ KeyDialogs: it }) => ({ default: it })));

interface KeysSectionProps {
  project: Project | undefined;
  settings: UseQueryResult<ProjectApiSettings>;
  jwtUpdate: JwtUpdate;
}

/** The panel of API keys. */
export function KeysSection({ project, settings, jwtUpdate }: KeysSectionProps) {
  const permitted = project?.abilities.read_api_keys ?? null;
  const keys = useQuery(
    orpc.apiKeys.v1List.queryOptions({
      input: { ref: project?.ref ?? '' },
      enabled: permitted === true,
    }),
  );
  const [change, setChange] = useState<KeyChange | null>(null);
  const jwt = jwtKeysState(jwtUpdate.state);
  const state = keysState({
    permitted,
    settings: loadingOf(settings),
    keys: loadingOf(keys),
    updateStatus: jwtUpdate.status.is,
    jwt,
    count: (settings.data?.service_api_keys.length ?? 0) + (keys.data?.length ?? 0),
  });
  const isReady = state === 'list' && project !== undefined && settings.data !== undefined;
  return (
    <Section
      title="API keys"
      description="An app sends one of these with every request to this project."
      actions={
        state !== 'denied' && (
          <GuardedButton
            variant="filled"
            reason={creationReason(project, isReady)}
            onClick={() => setChange({ kind: 'create' })}
          >
            New API key
          </GuardedButton>
        )
      }
    >
      {state === 'loading' && <Loading />}
      {state === 'denied' && <Denied settings={settings.data} />}
      {state === 'keys-failed' && (
        <ErrorState
          error={settings.error ?? keys.error}
          title="Failed to retrieve API keys"
          onRetry={() => void Promise.all([settings.refetch(), keys.refetch()])}
        />
      )}
      {state === 'status-failed' && (
        <ErrorState
          error={jwtUpdate.status.error}
          title="Failed to update JWT secret"
          onRetry={jwtUpdate.status.retry}
        />
      )}
      {state === 'updating' && <p role="status">{textInsteadOfKey('updating')}</p>}
      {isReady && (
        <KeysPanel
          project={project}
          settings={settings.data}
          keys={(keys.data ?? []).filter(isModern)}
          jwt={jwt}
          onChange={setChange}
        />
      )}
      <Suspense>
        {change !== null && project !== undefined && (
          <KeyDialogs project={project} change={change} onClose={() => setChange(null)} />
        )}
      </Suspense>
    </Section>
  );
}

function creationReason(project: Project | undefined, isReady: boolean): string | null {
  if (project?.abilities.update_api_config === false)
    return 'You need additional permissions to create API keys';
  return isReady ? null : 'Wait until the keys are there';
}

const isModern = ({ type }: ApiKey) => type !== 'legacy';

function Loading() {
  return (
    <div className={classes.loading} role="status" aria-label="Loading API keys">
      <Skeleton height="100%" radius={6} />
    </div>
  );
}

function Denied({ settings }: { settings: ProjectApiSettings | undefined }) {
  return (
    <div className={classes.denied}>
      <Notice tone="warn">
        <p>{DENIED_PANEL}</p>
      </Notice>
      <ul aria-label="API keys">
        {settings?.service_api_keys.map((key) => (
          <LegacyKeyRow key={key.name} legacy={{ ...key, api_key: null }} jwt="ready" lastUses={null} />
        ))}
      </ul>
    </div>
  );
}

interface KeysPanelProps {
  project: Project;
  settings: ProjectApiSettings;
  /** Publishable and secret ones. */
  keys: readonly ApiKey[];
  jwt: JwtKeysState;
  onChange: (change: KeyChange) => void;
}

/** From so many keys on, a search is quicker than looking. */
const SEARCH_FROM = 8;

/** All keys of a project by kind. */
function KeysPanel({ project, settings, keys, jwt, onChange }: KeysPanelProps) {
  const lastUses = useLastUses(project.ref);
  const [search, setSearch] = useState('');
  const found = findKeys(keys, search);
  const list = (type: ApiKey['type']) => {
    const some = found.filter((key) => key.type === type);
    // These keys have nothing to do with the JWT secret; they only keep still while it changes.
    const props = { project, keys: some, isUsable: jwt !== 'updating', lastUses, onChange };
    return some.length === 0 ? null : <KeyList {...props} />;
  };
  return (
    <div>
      {keys.length >= SEARCH_FROM && (
        <div className={classes.search}>
          <SearchField label="Search by name or description" value={search} onChange={setSearch} />
        </div>
      )}
      <KeyGroup
        title="Publishable keys"
        description="For browsers and mobile apps. What they may do is up to your policies."
        empty={
          search === ''
            ? 'No publishable keys. Create one for your apps.'
            : 'No publishable key is called that.'
        }
      >
        {list('publishable')}
      </KeyGroup>
      <KeyGroup
        title="Secret keys"
        description="For servers and scripts. They bypass row level security; browsers are refused."
        empty={
          search === '' ? 'No secret keys. Create one for your servers.' : 'No secret key is called that.'
        }
      >
        {list('secret')}
      </KeyGroup>
      <LegacyKeys project={project} settings={settings} jwt={jwt} lastUses={lastUses} />
    </div>
  );
}
