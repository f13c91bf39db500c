import { IconFileUnknown } from '@tabler/icons-react';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { EmptyState } from '../../../ui/pages/empty-state.tsx';
import { Page } from '../../../ui/pages/page.tsx';

/** The address names a snippet that does not exist, or not for this person. */
export function MissingSnippet({ projectRef }: { projectRef: string }) {
  return (
    <Page title="SQL Editor" width="narrow">
      <EmptyState
        icon={<IconFileUnknown size={28} stroke={1.5} />}
        title="There is no snippet at this address"
        text="It was deleted, or it is private to somebody else."
        action={
          <ButtonLink variant="filled" to="/project/$ref/sql/$id" params={{ ref: projectRef, id: 'new' }}>
            New query
          </ButtonLink>
        }
      />
    </Page>
  );
}
