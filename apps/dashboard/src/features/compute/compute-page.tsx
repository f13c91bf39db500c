import type { ComputeSettings, Project } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useProject } from '../../api/use-project.ts';
import { serverKindOf } from '../../lib/pages/server-need.ts';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Page } from '../../ui/pages/page.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import { type ComputeDraft, computeChanges, diskProblem, draftOf } from './compute-draft.ts';
import classes from './compute-page.module.css';
import { resizeDisabledReason } from './disabled-reason.ts';
import { DiskFields } from './disk-fields.tsx';
import { ReadOnlyNotice } from './read-only-notice.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import { SizeCards } from './size-cards.tsx';
import { useCompute } from './use-compute.ts';

/** How much of the machine, or of Kubernetes, a project gets. */
export function ComputePage({ projectRef }: { projectRef: string }) {
  const { data: project } = useProject(projectRef);
  const { data: settings, error, refetch } = useCompute(projectRef);
  const isMissing = settings === undefined && error !== null;
  return (
    <Page
      title="Compute and disk"
      description={
        project?.kept_by === 'kubernetes'
          ? 'A larger size takes its share of a node of your Kubernetes.'
          : 'On your own machine a larger size costs nothing but its share of the machine.'
      }
      width="narrow"
    >
      {isMissing && (
        <ErrorState error={error} title="The sizes could not be loaded" onRetry={() => void refetch()} />
      )}
      {!isMissing && (project === undefined || settings === undefined) && (
        <div role="status" aria-label="Loading compute and disk">
          <Skeleton height={370} radius={10} />
        </div>
      )}
      {project !== undefined && settings !== undefined && (
        <>
          <ReadOnlyNotice project={project} settings={settings} />
          <ComputeForm project={project} settings={settings} />
        </>
      )}
    </Page>
  );
}

/** Compute size and disk size. Nothing happens before the changes were looked at. */
function ComputeForm({ project, settings }: { project: Project; settings: ComputeSettings }) {
  const [edited, setEdited] = useState<Partial<ComputeDraft>>({});
  const [reviewing, setReviewing] = useState(false);
  const draft = { ...draftOf(settings), ...edited };
  const changes = computeChanges(settings, draft);
  const isKept = serverKindOf(project) === 'kept';
  const problem = isKept ? null : diskProblem(settings, draft);
  const denied = resizeDisabledReason(project);
  const isReadOnly = denied !== null;
  const isChanged = Object.keys(changes).length > 0;
  const reason = denied ?? problem ?? (isChanged ? null : 'Choose another size first.');
  return (
    <>
      <UnsavedGuard when={isChanged || (problem !== null && Object.keys(edited).length > 0)} />
      <Section
        title="Compute size"
        description={isKept ? KEPT_LIMITS : limitLabels(settings.limits_enforced)}
      >
        <SizeCards
          settings={settings}
          value={draft.size}
          isReadOnly={isReadOnly}
          onChange={(size) => setEdited({ ...edited, size })}
        />
      </Section>
      <Section title="Disk size" description={isKept ? undefined : QUOTA}>
        {isKept ? (
          <p>The disk is a volume in Kubernetes: those who run the installation make it larger there.</p>
        ) : (
          <DiskFields
            settings={settings}
            draft={draft}
            problem={problem}
            isReadOnly={isReadOnly}
            onChange={(disk) => setEdited({ ...edited, disk })}
          />
        )}
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

const QUOTA =
  'A quota on tables, indexes and temporary files. The write-ahead log, backups and kept databases do not count.';
const KEPT_LIMITS =
  'Memory and processors are limits. Where no node has room for a size within 15 minutes, the database goes back to the former one.';

function limitLabels(isEnforced: boolean): string {
  return isEnforced
    ? 'Memory and processors are limits: the machine holds the project to them.'
    : 'PostgreSQL is set up for the size. This machine does not enforce it: the project can use more while there is more.';
}
