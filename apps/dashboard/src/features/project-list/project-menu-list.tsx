import type { ListedProject } from '@basalt/contract';
import { useNavigate } from '@tanstack/react-router';
import { isSomebodyElses } from '../../lib/is-somebody-elses.ts';
import { disabledReason } from '../../operations/commands/commands.ts';
import { useCopy } from '../../ui/copy/use-copy.ts';
import { MenuList } from '../../ui/menus/menu-list.tsx';

interface ProjectMenuListProps {
  project: ListedProject;
  close: () => void;
  /** Asks before something is done to the whole project. */
  onAsk: (command: 'pause' | 'restart') => void;
}

/** The entries of a project's menu. */
export function ProjectMenuList({ project, close, onAsk }: ProjectMenuListProps) {
  const navigate = useNavigate();
  const { copy } = useCopy(undefined);
  const params = { ref: project.ref };
  const lifecycle = [
    {
      label: 'Restart…',
      reason: disabledReason('restart', project),
      onChoose: () => onAsk('restart'),
    },
    { label: 'Pause…', reason: disabledReason('pause', project), onChoose: () => onAsk('pause') },
  ];
  return (
    <MenuList
      close={close}
      entries={[
        { label: 'Table editor', onChoose: () => void navigate({ to: '/project/$ref/editor', params }) },
        { label: 'SQL editor', onChoose: () => void navigate({ to: '/project/$ref/sql', params }) },
        { label: 'Logs', onChoose: () => void navigate({ to: '/project/$ref/logs', params, search: {} }) },
        {
          label: 'Settings',
          onChoose: () => void navigate({ to: '/project/$ref/settings/general', params }),
        },
        { label: 'Copy reference', onChoose: () => void copy(project.ref) },
        ...(isSomebodyElses(project) ? [] : lifecycle),
      ]}
    />
  );
}
