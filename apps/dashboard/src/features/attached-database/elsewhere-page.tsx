import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../api/client.ts';
import { useProject } from '../../api/use-project.ts';
import { addressOf } from '../../lib/connection-strings.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { Page } from '../../ui/pages/page.tsx';

interface ElsewherePageProps {
  projectRef: string;
  /** Of the page that it stands for. */
  title: string;
}

/** Stands for pages about a database's server, in a project whose database somebody else runs. */
export function ElsewherePage({ projectRef: ref, title }: ElsewherePageProps) {
  const { data } = useQuery(orpc.attachedDatabases.get.queryOptions({ input: { ref } }));
  const isKept = useProject(ref).data?.kept_by === 'kubernetes';
  return (
    <Page title={title}>
      <EmptyState
        title={isKept ? 'This is done in Kubernetes' : 'This is done where the database’s server runs'}
        text={
          <>
            The database of this project is {isKept ? 'in Kubernetes' : 'attached'}
            {data === undefined ? (
              ''
            ) : (
              <>
                : it is on <code>{addressOf(data)}</code>
              </>
            )}
            .{' '}
            {isKept
              ? 'Those who run the installation see to this there.'
              : 'Basalt serves it, and leaves the server to those who run it.'}
          </>
        }
        action={
          <>
            <ButtonLink to="/project/$ref" params={{ ref }} variant="filled">
              Go to the project’s home
            </ButtonLink>{' '}
            <ButtonLink to="/project/$ref/settings/database" params={{ ref }}>
              How it is reached
            </ButtonLink>
          </>
        }
      />
    </Page>
  );
}
