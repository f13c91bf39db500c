import type { Project, ProjectApiSettings } from '@basalt/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { useAction } from '../../lib/use-action.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CodeLine } from '../../ui/copy/code-line.tsx';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import type { JwtKeysState } from './jwt-machine.ts';
import { KeyGroup, KeyPlaceholder, KeyRow, VisibilityTag } from './key-rows.tsx';
import { DENIED_KEY, isPublicKey, MASK, textInsteadOfKey } from './key-texts.ts';
import { LastUse, type LastUses } from './last-use.tsx';
import { refreshKeys } from './refresh-keys.ts';
import { SecretLine } from './secret-line.tsx';

interface LegacyKeysProps {
  project: Project;
  settings: ProjectApiSettings;
  jwt: JwtKeysState;
  lastUses: LastUses | null;
}

type LegacyKey = ProjectApiSettings['service_api_keys'][number];

/** The keys that are signed with the JWT secret, and the way to do without them. */
export function LegacyKeys({ project, settings, jwt, lastUses }: LegacyKeysProps) {
  const isOn = settings.legacy_keys_enabled;
  return (
    <KeyGroup
      title="Legacy keys"
      description="Signed with the JWT secret. They end when it is changed."
      actions={<LegacySwitch project={project} isOn={isOn} />}
      notice={
        <Notice tone="info">
          <p>
            The anon and service_role keys are being replaced by publishable and secret keys. Those can be
            made and deleted one by one, without touching anybody’s session.
          </p>
        </Notice>
      }
      empty="The legacy keys are switched off. Requests that bring one are refused."
    >
      {isOn
        ? settings.service_api_keys.map((key) => (
            <LegacyKeyRow key={key.name} legacy={key} jwt={jwt} lastUses={lastUses} />
          ))
        : null}
    </KeyGroup>
  );
}

interface LegacyKeyRowProps {
  legacy: LegacyKey;
  jwt: JwtKeysState;
  lastUses: LastUses | null;
}

/** The anon key is never hidden; service_role is shown on request. */
export function LegacyKeyRow({ legacy, jwt, lastUses }: LegacyKeyRowProps) {
  const { tags, api_key: key } = legacy;
  const isPublic = isPublicKey(tags);
  const insteadOfKey = key === null ? DENIED_KEY : textInsteadOfKey(jwt);
  const label = `${tags} key`;
  return (
    <KeyRow
      name={tags.split(',').join(', ')}
      tags={<VisibilityTag isPublic={isPublic} />}
      note={
        <>
          {isPublic
            ? 'Safe in a browser as long as your tables have row level security and policies.'
            : 'Bypasses row level security. Use it on servers only and never share it.'}
          <LastUse id={tags} lastUses={lastUses} />
        </>
      }
    >
      {key === null || insteadOfKey !== null ? (
        <KeyPlaceholder label={label}>{insteadOfKey ?? DENIED_KEY}</KeyPlaceholder>
      ) : isPublic ? (
        <CodeLine label={label} value={key} />
      ) : (
        <SecretLine label={label} masked={MASK} load={async () => key} isUsable />
      )}
    </KeyRow>
  );
}

/** Switches anon and service_role on and off, after asking. */
function LegacySwitch({ project, isOn }: { project: Project; isOn: boolean }) {
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { run, isRunning } = useAction({
    mutation: orpc.apiKeys.v1SetLegacyEnabled.mutationOptions(),
    done: ({ enabled }) => `Switched the legacy keys ${enabled ? 'on' : 'off'}`,
    failed: (message) => `Failed to switch the legacy keys: ${message}`,
    onDone: () => refreshKeys(queries, project.ref),
  });
  const label = `Switch legacy keys ${isOn ? 'off' : 'on'}`;
  return (
    <>
      <GuardedButton
        reason={
          project.abilities.update_api_config ? null : 'You need additional permissions to change API keys'
        }
        onClick={() => setAsking(true)}
      >
        {label}
      </GuardedButton>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={label}
        confirmLabel={label}
        danger={isOn}
        isRunning={isRunning}
        onConfirm={async () => {
          await run({ params: { ref: project.ref }, query: { enabled: !isOn } });
          setAsking(false);
        }}
      >
        {isOn ? (
          <p>
            Requests that bring the anon or the service_role key are refused at once. Make sure that every app
            has a publishable or a secret key. The legacy keys can be switched on again.
          </p>
        ) : (
          <p>The anon and service_role keys are accepted again.</p>
        )}
      </ConfirmDialog>
    </>
  );
}
