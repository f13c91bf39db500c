import { CONTENT_GRACE_DAYS, type ContentSummary } from '@basalt/contract';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { NameDialog } from '../../../ui/name-dialog.tsx';
import { ShareDialog } from './share-dialog.tsx';
import type { ReportActions } from './use-report-actions.ts';

export interface AskedReport {
  kind: 'rename' | 'share' | 'unshare' | 'delete';
  report: ContentSummary;
}

interface ReportDialogsProps {
  projectRef: string;
  /** What was chosen in a report's menu. */
  asked: AskedReport | null;
  actions: ReportActions;
  onClose: () => void;
  onDeleted?: () => void;
}

/** The questions before a report is renamed, shared or deleted. */
export function ReportDialogs({ projectRef, asked, actions, onClose, onDeleted }: ReportDialogsProps) {
  const { change, remove, isRemoving } = actions;
  const report = asked?.report;
  const changeAndClose = async (changes: Parameters<typeof change.run>[0]) => {
    if ((await change.run(changes)) !== undefined) onClose();
  };
  const share = (visibility: 'user' | 'project') =>
    report !== undefined && void changeAndClose({ ref: projectRef, id: report.id, visibility });

  return (
    <>
      {asked?.kind === 'rename' && (
        <NameDialog
          title="Rename report"
          name={asked.report.name}
          description={asked.report.description}
          submitLabel="Save"
          isRunning={change.isRunning}
          onSubmit={(name, description) =>
            void changeAndClose({ ref: projectRef, id: asked.report.id, name, description })
          }
          onClose={onClose}
        />
      )}
      <ShareDialog
        projectRef={projectRef}
        report={asked?.kind === 'share' ? asked.report : null}
        isRunning={change.isRunning}
        onShare={() => share('project')}
        onClose={onClose}
      />
      <ConfirmDialog
        opened={asked?.kind === 'unshare'}
        onClose={onClose}
        onConfirm={() => share('user')}
        title="Make report private"
        confirmLabel="Make private"
        isRunning={change.isRunning}
      >
        Only you will see {report?.name} from now on. Links that others have to it stop working.
      </ConfirmDialog>
      <ConfirmDialog
        opened={asked?.kind === 'delete'}
        onClose={onClose}
        onConfirm={async () => {
          if (asked === null || !(await remove(asked.report))) return;
          onClose();
          onDeleted?.();
        }}
        title="Delete report"
        confirmLabel="Delete report"
        danger
        isRunning={isRemoving}
      >
        {report?.visibility === 'project'
          ? `${report.name} disappears for everybody in this project.`
          : `${report?.name ?? 'The report'} disappears.`}{' '}
        Snippets that its cards show stay. It can be brought back for {CONTENT_GRACE_DAYS} days.
      </ConfirmDialog>
    </>
  );
}
