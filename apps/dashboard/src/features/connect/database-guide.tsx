import type { Project } from '@basalt/contract';
import { Button, NativeSelect } from '@mantine/core';
import { useConnection, whyNoPassword } from '../../api/use-connection.ts';
import { PASSWORD_PLACEHOLDER } from '../../lib/connection-strings.ts';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import classes from './database-guide.module.css';
import { GuideSteps } from './guide-steps.tsx';
import type { ApiTarget, Guide } from './guides/guide.ts';
import { WAYS, type Way, waysOf, wayText, whereBy } from './ways.ts';

interface DatabaseGuideProps {
  project: Project;
  target: ApiTarget;
  guide: Guide | undefined;
  /** Whether the password is in what is shown and copied. */
  isRevealed: boolean;
  onReveal: (revealed: boolean) => void;
  way: Way;
  onWay: (way: Way) => void;
}

/** A guide that names the database. */
export function DatabaseGuide({
  project,
  target,
  guide,
  isRevealed,
  onReveal,
  way,
  onWay,
}: DatabaseGuideProps) {
  const { data, error, refetch } = useConnection(project);
  if (data === undefined) {
    return error === null ? (
      <div role="status" aria-label="Loading the address">
        <Skeleton height={96} radius={6} />
      </div>
    ) : (
      <ErrorState error={error} title="The address could not be loaded" onRetry={() => void refetch()} />
    );
  }
  const ways = waysOf(data);
  const stepsBy = (through: Way, password: string | null) =>
    guide?.steps({ ...target, database: whereBy(through, project.ref, data), password }) ?? [];
  const steps = (password: string | null) => stepsBy(way, password);
  // Some guides have steps that name no database: there is nothing to choose for them.
  const isChoice = new Set(ways.map((each) => JSON.stringify(stepsBy(each, null)))).size > 1;
  const hasPassword = steps(null).some(({ code }) => code.includes(PASSWORD_PLACEHOLDER));
  return (
    <>
      {isChoice && (
        <NativeSelect
          label="Through"
          description={wayText(way, data)}
          className={classes.way ?? ''}
          inputWrapperOrder={['label', 'input', 'description']}
          value={way}
          onChange={(event) => onWay(event.currentTarget.value as Way)}
          data={ways.map((value) => ({ value, label: WAYS[value].label }))}
        />
      )}
      {hasPassword && (
        <PasswordChoice
          whyNot={data.password === null ? whyNoPassword(project) : null}
          isRevealed={isRevealed}
          onReveal={onReveal}
        />
      )}
      <GuideSteps projectRef={project.ref} steps={steps(isRevealed ? data.password : null)} />
    </>
  );
}

interface PasswordChoiceProps {
  /** Null: it can be shown. */
  whyNot: string | null;
  isRevealed: boolean;
  onReveal: (revealed: boolean) => void;
}

function PasswordChoice({ whyNot, isRevealed, onReveal }: PasswordChoiceProps) {
  if (whyNot !== null) return <p className={classes.hint}>{whyNot}</p>;
  return (
    <div className={classes.password}>
      <Button onClick={() => onReveal(!isRevealed)}>
        {isRevealed ? 'Hide password' : 'Reveal password'}
      </Button>
      <p className={classes.hint}>
        {isRevealed
          ? 'The password is in what you see and copy.'
          : 'A placeholder stands where the password belongs.'}
      </p>
    </div>
  );
}
