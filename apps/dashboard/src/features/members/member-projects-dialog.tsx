import '../../theme/dialog.ts';
import type { Member, Organization, ProjectRole } from '@basalt/contract';
import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { orpc } from '../../api/client.ts';
import { useAction } from '../../lib/use-action.ts';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import { SwitchField } from '../../ui/fields/switch-field.tsx';
import form from '../../ui/form.module.css';
import { Notice } from '../../ui/pages/notice.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import classes from './team-page.module.css';

interface MemberProjectsDialogProps {
  organization: Organization;
  /** Null: the dialog is closed. */
  member: Member | null;
  onClose: () => void;
  onDone: () => unknown;
}

/** In which projects a member's role holds, and where another one does. */
export function MemberProjectsDialog({ member, onClose, ...rest }: MemberProjectsDialogProps) {
  return (
    <Modal
      opened={member !== null}
      onClose={onClose}
      title="Roles in projects"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {member !== null && <ProjectsForm member={member} onClose={onClose} {...rest} />}
    </Modal>
  );
}

/** What stands for the role in the organization, or for none in a limited one. */
const USUAL = '';

function ProjectsForm({
  organization,
  member,
  onClose,
  onDone,
}: MemberProjectsDialogProps & { member: Member }) {
  const projects = useQuery(orpc.projects.list.queryOptions());
  const [hasAll, setHasAll] = useState(member.has_all_projects);
  const [roles, setRoles] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(member.project_roles.map(({ ref, role }) => [ref, role])),
  );
  const save = useAction({
    mutation: orpc.members.update.mutationOptions(),
    done: 'Changed the roles in projects',
    onDone: async () => {
      await onDone();
      onClose();
    },
  });
  const own = projects.data?.filter((project) => project.organization_slug === organization.slug);

  const given = Object.fromEntries(member.project_roles.map(({ ref, role }) => [ref, role]));
  const isChanged =
    hasAll !== member.has_all_projects ||
    Object.entries(roles).some(([ref, role]) => role !== (given[ref] ?? USUAL));

  function submit(event: FormEvent) {
    event.preventDefault();
    if (save.isRunning) return;
    void save.run({
      slug: organization.slug,
      account_id: member.account_id,
      role: member.role,
      projects: {
        has_all_projects: hasAll,
        project_roles: Object.entries(roles)
          .filter(([, role]) => role !== USUAL)
          .map(([ref, role]) => ({ ref, role }) as ProjectRole),
      },
    });
  }

  return (
    <form className={form.form} onSubmit={submit}>
      <UnsavedGuard when={isChanged && !save.isRunning} />
      <p className={classes.note}>
        <bdi>{member.email}</bdi> is {member.role} in the organization.
      </p>
      <SwitchField label="Sees all projects, also new ones" checked={hasAll} onChange={setHasAll} />
      {save.error !== null && <Notice tone="danger">{save.error.message}</Notice>}
      {own === undefined ? (
        <Skeleton height={36} lines={3} />
      ) : own.length === 0 ? (
        <p className={classes.note}>This organization has no projects yet.</p>
      ) : (
        <ul className={classes.projects} aria-label="Projects">
          {own.map(({ ref, name }) => (
            <li key={ref} className={classes.project}>
              <span title={name}>
                <bdi>{name}</bdi>
              </span>
              <ChoiceField
                label={`Role in ${name}`}
                value={roles[ref] ?? USUAL}
                options={[
                  { value: USUAL, label: hasAll ? member.role : 'No access' },
                  ...['Administrator', 'Developer', 'Read-only']
                    .filter((role) => !hasAll || role !== member.role)
                    .map((role) => ({ value: role, label: role })),
                ]}
                onChange={(role) => setRoles((before) => ({ ...before, [ref]: role }))}
              />
            </li>
          ))}
        </ul>
      )}
      <div className={form.foot}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="filled" loading={save.isRunning} disabled={own === undefined}>
          Save
        </Button>
      </div>
    </form>
  );
}
