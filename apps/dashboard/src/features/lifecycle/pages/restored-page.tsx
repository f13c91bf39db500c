import type { Project } from '@basalt/contract';
import { Button } from '@mantine/core';
import { newestOperation } from '../../../operations/progress/operation-labels.ts';
import { OperationProgress } from '../../../operations/progress/operation-progress.tsx';
import { useOperations } from '../../../operations/progress/use-operations.ts';
import { Notice } from '../../../ui/pages/notice.tsx';
import { StatePage } from '../../../ui/pages/state-page.tsx';
import { RESTORE_KINDS, restorationLabels, wasTakenBack } from '../restoration.ts';

/** The end of a restoration: done, or taken back because it failed or was called off. */
export function RestoredPage({ project, onReturn }: { project: Project; onReturn: () => void }) {
  const { data } = useOperations(project.ref);
  const operation = data && newestOperation(data, RESTORE_KINDS);
  const isUndone = wasTakenBack(operation);
  const { done, undone } = restorationLabels(operation?.kind);
  return (
    <StatePage
      mark="warm"
      title={isUndone ? 'Restoration taken back' : 'Restoration complete'}
      status={project.status}
      text={isUndone ? undone : done(project.name)}
      actions={
        <Button variant="filled" onClick={onReturn} autoFocus>
          Return to project
        </Button>
      }
    >
      {isUndone && operation?.reason && (
        <Notice tone="warn" title="Reason">
          <p>{operation.reason}</p>
        </Notice>
      )}
      <OperationProgress
        projectRef={project.ref}
        kinds={RESTORE_KINDS}
        state={isUndone ? 'failed' : 'done'}
      />
    </StatePage>
  );
}
