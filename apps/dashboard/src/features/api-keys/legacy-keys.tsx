import type { Project, ProjectApiSettings } from '@basalt/contract';
import { CodeLine } from '../../ui/copy/code-line.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import type { JwtKeysState } from './jwt-machine.ts';
import { KeyGroup } from './key-group.tsx';
import { KeyRow } from './key-row.tsx';
import { DENIED_KEY, isPublicKey, MASK, textInsteadOfKey } from './key-texts.ts';
import { LastUse } from './last-use.tsx';
import { LegacySwitch } from './legacy-switch.tsx';
import { SecretLine } from './secret-line.tsx';
import type { LastUses } from './use-last-uses.ts';
import { VisibilityTag } from './visibility-tag.tsx';
import { WordsLine } from './words-line.tsx';

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
        <WordsLine label={label}>{insteadOfKey ?? DENIED_KEY}</WordsLine>
      ) : isPublic ? (
        <CodeLine label={label} value={key} />
      ) : (
        <SecretLine label={label} masked={MASK} load={async () => key} isUsable />
      )}
    </KeyRow>
  );
}
