import '../../theme/dialog.ts';
import type { FreeLimitMember, Project } from '@basalt/contract';
import { Button, Modal } from '@mantine/core';
import { ButtonLink } from '../../ui/button-link.tsx';
import form from '../../ui/form.module.css';
import classes from './free-limit-dialog.module.css';

interface FreeLimitDialogProps {
  project: Project;
  members: readonly FreeLimitMember[];
  onClose: () => void;
}

/** Who has as many active projects in free organizations as they may, and what to do. */
export function FreeLimitDialog({ project, members, onClose }: FreeLimitDialogProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      title="Members have reached their limit of free projects"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={form.form}>
        <p className={classes.text}>
          {project.name} cannot be restored: these owners and administrators of {project.organization_name}{' '}
          have as many active projects in free organizations as they may.
        </p>
        <ul className={classes.members} aria-label="Members at their limit">
          {members.map(({ username, primary_email, free_project_limit: limit }) => (
            <li key={`${username} ${primary_email}`} className={classes.member}>
              <span className={classes.name}>{username === '' ? primary_email : username}</span>
              <span className={classes.limit}>
                Limit: {limit === 1 ? '1 free project' : `${limit} free projects`}
              </span>
            </li>
          ))}
        </ul>
        <p className={classes.text}>
          They can delete or pause one of them, or the organization moves to another plan.
        </p>
        <div className={form.foot}>
          <ButtonLink
            to="/org/$slug/billing"
            params={{ slug: project.organization_slug }}
            search={{ panel: 'subscriptionPlan' }}
          >
            Upgrade to Pro
          </ButtonLink>
          <Button variant="filled" onClick={onClose} data-autofocus>
            Understood
          </Button>
        </div>
      </div>
    </Modal>
  );
}
