import type { ComputeSettings, Project } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { type ComputeDraft, computeChanges, diskProblem, draftOf } from './compute-draft.ts';
import classes from './compute-form.module.css';
import { resizeDisabledReason } from './disabled-reason.ts';
import { DiskFields } from './disk-fields.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import { SizeCards } from './size-cards.tsx';

/** Compute size and disk size. Nothing happens before the changes were looked at. */
export function ComputeForm({ project, settings }: { project: Project; settings: ComputeSettings }) {
  const [edited, setEdited] = useState<Partial<ComputeDraft>>({});
  const [reviewing, setReviewing] = useState(false);
  const draft = { ...draftOf(settings), ...edited };
  const changes = computeChanges(settings, draft);
  const problem = diskProblem(settings, draft);
  const denied = resizeDisabledReason(project);
  const isReadOnly = denied !== null;
  const isChanged = Object.keys(changes).length > 0;
  const reason = denied ?? problem ?? (isChanged ? null : 'Choose another size first.');
  return (
    <>
      <Section title="Compute size" description={limitLabels(settings.limits_enforced)}>
        <SizeCards
          settings={settings}
          value={draft.size}
          isReadOnly={isReadOnly}
          onChange={(size) => setEdited({ ...edited, size })}
        />
      </Section>
      <Section
        title="Disk size"
        description="A quota on tables, indexes and temporary files. The log of changes, backups and kept databases do not count."
      >
        <DiskFields
          settings={settings}
          draft={draft}
          problem={problem}
          isReadOnly={isReadOnly}
          onChange={(disk) => setEdited({ ...edited, disk })}
        />
      </Section>
      <div className={classes.foot}>
        {Object.keys(edited).length > 0 && <Button onClick={() => setEdited({})}>Cancel</Button>}
        <GuardedButton variant="filled" reason={reason} onClick={() => setReviewing(true)}>
          Review changes
        </GuardedButton>
      </div>
      <ReviewDialog
        project={project}
        settings={settings}
        changes={changes}
        opened={reviewing}
        onClose={() => setReviewing(false)}
        onDone={() => {
          setReviewing(false);
          setEdited({});
        }}
      />
    </>
  );
}

function limitLabels(isEnforced: boolean): string {
  return isEnforced
    ? 'Memory and processors are limits: the machine holds the project to them.'
    : 'PostgreSQL is set up for the size. This machine does not enforce it: the project can use more while there is more.';
}
