import type { OperationKind, Project } from '@basalt/contract';
import type { ReactNode } from 'react';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { DeleteButton } from '../operations/delete-button.tsx';
import { OperationProgress } from '../operations/operation-progress.tsx';
import { newestOperation, operationReport } from '../operations/operation-words.ts';
import { useOperations } from '../operations/use-operations.ts';
import { StatePage } from './state-page.tsx';

interface FailedPageProps {
  project: Project;
  kind: OperationKind;
  title: string;
  text: ReactNode;
  /** The ways back. */
  actions?: ReactNode;
}

/** What failed, why, how far it came, the way back, and what to hand to whoever helps. */
export function FailedPage({ project, kind, title, text, actions }: FailedPageProps) {
  const { data } = useOperations(project.ref);
  const operation = data && newestOperation(data, [kind]);
  const reason = project.status_reason ?? operation?.reason ?? null;
  return (
    <StatePage
      mark="cold"
      title={title}
      status={project.status}
      text={text}
      actions={
        <>
          {actions}
          <DeleteButton project={project} variant={actions === undefined ? 'filled' : 'light'} />
        </>
      }
    >
      {reason !== null && (
        <Notice
          tone="danger"
          title="Reason"
          actions={
            operation && (
              <CopyButton value={operationReport(project.ref, operation)} label="details" withText />
            )
          }
        >
          <p>{reason}</p>
        </Notice>
      )}
      <OperationProgress projectRef={project.ref} kinds={[kind]} state="failed" />
    </StatePage>
  );
}
