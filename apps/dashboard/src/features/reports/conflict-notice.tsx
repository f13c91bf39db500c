import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { orpc } from '../../api/client.ts';
import { copyName } from '../../lib/copy-name.ts';
import { newId } from '../../lib/new-id.ts';
import { useAction } from '../../lib/use-action.ts';
import { Notice } from '../../ui/pages/notice.tsx';
import classes from './conflict-notice.module.css';
import { copied } from './content/report-content.ts';
import type { EditedReport, Report } from './content/use-report-saver.ts';

interface ConflictNoticeProps {
  projectRef: string;
  report: Report;
  edited: EditedReport;
}

/** Nothing of either side is overwritten: the person decides which of two reports to go on with. */
export function ConflictNotice({ projectRef, report, edited }: ConflictNoticeProps) {
  const { saving, content, takeTheirs } = edited;
  const navigate = useNavigate();
  const copy = useAction({
    mutation: orpc.content.save.mutationOptions(),
    done: ({ name }) => `Saved your changes as ${name}`,
    failed: (message) => `Failed to save the copy: ${message}`,
    onDone: async ({ id }) => {
      takeTheirs();
      await navigate({ to: '/project/$ref/reports/$id', params: { ref: projectRef, id } });
    },
  });
  if (saving.phase !== 'conflict') return null;
  return (
    <div className={classes.room}>
      <Notice
        tone="warn"
        title="This report was changed elsewhere"
        actions={
          <>
            <Button size="xs" onClick={takeTheirs}>
              Load theirs
            </Button>
            <Button
              size="xs"
              variant="filled"
              loading={copy.isRunning}
              onClick={() =>
                void copy.run({
                  params: { ref: projectRef },
                  body: {
                    type: 'report',
                    name: copyName(report.name, 'copy'),
                    description: report.description,
                    content: copied(content, newId),
                  },
                })
              }
            >
              Save mine as a copy
            </Button>
          </>
        }
      >
        {whoChanged(saving.current)} saved another version after you opened it. Your changes are kept in this
        browser and not saved yet.
      </Notice>
    </div>
  );
}

function whoChanged(theirs: Report | null): string {
  return theirs?.updated_by?.email ?? 'Somebody';
}
