import type { OperationKind, Project } from '@basalt/contract';
import type { ReactNode } from 'react';
import { DeleteButton } from '../../operations/deletion/delete-button.tsx';
import { newestOperation, operationReport } from '../../operations/progress/operation-labels.ts';
import { OperationProgress } from '../../operations/progress/operation-progress.tsx';
import { useOperations } from '../../operations/progress/use-operations.ts';
import { CopyButton } from '../../ui/copy/copy-button.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { StatePage } from '../../ui/pages/state-page.tsx';
import { SupportLink } from '../../ui/pages/support-link.tsx';
import { DownloadMenu } from './downloads/download-menu.tsx';
import { DownloadProgress } from './downloads/download-progress.tsx';
import { useDownloads } from './downloads/use-downloads.ts';

interface FailedPageProps {
  project: Project;
  kinds: readonly OperationKind[];
  title: string;
  text: ReactNode;
  /** Of what is written to support. */
  subject: string;
  /** The ways back. */
  actions?: ReactNode;
  /** Whether there is data that can be taken along. */
  hasData?: boolean;
}

/** What failed, why, how far it came, the way back, and what to hand to whoever helps. */
export function FailedPage(props: FailedPageProps) {
  const { project, kinds, title, text, subject, actions, hasData = true } = props;
  const { data } = useOperations(project.ref);
  const operation = data && newestOperation(data, kinds);
  const reason = project.status_reason ?? operation?.reason ?? null;
  const downloads = useDownloads(project);
  const report = operation && operationReport(project.ref, operation);
  return (
    <StatePage
      mark="cold"
      title={title}
      status={project.status}
      text={text}
      actions={actions}
      foot={
        <>
          <SupportLink project={project} subject={subject} message={report} />
          {hasData && <DownloadMenu project={project} downloads={downloads} />}
          <DeleteButton project={project} variant={actions === undefined ? 'filled' : 'light'} />
        </>
      }
    >
      {reason !== null && (
        <Notice
          tone="danger"
          title="Reason"
          actions={report && <CopyButton value={report} label="details" withText />}
        >
          <p>{reason}</p>
        </Notice>
      )}
      <OperationProgress projectRef={project.ref} kinds={kinds} state="failed" />
      {hasData && <DownloadProgress downloads={downloads} />}
    </StatePage>
  );
}
