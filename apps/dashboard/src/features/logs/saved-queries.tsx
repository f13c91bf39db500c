import type { LogPage } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { useProject } from '../../api/use-project.ts';
import { useAction } from '../../lib/use-action.ts';
import { SavedList } from '../../query/saved/saved-list.tsx';
import { useSavedActions } from '../../query/saved/use-saved.ts';
import { NameDialog } from '../../ui/name-dialog.tsx';
import { SidePanel } from '../../ui/pages/side-panel.tsx';
import { filtersOf, isAsked } from './log-question.ts';
import { useLogSearch } from './use-log-search.ts';

interface SavedQueriesProps {
  projectRef: string;
  /** The log of the page. */
  log: LogPage;
}

/** Keeps what the log is asked for under a name, and asks again what was kept. */
export function SavedQueries({ projectRef: ref, log }: SavedQueriesProps) {
  const { data: project } = useProject(ref);
  const { search, ask } = useLogSearch();
  const [isNaming, setNaming] = useState(false);
  const { isSaving, save } = useSavedActions(ref);
  const open = useOpenQuery(ref);
  const filters = filtersOf(log, search);
  const close = () => ask({ saved: '' });
  return (
    <>
      <Button onClick={() => ask({ saved: 'list' })}>Saved queries</Button>
      {project?.abilities.create_content === true && isAsked(filters) && (
        <Button onClick={() => setNaming(true)}>Save query…</Button>
      )}
      <SidePanel opened={search.saved === 'list'} title="Saved queries" onClose={close}>
        <SavedList
          projectRef={ref}
          type="log"
          openId={undefined}
          empty="No query is saved yet. Set filters, and save them: the query is kept here, for you, until you share it with the project."
          onOpen={open}
        />
      </SidePanel>
      {isNaming && (
        <NameDialog
          title="Save query"
          name=""
          submitLabel="Save"
          isRunning={isSaving}
          onClose={() => setNaming(false)}
          onSubmit={(name) =>
            void save({ type: 'log', name, content: { log, filters } }).then(
              (item) => item !== undefined && setNaming(false),
            )
          }
        />
      )}
    </>
  );
}

/** Goes to the log that a saved query is about, with its filters. */
function useOpenQuery(ref: string): (id: string) => void {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { run } = useAction({
    mutation: {
      mutationFn: (id: string) => queries.fetchQuery(orpc.content.item.queryOptions({ input: { ref, id } })),
    },
    failed: (message) => `Failed to open the query: ${message}`,
    onDone: (item) => {
      if (item.type !== 'log') return;
      const { log, filters } = item.content;
      const params = { ref };
      // A filter that was left out is no filter, also where the query before had one.
      void (log === 'requests'
        ? navigate({ to: '/project/$ref/logs', params, search: filters })
        : navigate({ to: `/project/$ref/logs/${log}`, params, search: filters }));
    },
  });
  return (id) => void run(id);
}
