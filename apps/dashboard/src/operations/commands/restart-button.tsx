import type { Project } from '@basalt/contract';
import { useState } from 'react';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { MenuButton } from '../../ui/menus/menu-button.tsx';
import { CommandDialog } from './command-button.tsx';
import { disabledReason } from './commands.ts';
import type { RestartScope } from './use-command.ts';

/** Restarts everything of a project, or, behind the arrow, its database alone. */
export function RestartButton({ project }: { project: Project }) {
  const [scope, setScope] = useState<RestartScope>('project');
  const [asking, setAsking] = useState(false);
  const reason = disabledReason('restart', project);
  const ask = (wanted: RestartScope) => {
    setScope(wanted);
    setAsking(true);
  };
  return (
    <>
      <GuardedButton reason={reason} onClick={() => ask('project')}>
        Restart project
      </GuardedButton>
      <MenuButton
        label="More ways to restart"
        isArrow
        entries={() => [
          {
            label: 'All services',
            text: 'The database, the API and authentication',
            reason,
            onChoose: () => ask('project'),
          },
          { label: 'Database only', text: 'Services connect again', reason, onChoose: () => ask('database') },
        ]}
      />
      <CommandDialog
        project={project}
        command="restart"
        scope={scope}
        opened={asking}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
