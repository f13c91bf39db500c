import type { Project } from '@basalt/contract';
import { Button } from '@mantine/core';
import { OperationProgress } from '../../operations/operation-progress.tsx';
import { StatePage } from '../state-page.tsx';

export function RestoredPage({ project, onReturn }: { project: Project; onReturn: () => void }) {
  return (
    <StatePage
      mark="warm"
      title="Restoration complete"
      status={project.status}
      text={`${project.name} is running again.`}
      actions={
        <Button variant="filled" onClick={onReturn} autoFocus>
          Return to project
        </Button>
      }
    >
      <OperationProgress projectRef={project.ref} kinds={['restore']} state="done" />
    </StatePage>
  );
}
