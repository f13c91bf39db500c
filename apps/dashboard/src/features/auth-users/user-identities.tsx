import type { AuthUser } from '@basalt/contract';
import { visibleJson } from '../../lib/format/visible-json.ts';
import { CodeBlock } from '../../ui/copy/code-block.tsx';
import { ActionRow, ActionRows } from '../../ui/lists/action-row.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import classes from './user-identities.module.css';
import { providerLabel } from './user-names.ts';

/** Every way in which a user is known to a provider. */
export function UserIdentities({ user: { identities = [] } }: { user: AuthUser }) {
  if (identities.length === 0) {
    return <Section title="Identities" description="None: the user is not known to any provider." />;
  }
  return (
    <Section title="Identities">
      <ActionRows label="Identities">
        {identities.map((identity, position) => (
          <ActionRow
            key={identity.identity_id ?? position}
            title={providerLabel(identity.provider)}
            text={
              <>
                {text(identity.email) !== null && (
                  <>
                    <bdi>{text(identity.email)}</bdi>
                    {' · '}
                  </>
                )}
                added <TimeAgo date={text(identity.created_at) ?? ''} />
              </>
            }
          >
            <details className={classes.details}>
              <summary>What the provider says</summary>
              <CodeBlock
                label={`${providerLabel(identity.provider)} identity`}
                value={visibleJson(identity.identity_data ?? {})}
                wrap
              />
            </details>
          </ActionRow>
        ))}
      </ActionRows>
    </Section>
  );
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
