import type { Project } from '@basalt/contract';
import type { ReactNode } from 'react';
import { Section } from '../../ui/section.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { CommandButton } from '../operations/command-button.tsx';
import classes from './availability-section.module.css';

/** Restart, pause, and for a paused project restore. */
export function AvailabilitySection({ project }: { project: Project }) {
  const isPaused = project.status === 'INACTIVE';
  return (
    <Section title="Availability" actions={<StatusBadge status={project.status} />}>
      <ul className={classes.rows}>
        <Row
          title="Restart project"
          text="Stops the database and starts it again. Open connections are closed."
          action={<CommandButton project={project} command="restart" />}
        />
        {isPaused ? (
          <Row
            title="Restore project"
            text="Starts the database again with all of its data, at the same address."
            action={<CommandButton project={project} command="restore" variant="filled" />}
          />
        ) : (
          <Row
            title="Pause project"
            text="Stops the database until the project is restored. All data is kept."
            action={<CommandButton project={project} command="pause" />}
          />
        )}
      </ul>
    </Section>
  );
}

function Row({ title, text, action }: { title: string; text: string; action: ReactNode }) {
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <h3 className={classes.title}>{title}</h3>
        <p className={classes.text}>{text}</p>
      </div>
      {action}
    </li>
  );
}
