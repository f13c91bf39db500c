import type { Project } from '@basalt/contract';
import { IconGitBranch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { usePlan } from '../../api/use-plan.ts';
import { useProject } from '../../api/use-project.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { Page } from '../../ui/pages/page.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { BranchTable } from './branch-table.tsx';
import { CreateBranch } from './create-branch.tsx';
import { GitSection } from './git/git-section.tsx';
import { MaskingPanel } from './masking-panel.tsx';
import { useBranches, useBranchRefresh, whyNoCopy } from './use-branches.ts';

/** The branches of a project; for a branch, those of its project. */
export function BranchesPage({ projectRef }: { projectRef: string }) {
  const { data: shown } = useProject(projectRef);
  const { data: project } = useProject(shown?.parent?.ref ?? projectRef);
  if (shown === undefined || project === undefined)
    return (
      <Page title="Branches">
        <Waiting />
      </Page>
    );
  return <Branches project={project} shownRef={projectRef} />;
}

function Branches({ project, shownRef }: { project: Project; shownRef: string }) {
  const { data: branches, error, refetch } = useBranches(project.ref);
  const [isCreating, setCreating] = useState(false);
  const [isMasking, setMasking] = useState(false);
  const refresh = useBranchRefresh(project.ref);
  // The last one is gone, or somebody else has made the first.
  const isTold = branches === undefined || branches.length > 0 === project.has_branches;
  useEffect(() => {
    if (!isTold) void refresh();
  }, [isTold, refresh]);
  const plan = usePlan(project.organization_slug);
  const isKept = project.kept_by !== null;
  const reason = whyNone(project, plan);
  const create = (variant?: 'filled') => (
    <GuardedButton {...(variant && { variant })} reason={reason} onClick={() => setCreating(true)}>
      Create branch
    </GuardedButton>
  );
  return (
    <Page
      title="Branches"
      description={`Copies of ${project.name} to try things in. Each is a whole project with a database, keys, users, files and functions of its own.`}
      actions={branches !== undefined && branches.length > 0 && create('filled')}
    >
      {plan === 'free' && (
        <Notice
          tone="info"
          title="Branching needs the Pro plan"
          actions={
            <ButtonLink to="/org/$slug/billing" params={{ slug: project.organization_slug }}>
              Upgrade to Pro
            </ButtonLink>
          }
        >
          <p>The organization of this project is on the free plan.</p>
        </Notice>
      )}
      {project.status === 'INACTIVE' && (
        <Notice tone="info" title="The project is paused">
          <p>
            What runs can be copied. Restore {project.name} to create a branch or to reset one; branches that
            are there can be used meanwhile.
          </p>
        </Notice>
      )}
      {branches === undefined && error !== null && (
        <ErrorState error={error} title="The branches could not be loaded" onRetry={() => void refetch()} />
      )}
      {branches === undefined && error === null && <Waiting />}
      {branches?.length === 0 && (
        <EmptyState
          icon={<IconGitBranch size={28} stroke={1.5} />}
          title="No branches yet"
          text={
            isKept
              ? 'CloudNativePG restores the project’s archive into a branch, which takes some minutes and does not stop the project. What happens in it does not reach the project.'
              : 'A branch takes a few seconds and does not stop the project. What happens in it does not reach the project.'
          }
          action={create()}
        />
      )}
      {branches !== undefined && branches.length > 0 && (
        <BranchTable project={project} branches={branches} shownRef={shownRef} />
      )}
      {plan !== 'free' && !isKept && (
        <Section
          title="Masked data"
          description="A branch can have the rows without personal data. Rules say what becomes of each column."
          actions={
            <GuardedButton reason={whyNoRules(project)} onClick={() => setMasking(true)}>
              Edit rules
            </GuardedButton>
          }
        />
      )}
      {plan !== 'free' && <GitSection project={project} />}
      <MaskingPanel project={project} opened={isMasking} onClose={() => setMasking(false)} />
      <CreateBranch project={project} opened={isCreating} onClose={() => setCreating(false)} />
    </Page>
  );
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading branches">
      <Skeleton height={33 + 3 * 41} radius={10} />
    </div>
  );
}

/** Why the rules cannot be shown now, for which the tables are read; null when they can. */
function whyNoRules(project: Project): string | null {
  return project.abilities.manage_branches
    ? whyNoCopy(project)
    : 'You do not have the permissions to manage branches of this project.';
}

/** Why no branch can be created now; null when one can. */
function whyNone(project: Project, plan: string): string | null {
  if (!project.abilities.manage_branches)
    return 'You do not have the permissions to manage branches of this project.';
  if (plan === 'free') return 'Branching needs the Pro plan.';
  return whyNoCopy(project);
}
