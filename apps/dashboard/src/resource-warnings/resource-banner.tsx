import type { Plan, Project } from '@basalt/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePlan } from '../api/use-plan.ts';
import { useProject } from '../api/use-project.ts';
import { byteSize } from '../lib/format/byte-size.ts';
import { minuteTime } from '../lib/format/moment.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import type { ShownKind } from './active-warnings.ts';
import { chooseWarning, correctionOf, documentOf } from './choose-warning.ts';
import classes from './resource-banner.module.css';
import { useIsLate } from './use-is-late.ts';
import { useProjectWarnings } from './use-warnings.ts';
import { warningLabels } from './warning-labels.ts';

/** How often the project is read again, in milliseconds: its record says what cannot wait for the warnings. */
const LOOK_AGAIN = 30_000;

/**
 * What is about to run out in a project, above all of its pages. Nothing when all is well. What comes up while somebody looks at
 * a page lies over the page, and gets its own room on the next one: nothing moves under the reader's hand.
 */
export function ResourceBanner({ projectRef }: { projectRef: string }) {
  const { data: project } = useProject(projectRef, { refetchInterval: LOOK_AGAIN });
  const warnings = useProjectWarnings(projectRef, project);
  const plan = usePlan(project?.organization_slug ?? '');
  const path = useLocation({ select: ({ pathname }) => pathname.replace(/\/+$/, '') });
  const warning = chooseWarning(warnings, path);
  const backupProblem = path.includes('/database/backups') ? null : (warnings?.backup_problem ?? null);
  const words = warning === null ? null : warningLabels(warning);
  const temporaryFiles = project?.temporary_files_ended ?? null;
  const isLate = useIsLate(path, warning !== null || temporaryFiles !== null || backupProblem !== null);
  return (
    <div className={classes.place} data-late={isLate || undefined}>
      {warning !== null && words !== null && (
        <Banner
          isCritical={warning.level === 'critical'}
          title={words.title}
          text={words.text}
          action={
            <>
              <DocumentLink to={documentOf(warning.kind)} />
              {project !== undefined && (
                <CorrectionLink kind={warning.kind} project={project} plan={plan}>
                  {words.button}
                </CorrectionLink>
              )}
            </>
          }
        />
      )}
      {temporaryFiles !== null && (
        <Banner
          isCritical={false}
          title="Temporary files filled the disk"
          text={temporaryFilesText(temporaryFiles)}
          action={
            <>
              <DocumentLink to={{ name: 'compute-and-disk', hash: 'temporary-files' }} />
              <ButtonLink size="xs" to="/project/$ref/settings/compute-and-disk" params={{ ref: projectRef }}>
                Check disk
              </ButtonLink>
            </>
          }
        />
      )}
      {backupProblem !== null && (
        <Banner
          isCritical={false}
          title="Backups of this project have a problem"
          text={backupProblem}
          action={
            <>
              <DocumentLink to={{ name: 'backups', hash: 'what-is-kept' }} />
              <ButtonLink
                size="xs"
                to="/project/$ref/database/backups/scheduled"
                params={{ ref: projectRef }}
                search={{}}
              >
                Check backups
              </ButtonLink>
            </>
          }
        />
      )}
    </div>
  );
}

/** Why sessions were ended: their clients were told no reason. */
function temporaryFilesText({ at, bytes }: NonNullable<Project['temporary_files_ended']>): string {
  return `The sessions whose statements wrote most of them, ${byteSize(bytes)}, were ended at ${minuteTime(at)}. Sort and join fewer rows at a time, add an index, or raise the disk size.`;
}

interface BannerProps {
  isCritical: boolean;
  title: string;
  text: string;
  action: ReactNode;
}

/** A line across the whole width above the pages of a project. */
function Banner({ isCritical, title, text, action }: BannerProps) {
  return (
    <section className={classes.banner} data-critical={isCritical || undefined} aria-label="Resource warning">
      <IconAlertTriangle size={18} stroke={1.75} className={classes.icon} aria-hidden="true" />
      <div className={classes.words} role={isCritical ? 'alert' : 'status'}>
        <p className={classes.title}>{title}</p>
        <p className={classes.text}>{text}</p>
      </div>
      <div className={classes.action}>{action}</div>
    </section>
  );
}

interface CorrectionLinkProps {
  kind: ShownKind;
  project: Project;
  plan: Plan;
  children: string;
}

/** Leads to where a warning is corrected. */
function CorrectionLink({ kind, project, plan, children }: CorrectionLinkProps) {
  const params = { ref: project.ref };
  const correction = correctionOf({ kind }, plan);
  switch (correction.page) {
    case 'database':
      return (
        <ButtonLink size="xs" to="/project/$ref/settings/database" params={params}>
          {children}
        </ButtonLink>
      );
    case 'smtp':
      return (
        <ButtonLink size="xs" to="/project/$ref/auth/smtp" params={params}>
          {children}
        </ButtonLink>
      );
    case 'running-queries':
      return (
        <ButtonLink size="xs" to="/project/$ref/sql" params={params} search={{ viewOngoingQueries: true }}>
          {children}
        </ButtonLink>
      );
    case 'billing':
      return (
        <ButtonLink
          size="xs"
          to="/org/$slug/billing"
          params={{ slug: project.organization_slug }}
          search={{ panel: 'subscriptionPlan', source: 'resource_exhaustion_banner' }}
        >
          {children}
        </ButtonLink>
      );
    case 'infrastructure':
      return (
        <ButtonLink
          size="xs"
          to="/project/$ref/settings/infrastructure"
          params={params}
          search={{}}
          {...(correction.hash === undefined ? {} : { hash: correction.hash })}
        >
          {children}
        </ButtonLink>
      );
  }
}

/** Leads to what is written about a warning, in a tab of its own: whoever reads must not lose the page. */
function DocumentLink({ to }: { to: { name: string; hash: string } | null }) {
  if (to === null) return null;
  return (
    <ButtonLink
      size="xs"
      variant="subtle"
      to="/docs/$name"
      params={{ name: to.name }}
      hash={to.hash}
      target="_blank"
      rel="noopener"
    >
      Documentation
    </ButtonLink>
  );
}
