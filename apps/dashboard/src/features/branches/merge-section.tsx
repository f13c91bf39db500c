import type { Branch, BranchDifference, MergeRisk, Project } from '@basalt/contract';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { useAction } from '../../lib/use-action.ts';
import { CheckGroup } from '../../ui/fields/check-group.tsx';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import classes from './merge-section.module.css';
import { type ChosenParts, hasParts } from './part-list.tsx';

/** What somebody says yes to. */
const CONSENT: Record<MergeRisk, string> = {
  data_loss: 'Rows, columns or objects of the project are lost',
  rewrite: 'Whole tables are rewritten, and are locked meanwhile',
  lock: 'Nobody reads or writes some tables while it lasts',
  project_changed: 'What the project has changed since the branch was made may be taken back',
  no_way_back: 'There is no way back: point-in-time recovery is switched off',
};

interface MergeSectionProps {
  difference: BranchDifference;
  chosen: ChosenParts;
  branch: Branch;
  project: Project;
  onBegun: () => void;
}

/** Asks for everything that a merge may harm, then begins it. What is merged is what is shown. */
export function MergeSection({ difference, chosen, branch, project, onBegun }: MergeSectionProps) {
  const { hash, risks, statements, functions, secrets } = difference;
  const [accepted, setAccepted] = useState<readonly MergeRisk[]>([]);
  const merge = useAction({ mutation: orpc.branches.v1Merge.mutationOptions(), onDone: onBegun });
  if (statements.length === 0 && !hasParts(difference)) return null;
  const lacking = secrets.filter(({ name, change }) => change === 'added' && !chosen.secrets.includes(name));
  const staying = functions.filter(({ change }) => change === 'missing').map(({ name }) => name);
  const brought = [...chosen.functions, ...chosen.secrets, ...chosen.settings];
  return (
    <section aria-label="Merge" className={classes.section}>
      <h3 className={classes.heading}>Merge into {project.name}</h3>
      <p className={classes.text}>
        {statements.length > 0 &&
          project.kept_by !== null &&
          'The schema is changed as one migration: all of it or nothing. In Kubernetes it is not tried on a copy first. '}
        {statements.length > 0 &&
          project.kept_by === null &&
          'The schema is tried on a copy of the project first, with all of its rows, and then changed as one migration: all of it or nothing. '}
        {brought.length > 0 &&
          `What is chosen above becomes what it is in the branch at one moment, and can be taken back: ${brought.join(', ')}. `}
        {chosen.functions.length > 0 &&
          lacking.length > 0 &&
          `The project does not have the secrets ${lacking.map(({ name }) => name).join(', ')}. `}
        {staying.length > 0 && `${staying.join(', ')} stays in the project.`}
      </p>
      {risks.length > 0 && (
        <CheckGroup
          label="I accept that"
          options={risks.map((value) => ({ value, label: CONSENT[value] }))}
          values={accepted}
          onChange={setAccepted}
        />
      )}
      {merge.error !== null && <Notice tone="danger">Failed to merge: {merge.error.message}</Notice>}
      <div>
        <GuardedButton
          variant="filled"
          loading={merge.isRunning}
          reason={
            statements.length + brought.length === 0
              ? 'Choose what to merge first.'
              : whyNot(project, difference, chosen, accepted)
          }
          onClick={() =>
            void merge.run({
              branch_id_or_ref: branch.project_ref,
              hash,
              accepted_risks: [...accepted],
              functions: [...chosen.functions],
              secrets: [...chosen.secrets],
              settings: [...chosen.settings],
            })
          }
        >
          Merge
        </GuardedButton>
      </div>
    </section>
  );
}

function whyNot(
  { abilities }: Project,
  { risks }: BranchDifference,
  { settings }: ChosenParts,
  accepted: readonly MergeRisk[],
): string | null {
  if (!(abilities.manage_branches && abilities.run_sql && abilities.deploy_functions))
    return 'You do not have the permissions to change this project.';
  if (settings.length > 0 && !abilities.update_api_config)
    return 'You do not have the permissions to change the settings of this project.';
  return risks.every((risk) => accepted.includes(risk)) ? null : 'Say what you accept first.';
}
