import type { Organization, Project } from '@basalt/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { useOrganizations } from '../../api/use-organizations.ts';
import { useAction } from '../../lib/use-action.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { Section } from '../../ui/pages/section.tsx';
import classes from './general-settings.module.css';

/** Moving a project to another organization. */
export function TransferSection({ project }: { project: Project }) {
  const { data: organizations = [] } = useOrganizations();
  const [isAsking, setAsking] = useState(false);
  const present = organizations.find(({ slug }) => slug === project.organization_slug);
  const targets = organizations.filter(
    ({ slug, abilities }) => slug !== project.organization_slug && abilities.create_project,
  );
  return (
    <>
      <Section
        title="Transfer project"
        description="Moves the project with its branches to another organization. Its database, keys and addresses stay as they are."
        actions={
          <GuardedButton reason={obstacle(project, present, targets)} onClick={() => setAsking(true)}>
            Transfer project…
          </GuardedButton>
        }
      />
      {targets.length > 0 && (
        <TransferDialog
          project={project}
          targets={targets}
          opened={isAsking}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

function obstacle(
  { parent }: Project,
  present: Organization | undefined,
  targets: readonly Organization[],
): string | null {
  if (parent !== null) return 'This is a branch. It goes with its project when that is transferred.';
  if (present?.abilities.transfer_projects !== true)
    return 'Only an owner of the organization can transfer its projects.';
  if (targets.length === 0)
    return 'There is no other organization of yours in which you can create projects.';
  return null;
}

interface TransferDialogProps {
  project: Project;
  targets: readonly Organization[];
  opened: boolean;
  onClose: () => void;
}

function TransferDialog({ project, targets, opened, onClose }: TransferDialogProps) {
  const { ref, name } = project;
  const [chosen, setChosen] = useState<string | null>(null);
  const target = targets.find(({ slug }) => slug === chosen) ?? targets[0];
  const queries = useQueryClient();
  const transfer = useAction({
    mutation: orpc.projects.transfer.mutationOptions(),
    done: `Transferred ${name}`,
    failed: (message) => `Failed to transfer the project: ${message}`,
    onDone: async () => {
      onClose();
      await queries.invalidateQueries();
    },
  });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onConfirm={() => {
        if (target !== undefined) void transfer.run({ ref, target_organization_slug: target.slug });
      }}
      title="Transfer project"
      confirmLabel="Transfer project"
      danger
      isRunning={transfer.isRunning}
      typedName={name}
    >
      <p>
        Members of the present organization lose access at once, and members of the other one get it by their
        roles there. Roles in this project alone end. The plan of the other organization applies from then on.
      </p>
      <div className={classes.target}>
        <ChoiceField
          label="To the organization"
          value={target?.slug ?? ''}
          options={targets.map(({ slug, name: label }) => ({ value: slug, label }))}
          onChange={setChosen}
        />
      </div>
    </ConfirmDialog>
  );
}
