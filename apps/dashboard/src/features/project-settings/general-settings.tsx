import type { Project } from '@basalt/contract';
import { useProject } from '../../api/use-project.ts';
import { isSomebodyElses } from '../../lib/is-somebody-elses.ts';
import { CommandButton } from '../../operations/commands/command-button.tsx';
import { RestartButton } from '../../operations/commands/restart-button.tsx';
import { DeleteButton } from '../../operations/deletion/delete-button.tsx';
import { RestoreButton } from '../../operations/restore/restore-button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { CodeLine } from '../../ui/copy/code-line.tsx';
import { Labelled } from '../../ui/fields/labelled.tsx';
import { ActionRow, ActionRows } from '../../ui/lists/action-row.tsx';
import { Page } from '../../ui/pages/page.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { StatusBadge } from '../../ui/status/status-badge.tsx';
import classes from './general-settings.module.css';
import { NameForm } from './name-form.tsx';
import { TransferSection } from './transfer-section.tsx';

/** Name, reference, restart, pause and deletion of a project. */
export function GeneralSettings({ projectRef }: { projectRef: string }) {
  const { data: project } = useProject(projectRef);
  if (project === undefined) {
    return (
      <Page title="General settings" width="narrow">
        <SettingsSkeleton />
      </Page>
    );
  }
  return (
    <Page title="General settings" width="narrow">
      {/* Another project's half-typed name must not stay in the field. */}
      <DetailsSection key={project.ref} project={project} />
      {!isSomebodyElses(project) && <AvailabilitySection project={project} />}
      <Section
        title="Custom domain"
        description="Calls the project by a host name of yours, or by a subdomain of this installation."
        actions={
          <ButtonLink
            to="/project/$ref/settings/addons"
            params={{ ref: project.ref }}
            search={{ panel: 'customDomain' }}
          >
            Change custom domain
          </ButtonLink>
        }
      />
      <TransferSection project={project} />
      <Section
        tone="danger"
        title="Delete project"
        description={
          isSomebodyElses(project)
            ? 'Stops the API and all keys. The database stays where it is; what Basalt added to it is taken out when the project is erased for good.'
            : 'Stops the database, the API and all keys. The data is kept for a limited time, during which the project can be recovered.'
        }
        actions={<DeleteButton project={project} />}
      />
    </Page>
  );
}

/** What a project is called, by people and by programs. */
function DetailsSection({ project }: { project: Project }) {
  return (
    <Section title="Project">
      <div className={classes.fields}>
        <NameForm project={project} />
        <Labelled
          label="Project reference"
          hint="Names the project in addresses and in the management API. It never changes."
        >
          <CodeLine value={project.ref} label="project reference" />
        </Labelled>
      </div>
    </Section>
  );
}

/** Restart, pause, and for a paused project restore. */
function AvailabilitySection({ project }: { project: Project }) {
  const isPaused = project.status === 'INACTIVE';
  return (
    <Section title="Availability" actions={<StatusBadge status={project.status} />}>
      <ActionRows>
        <ActionRow
          title="Restart project"
          text="Stops the database and all services and starts them again, or the database alone. Open connections are closed."
          action={<RestartButton project={project} />}
        />
        {isPaused ? (
          <ActionRow
            title="Restore project"
            text="Starts the database again with all of its data, at the same address."
            action={<RestoreButton project={project} variant="filled" />}
          />
        ) : (
          <ActionRow
            title="Pause project"
            text="Stops the database until the project is restored. All data is kept."
            action={<CommandButton project={project} command="pause" />}
          />
        )}
      </ActionRows>
    </Section>
  );
}

/** The sections of the settings before the project is known, at their final size. */
function SettingsSkeleton() {
  return (
    <div className={classes.sections} role="status" aria-label="Loading project">
      <Skeleton height="var(--details)" radius={10} />
      <Skeleton height="var(--availability)" radius={10} />
      <Skeleton height="var(--domain)" radius={10} />
      <Skeleton height="var(--transfer)" radius={10} />
      <Skeleton height="var(--deletion)" radius={10} />
    </div>
  );
}
