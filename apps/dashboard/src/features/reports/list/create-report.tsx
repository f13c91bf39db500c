import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { orpc } from '../../../api/client.ts';
import { fieldSentence } from '../../../lib/field-errors.ts';
import { useAction } from '../../../lib/use-action.ts';
import { NameDialog } from '../actions/name-dialog.tsx';
import { refreshReports } from '../actions/refresh-reports.ts';
import { EMPTY_REPORT } from '../content/report-content.ts';

/** Makes an empty report and opens it. */
export function CreateReport({ projectRef, onClose }: { projectRef: string; onClose: () => void }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const create = useAction({
    mutation: orpc.content.save.mutationOptions(),
    onDone: async ({ id }) => {
      await refreshReports(queries);
      await navigate({ to: '/project/$ref/reports/$id', params: { ref: projectRef, id } });
    },
  });
  return (
    <NameDialog
      title="New report"
      name=""
      description=""
      submitLabel="Create report"
      isRunning={create.isRunning}
      error={create.error && fieldSentence(create.error)}
      onSubmit={(name, description) =>
        void create.run({
          params: { ref: projectRef },
          body: { type: 'report', name, description, content: EMPTY_REPORT },
        })
      }
      onClose={onClose}
    />
  );
}
