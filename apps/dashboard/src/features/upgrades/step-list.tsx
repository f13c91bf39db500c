import { Button } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { StateIcon } from '../../operations/progress/state-icon.tsx';
import classes from './step-list.module.css';
import { currentStep, type UpgradeStep } from './upgrade-steps.ts';

interface StepListProps {
  steps: readonly UpgradeStep[];
  /** How far the step at work is. */
  detail?: ReactNode;
  /** Below the list. */
  foot?: ReactNode;
}

/** The steps of an upgrade, all of them or the current one alone. */
export function StepList({ steps, detail, foot }: StepListProps) {
  const [isFolded, setFolded] = useState(false);
  const id = useId();
  const current = currentStep(steps);
  const which = current?.state === 'done' ? 'last' : 'current';
  const shown = isFolded ? steps.filter((step) => step === current) : steps;
  return (
    <div className={classes.panel}>
      <div className={classes.head}>
        <p className={classes.count}>{countLabels(steps)}</p>
        <Button
          size="xs"
          variant="subtle"
          aria-expanded={!isFolded}
          aria-controls={id}
          onClick={() => setFolded(!isFolded)}
        >
          {isFolded ? 'Show all steps' : `Show only the ${which} step`}
        </Button>
      </div>
      <ol id={id} aria-label="Steps" className={classes.list}>
        {shown.map((step) => (
          <li
            key={step.number}
            value={step.number}
            className={classes.step}
            data-state={step.state}
            {...(step.state === 'running' ? { 'aria-current': 'step' as const } : {})}
          >
            <StateIcon state={step.state} />
            <span className={classes.text}>{step.text}</span>
            <span className="visually-hidden">{step.state}</span>
            {step.state === 'running' && detail !== undefined && (
              <div className={classes.detail}>{detail}</div>
            )}
          </li>
        ))}
      </ol>
      {foot !== undefined && <div className={classes.foot}>{foot}</div>}
    </div>
  );
}

function countLabels(steps: readonly UpgradeStep[]): string {
  const counted = steps.filter(({ isAfterwards }) => !isAfterwards);
  const done = counted.filter(({ state }) => state === 'done').length;
  return `${done} of ${counted.length} steps done`;
}
