import type { Project } from '@basalt/contract';
import { CommandButton } from '../../operations/commands/command-button.tsx';
import { RestartButton } from '../../operations/commands/restart-button.tsx';
import { RestoreButton } from '../../operations/restore/restore-button.tsx';
import { ActionRow, ActionRows } from '../../ui/lists/action-row.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { StatusBadge } from '../../ui/status/status-badge.tsx';

/** Restart, pause, and for a paused project restore. */
export function AvailabilitySection({ project }: { project: Project }) {
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
