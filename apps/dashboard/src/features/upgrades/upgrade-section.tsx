import type { AvailableVersion, PostgresEngine, Project, UpgradeEligibility } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { FactList } from '../../ui/lists/fact-list.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { upgradeDisabledReason } from './disabled-reason.ts';
import { eligibilityFacts, versionFact } from './eligibility-facts.ts';
import { UpgradeDialog } from './upgrade-dialog.tsx';
import classes from './upgrade-section.module.css';

/** The version of PostgreSQL, the versions it can go to, what stands in the way, and the start of an upgrade. */
export function UpgradeSection({ project }: { project: Project }) {
  const denied = upgradeDisabledReason(project);
  return (
    <Section
      title="PostgreSQL version"
      description={
        project.kept_by === null
          ? 'A newer version gets a copy of all data; the old one is kept.'
          : 'CloudNativePG upgrades the servers where the data is.'
      }
    >
      {denied === null ? (
        <Eligibility project={project} />
      ) : (
        <div className={classes.row}>
          <FactList facts={[versionFact(project)]} />
          <GuardedButton variant="filled" reason={denied} onClick={() => {}}>
            Upgrade…
          </GuardedButton>
        </div>
      )}
    </Section>
  );
}

function Eligibility({ project }: { project: Project }) {
  const [chosen, setChosen] = useState<PostgresEngine | null>(null);
  const [asking, setAsking] = useState(false);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    orpc.upgrades.eligibility.queryOptions({
      input: { ref: project.ref, ...(chosen === null ? {} : { target_version: chosen }) },
      // What stands in the way is taken away elsewhere: it is looked at anew whenever somebody comes back.
      refetchOnMount: 'always',
      placeholderData: (before) => before,
    }),
  );
  if (data === undefined) {
    return error === null ? (
      <div role="status" aria-label="Checking what an upgrade needs">
        <Skeleton height={118} radius={6} />
      </div>
    ) : (
      <ErrorState error={error} title="The check for upgrades failed" onRetry={() => void refetch()} />
    );
  }
  const target = chosen ?? data.target_versions.at(-1)?.postgres_engine;
  if (target === undefined) {
    return (
      <>
        <FactList facts={[versionFact(project)]} />
        <p className={classes.note}>This is the newest version there is.</p>
      </>
    );
  }
  return (
    <div className={classes.body}>
      <FactList facts={eligibilityFacts(project, data)} />
      {data.blockers.length > 0 && (
        <Blockers
          blockers={data.blockers}
          target={target}
          isChecking={isFetching}
          onCheck={() => void refetch()}
        />
      )}
      <div className={classes.foot}>
        <ChoiceField
          label="Upgrade to"
          value={target}
          options={data.target_versions.map(optionOf)}
          onChange={(value) => setChosen(value as PostgresEngine)}
        />
        <GuardedButton
          variant="filled"
          loading={isPlaceholderData}
          reason={data.eligible ? null : 'Remove what stands in the way first.'}
          onClick={() => setAsking(true)}
        >
          Upgrade…
        </GuardedButton>
      </div>
      <UpgradeDialog
        project={project}
        target={target}
        eligibility={data}
        opened={asking}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}

function optionOf({ postgres_engine, release_channel }: AvailableVersion) {
  const channel = release_channel === 'ga' ? '' : ` (${release_channel})`;
  return { value: postgres_engine, label: `PostgreSQL ${postgres_engine}${channel}` };
}

interface BlockersProps {
  blockers: UpgradeEligibility['blockers'];
  target: string;
  isChecking: boolean;
  onCheck: () => void;
}

const KINDS: Record<string, string> = {
  extension: 'Extension',
  replication_slot: 'Replication slot',
  prepared_transaction: 'Prepared transaction',
  data_type: 'Data type',
  sessions: 'Sessions',
};

/** What stands in the way of an upgrade, and what to do about each. */
function Blockers({ blockers, target, isChecking, onCheck }: BlockersProps) {
  const count = blockers.length === 1 ? 'One thing stands' : `${blockers.length} things stand`;
  return (
    <Notice
      tone="warn"
      title={`${count} in the way of PostgreSQL ${target}`}
      actions={
        <Button size="xs" loading={isChecking} onClick={onCheck}>
          Check again
        </Button>
      }
    >
      <ul className={classes.list} aria-label="What stands in the way">
        {blockers.map(({ kind, name, message }) => (
          <li key={`${kind} ${name} ${message}`}>
            <p className={classes.name}>
              {KINDS[kind] !== undefined && `${KINDS[kind]} `}
              <code>{name}</code>
            </p>
            <p>{message}</p>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
