import type { Project } from '@basalt/contract';
import { Dropdown } from '../ui/menus/dropdown.tsx';
import { StateLabel } from '../ui/status/state-label.tsx';
import { healthOf } from './health.ts';
import classes from './health-state.module.css';
import { RemedyLinks } from './remedy-links.tsx';
import { useWarnings } from './use-warnings.ts';

/** A word when all is well. Otherwise a button, behind which are the cause and its remedy. */
export function HealthState({ project }: { project: Project }) {
  const { tone, label, cause } = healthOf(project, useWarnings(project.ref));
  if (cause === null) return <StateLabel tone={tone} label={label} />;
  return (
    <Dropdown
      label="Health"
      showsChoice
      className={classes.button}
      trigger={<StateLabel tone={tone} label={label} />}
    >
      {() => (
        <div className={classes.cause}>
          <p className={classes.title}>{cause.title}</p>
          <p>{cause.text}</p>
          <div className={classes.actions}>
            <RemedyLinks kind={cause.kind} project={project} />
          </div>
        </div>
      )}
    </Dropdown>
  );
}
