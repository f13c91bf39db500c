import type { Organization } from '@basalt/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { useAction } from '../../lib/use-action.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { Section } from '../../ui/pages/section.tsx';

/** The end of an organization, which takes an owner and no projects. */
export function DeleteOrganization({ organization }: { organization: Organization }) {
  const { slug, name, project_count: projects, abilities } = organization;
  const [isAsking, setAsking] = useState(false);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const remove = useAction({
    mutation: orpc.organizations.remove.mutationOptions(),
    done: `Deleted ${name}`,
    failed: (message) => `Failed to delete the organization: ${message}`,
    onDone: async () => {
      setAsking(false);
      await navigate({ to: '/projects' });
      await queries.invalidateQueries({ queryKey: orpc.organizations.key() });
    },
  });
  const reason = !abilities.delete_organization
    ? 'You do not have the required permissions to delete this organization.'
    : projects > 0
      ? 'This organization has projects. Delete them first.'
      : null;
  return (
    <Section
      title="Delete organization"
      description="Ends all memberships and invitations. Only an organization without projects can be deleted."
      tone="danger"
    >
      <GuardedButton color="red" reason={reason} onClick={() => setAsking(true)}>
        Delete organization…
      </GuardedButton>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => void remove.run({ slug })}
        title="Delete organization"
        confirmLabel="Delete organization"
        danger
        isRunning={remove.isRunning}
        typedName={name}
      >
        All members lose access at once. This cannot be undone.
      </ConfirmDialog>
    </Section>
  );
}
