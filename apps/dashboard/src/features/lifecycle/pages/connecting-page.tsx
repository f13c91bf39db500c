import type { Project } from '@basalt/contract';
import { CommandButton } from '../../../operations/commands/command-button.tsx';
import { Notice } from '../../../ui/pages/notice.tsx';
import { StatePage } from '../../../ui/pages/state-page.tsx';
import { SupportLink } from '../../../ui/pages/support-link.tsx';
import { SettingsLink } from '../settings-link.tsx';
import { useAfter } from '../use-after.ts';
import { useConnectingPoll } from '../use-connecting-poll.ts';

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
