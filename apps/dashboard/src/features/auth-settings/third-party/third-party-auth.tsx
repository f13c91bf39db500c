import type { ThirdPartyAuth as Integration, Project } from '@basalt/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../../api/client.ts';
import { useProject } from '../../../api/use-project.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useLast } from '../../../lib/use-last.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { CodeBlock } from '../../../ui/copy/code-block.tsx';
import form from '../../../ui/form.module.css';
import { Page } from '../../../ui/pages/page.tsx';
import { Section } from '../../../ui/pages/section.tsx';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import { TimeAgo } from '../../../ui/status/time-ago.tsx';
import { EntryList } from '../entry-list.tsx';
import { IntegrationDialog } from './integration-dialog.tsx';
import { kindLabel } from './issuer-kinds.ts';

const EXAMPLE = `const supabase = createClient(url, publishableKey, {
  accessToken: async () => await issuer.getToken(),
})`;

/** Other issuers whose tokens the project's APIs take. */
export function ThirdPartyAuth({ projectRef }: { projectRef: string }) {
  const { data: project } = useProject(projectRef);
  return (
    <Page
      title="Third-party auth"
      description="People sign in elsewhere, and the APIs of this project take the tokens that they get there."
      width="narrow"
    >
      {project === undefined ? (
        <Skeleton height={260} radius={10} />
      ) : (
        <IntegrationList key={project.ref} project={project} />
      )}
      <Section title="How to use one">
        <div className={form.form}>
          <p>
            Every token needs a claim <code>role</code>, usually <code>authenticated</code>: let the issuer
            add it. Then hand its tokens to the client:
          </p>
          <CodeBlock value={EXAMPLE} label="client with tokens of another issuer" />
          <p>
            In policies, <code>auth.jwt() -&gt;&gt; 'sub'</code> is who asks.
          </p>
        </div>
      </Section>
    </Page>
  );
}

type Entry = Integration & { created_at: string };

function IntegrationList({ project }: { project: Project }) {
  const { ref, abilities } = project;
  const queries = useQueryClient();
  const [asked, setAsked] = useState<'create' | Entry | null>(null);
  const found = useQuery(orpc.thirdPartyAuths.v1List.queryOptions({ input: { ref } }));
  const close = () => setAsked(null);
  const remove = useAction({
    mutation: orpc.thirdPartyAuths.v1Delete.mutationOptions(),
    done: 'Removed the integration',
    failed: (message) => `Failed to remove integration: ${message}`,
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: orpc.thirdPartyAuths.v1List.key() });
      close();
    },
  });
  const doomed = asked === null || asked === 'create' ? null : asked;
  const named = useLast(doomed) ?? doomed;
  return (
    <EntryList<Entry>
      title="Integrations"
      found={found}
      entries={found.data?.map((one) => ({ ...one, created_at: one.inserted_at }))}
      entryKey={({ id }) => id}
      nameOf={kindLabel}
      linesOf={({ oidc_issuer_url, jwks_url }) => [oidc_issuer_url, jwks_url].filter((line) => line !== null)}
      header="Issuer"
      columns={[
        { key: 'keys', header: 'Keys', width: 70, isMinor: true, render: (entry) => keysOf(entry) },
        {
          key: 'resolved',
          header: 'Keys read',
          width: 120,
          isMinor: true,
          render: ({ type, resolved_at }) =>
            type === 'custom' || resolved_at === null ? 'Given' : <TimeAgo date={resolved_at} />,
        },
      ]}
      empty={{
        title: 'No integrations yet',
        text: 'Add one for each issuer whose tokens are to be taken, such as Firebase, Auth0 or Clerk.',
      }}
      change={
        abilities.update_api_config
          ? {
              add: 'Add integration',
              onAdd: () => setAsked('create'),
              menu: (entry) => [{ label: 'Remove…', tone: 'danger', onChoose: () => setAsked(entry) }],
            }
          : null
      }
    >
      <IntegrationDialog projectRef={ref} opened={asked === 'create'} onClose={close} />
      <ConfirmDialog
        opened={doomed !== null}
        onClose={close}
        onConfirm={() => doomed && void remove.run({ ref, tpa_id: doomed.id })}
        title="Remove integration"
        confirmLabel="Remove integration"
        danger
        isRunning={remove.isRunning}
      >
        Tokens of {named?.oidc_issuer_url ?? named?.jwks_url ?? 'this issuer'} are refused at once.
      </ConfirmDialog>
    </EntryList>
  );
}

const keysOf = ({ resolved_jwks }: Integration) =>
  (resolved_jwks as { keys?: unknown[] } | null)?.keys?.length ?? 0;
