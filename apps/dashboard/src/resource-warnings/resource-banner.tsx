import { useLocation } from '@tanstack/react-router';
import { usePlan } from '../api/use-plan.ts';
import { useProject } from '../api/use-project.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { Banner } from './banner.tsx';
import { chooseWarning, documentOf } from './choose-warning.ts';
import { CorrectionLink } from './correction-link.tsx';
import { DocumentLink } from './document-link.tsx';
import { useProjectWarnings } from './use-warnings.ts';
import { warningLabels } from './warning-labels.ts';

/** What is about to run out in a project, above all of its pages. Nothing when all is well. */
export function ResourceBanner({ projectRef }: { projectRef: string }) {
  const { data: project } = useProject(projectRef);
  const warnings = useProjectWarnings(project);
  const plan = usePlan(project?.organization_slug ?? '');
  const path = useLocation({ select: ({ pathname }) => pathname.replace(/\/+$/, '') });
  if (project === undefined) return null;
  const warning = chooseWarning(warnings, path);
  const backupProblem = path.includes('/database/backups') ? null : (warnings?.backup_problem ?? null);
  const words = warning === null ? null : warningLabels(warning);
  return (
    <>
      {warning !== null && words !== null && (
        <Banner
          isCritical={warning.level === 'critical'}
          title={words.title}
          text={words.text}
          action={
            <>
              <DocumentLink to={documentOf(warning.kind)} />
              <CorrectionLink kind={warning.kind} project={project} plan={plan}>
                {words.button}
              </CorrectionLink>
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
    </>
  );
}
