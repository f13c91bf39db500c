import { POLL, type Project } from '@basalt/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../../api/client.ts';
import { projectQuery } from '../../../api/use-project.ts';
import { CommandButton } from '../../../operations/commands/command-button.tsx';
import { SCHEDULES } from '../../../operations/follow/poll-schedules.ts';
import { startPolling } from '../../../operations/follow/polling.ts';
import { Notice } from '../../../ui/pages/notice.tsx';
import { StatePage } from '../../../ui/pages/state-page.tsx';
import { SupportLink } from '../../../ui/pages/support-link.tsx';
import { SettingsLink } from '../settings-link.tsx';
import { useAfter } from '../use-after.ts';

/** A project whose API has not answered for this long, in milliseconds, may need a hand. */
const HELP_AFTER = 30_000;

export function ConnectingPage({ project }: { project: Project }) {
  useConnectingPoll(project.ref);
  const needsHelp = useAfter(HELP_AFTER);
  return (
    <StatePage
      mark="live"
      title="Connecting to project"
      text={`${project.name} does not answer yet. The page opens by itself as soon as it does.`}
      actions={<SettingsLink projectRef={project.ref} />}
    >
      {needsHelp && (
        <Notice
          tone="warn"
          title="Still no answer"
          actions={
            <>
              <CommandButton project={project} command="restart" />
              <SupportLink project={project} subject={`${project.name} does not answer`} />
            </>
          }
        >
          <p>Restarting the project often helps. If it does not, contact support.</p>
        </Notice>
      )}
    </StatePage>
  );
}

/**
 * Asks the project's REST address until it answers, then shows the project as online. A look that takes long is given up.
 * The project is read too: an API that answers with an error for a reason of its own must not keep the pages away.
 */
function useConnectingPoll(ref: string): void {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      startPolling({
        schedule: SCHEDULES.connecting,
        timeout: POLL.connectingTimeout,
        check: async (signal) => {
          const [answers, read] = await Promise.all([
            api.dataApi.document({ ref }, { signal }).then(
              () => true,
              () => false,
            ),
            api.projects.get({ ref }, { signal }),
          ]);
          const project: Project = answers ? { ...read, postgrestStatus: 'ONLINE' } : read;
          queryClient.setQueryData(projectQuery(ref).queryKey, project);
          return project.postgrestStatus === 'ONLINE';
        },
      }),
    [queryClient, ref],
  );
}
