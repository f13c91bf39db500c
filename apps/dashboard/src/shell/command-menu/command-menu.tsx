import '../../theme/dialog.ts';
import '@mantine/core/styles/ScrollArea.css';
import '@mantine/spotlight/styles.css';
import { useMantineColorScheme } from '@mantine/core';
import { Spotlight, type SpotlightActionGroupData, spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { orpc } from '../../api/client.ts';
import { useOrganizations } from '../../api/use-organizations.ts';
import { showToast } from '../../lib/toast.ts';
import { writeClipboard } from '../../ui/copy/write-clipboard.ts';
import { usePages } from '../pages.ts';
import { openSqlPanel } from '../right-panel-sql.tsx';
import { useCurrentNames } from '../use-current-names.ts';
import { useSignOut } from '../use-sign-out.ts';
import classes from './command-menu.module.css';
import { type Command, listCommands } from './commands.ts';

export function toggleCommandMenu(): void {
  spotlight.toggle();
}

/** One field that finds every page, project and action. */
export function CommandMenu() {
  const pages = usePages();
  const { project } = useCurrentNames();
  const organizations = useOrganizations().data ?? [];
  const projects = useQuery(orpc.projects.list.queryOptions()).data ?? [];
  const run = useRunCommand();
  const groups = Map.groupBy(
    listCommands({ pages, project, projects, organizations }),
    (command) => command.group,
  );
  const actions = [...groups].map(
    ([group, commands]): SpotlightActionGroupData => ({
      group,
      actions: commands.map((command) => ({
        id: command.id,
        label: command.label,
        ...(command.description === undefined ? {} : { description: command.description }),
        keywords: command.keywords ?? '',
        onClick: () => run(command),
      })),
    }),
  );
  return (
    <Spotlight
      actions={actions}
      shortcut={null}
      classNames={classes}
      overlayProps={{ blur: 0 }}
      transitionProps={{ duration: 80 }}
      aria-label="Command menu"
      limit={60}
      nothingFound="Nothing is called that."
      scrollable
      maxHeight={420}
      size={560}
      searchProps={{
        placeholder: 'Find a page, a project or something to do',
        'aria-label': 'Find a page, a project or something to do',
        leftSection: <IconSearch size={16} stroke={1.75} aria-hidden="true" />,
      }}
    />
  );
}

function useRunCommand(): (command: Command) => void {
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const { signOut } = useSignOut();
  return ({ does }) => {
    if (does.kind === 'go') return void navigate(does.link);
    if (does.kind === 'copy') {
      return void writeClipboard(does.text).then((isDone) =>
        isDone
          ? showToast('done', `${does.what} copied`)
          : showToast('failed', 'This browser does not allow copying.'),
      );
    }
    if (does.act === 'sign-out') return void signOut();
    if (does.act === 'sql-panel') return openSqlPanel();
    setColorScheme(does.act === 'scheme-auto' ? 'auto' : does.act === 'scheme-light' ? 'light' : 'dark');
  };
}
