import { type AiOptInLevel, type AiOptInTag, aiOptInLevel, aiOptInTags } from '@basalt/contract';
import { useQueryClient } from '@tanstack/react-query';
import { orpc } from '../../../api/client.ts';
import { useOrganizations } from '../../../api/use-organizations.ts';
import { useProject } from '../../../api/use-project.ts';
import { showToast } from '../../../lib/toast.ts';
import { useAction } from '../../../lib/use-action.ts';

/** What the organization of a project lets the assistant share, and the way to opt in. */
export function useSharing(projectRef: string) {
  const queries = useQueryClient();
  const slug = useProject(projectRef).data?.organization_slug;
  const organization = useOrganizations().data?.find((one) => one.slug === slug);
  const { run, isRunning } = useAction({
    mutation: orpc.organizations.update.mutationOptions(),
    done: 'Successfully opted-in',
    failed: (message) => `Failed to opt in: ${message}`,
    onDone: () => queries.invalidateQueries({ queryKey: orpc.organizations.key() }),
  });
  const level: AiOptInLevel | null = organization === undefined ? null : aiOptInLevel(organization);
  return {
    slug,
    /** Null until it is known. */
    level,
    isShared: level !== null && level !== 'disabled',
    isHipaa: organization?.hipaa_addon === true,
    isRunning,
    /** Lets the assistant read the schema of all projects of the organization. */
    optIn: async (): Promise<void> => {
      if (organization === undefined) return;
      if (!organization.abilities.update_organization)
        return showToast('failed', 'You do not have the required permissions to update this organization.');
      const tags: AiOptInTag[] = aiOptInTags('schema');
      await run({ slug: organization.slug, opt_in_tags: tags });
    },
  };
}

export type Sharing = ReturnType<typeof useSharing>;
