import type { Project } from '@basalt/contract';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { orpc } from '../../api/client.ts';
import { withConnect } from '../../lib/connect.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import classes from './first-steps.module.css';

/** What leads from an empty project to the first request of one's own program. The first request ends the list. */
export function FirstSteps({ project: { ref, status, abilities } }: { project: Project }) {
  const { data } = useQuery(
    orpc.dataApi.tables.queryOptions({ input: { ref }, enabled: status === 'ACTIVE_HEALTHY' }),
  );
  return (
    <ol className={classes.steps} aria-label="First steps">
      <Step
        isDone={data !== undefined && data.tables.length > 0}
        title="Create a table"
        text="In the table editor, with SQL, or by your own migrations."
        action={
          abilities.run_sql && (
            <ButtonLink to="/project/$ref/database/tables/new" params={{ ref }} variant="default">
              New table
            </ButtonLink>
          )
        }
      />
      <Step
        isDone={false}
        title="Ask for its rows from a program of yours"
        text="With the code below, or as your framework does it. The first request appears here."
        action={
          <ButtonLink to="." search={withConnect('frameworks') as never} variant="default">
            Connect
          </ButtonLink>
        }
      />
    </ol>
  );
}

interface StepProps {
  isDone: boolean;
  title: string;
  text: string;
  action: ReactNode;
}

function Step({ isDone, title, text, action }: StepProps) {
  const Icon = isDone ? IconCircleCheckFilled : IconCircle;
  return (
    <li className={classes.step} data-done={isDone || undefined}>
      <Icon size={20} stroke={1.5} className={classes.mark} aria-hidden="true" />
      <div className={classes.words}>
        <p className={classes.title}>
          {title}
          {isDone && <span className="visually-hidden"> (done)</span>}
        </p>
        <p className={classes.text}>{text}</p>
      </div>
      {!isDone && action}
    </li>
  );
}
