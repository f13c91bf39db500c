import '../../theme/dialog.ts';
import '@mantine/core/styles/ScrollArea.css';
import '@mantine/spotlight/styles.css';
import { Modal, useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { orpc } from '../../api/client.ts';
import { useOrganizations } from '../../api/use-organizations.ts';
import { leavePendingSnippet } from '../../lib/pending-snippet.ts';
import { showToast } from '../../lib/toast.ts';
import { writeClipboard } from '../../ui/copy/write-clipboard.ts';
import { usePages } from '../pages.ts';
import { openSqlPanel } from '../right-panel-sql.tsx';
import { useCurrentNames } from '../use-current-names.ts';
import { useSignOut } from '../use-sign-out.ts';
import classes from './command-menu.module.css';
import { type Command, findCommands, listCommands } from './commands.ts';
import { type ProjectFinds, useProjectFinds } from './use-project-finds.ts';

/** Milliseconds without a key before the server is asked. */
const PAUSE = 200;
const LABEL = 'Find a page, a project or something to do';

const [store, menu] = createSpotlight();
let opener: Element | null = null;

/** Opens the menu, or closes it. `from` gets the focus back. */
export function toggleCommandMenu(from: Element | null): void {
  if (!store.getState().opened) opener = from;
  menu.toggle();
}

/** One field that finds every page, project and action, and what the project has. */
export function CommandMenu() {
  const pages = usePages();
  const { project } = useCurrentNames();
  const organizations = useOrganizations().data ?? [];
  const projects = useQuery(orpc.projects.list.queryOptions()).data ?? [];
  const run = useRunCommand();
  const [query, setQuery] = useState('');
  const [asked] = useDebouncedValue(query, PAUSE);
  const finds = useProjectFinds(project, asked);
  const isAnswered = asked === query;
  // What the server finds comes below the rest: nothing that is there already moves.
  const shown = [
    ...findCommands(listCommands({ pages, project, projects, organizations }), query),
    ...(isAnswered ? finds.commands : []),
  ];
  useEffect(() => {
    if (query !== '' && shown.length > 0) selectFirst();
  }, [query, shown.length]);
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      classNames={classes}
      overlayProps={{ blur: 0 }}
      transitionProps={{ duration: 80, onExited: returnFocus }}
      scrollable
      maxHeight={420}
      size={560}
      // The field stays where it is however long the list below it gets.
      centered={false}
      yOffset="max(16px, 10vh)"
      returnFocus={false}
    >
      <Modal.Title className="visually-hidden">Command menu</Modal.Title>
      <Spotlight.Search
        placeholder={project === undefined ? LABEL : 'Find pages, tables, snippets, reports, users …'}
        aria-label={LABEL}
        leftSection={<IconSearch size={16} stroke={1.75} aria-hidden="true" />}
      />
      {shown.length === 0 && <Spotlight.Empty>{sayNothing(finds, isAnswered)}</Spotlight.Empty>}
      {shown.length > 0 && (
        <Spotlight.ActionsList>
          {[...Map.groupBy(shown, ({ group }) => group)].map(([group, commands]) => (
            <Spotlight.ActionsGroup key={group} label={group}>
              {commands.map((command) => (
                <Spotlight.Action
                  key={command.id}
                  label={command.label}
                  description={command.description ?? ''}
                  onClick={() => run(command)}
                />
              ))}
            </Spotlight.ActionsGroup>
          ))}
        </Spotlight.ActionsList>
      )}
    </Spotlight.Root>
  );
}

/** What stands in place of the list. */
function sayNothing({ isSearching, failed }: ProjectFinds, isAnswered: boolean): string {
  if (isSearching || !isAnswered) return 'Searching …';
  if (failed.length > 0)
    return `Nothing found. The ${failed.join(', ')} of this project could not be searched.`;
  return 'Nothing is called that.';
}

/** The kit marks the first line after a key; here the first may come from the server a moment later. */
function selectFirst(): void {
  const list = document.getElementById(store.getState().listId);
  if (list === null || list.querySelector('[data-selected]') !== null) return;
  list.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
  store.setState({ ...store.getState(), selected: 0 });
}

/** Gives the focus back to where it was, unless what was chosen took it. */
function returnFocus(): void {
  const { activeElement } = document;
  const isTaken = activeElement !== null && activeElement !== document.body;
  if (isTaken && activeElement.closest('.mantine-Spotlight-root') === null) return;
  if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
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
    if (does.kind === 'sql') {
      leavePendingSnippet(does.ref, { sql: does.sql, name: does.name });
      return void navigate({ to: '/project/$ref/sql/$id', params: { ref: does.ref, id: 'new' } });
    }
    if (does.act === 'sign-out') return void signOut();
    if (does.act === 'sql-panel') return openSqlPanel();
    setColorScheme(does.act === 'scheme-auto' ? 'auto' : does.act === 'scheme-light' ? 'light' : 'dark');
  };
}
