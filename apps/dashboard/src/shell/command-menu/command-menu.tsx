import '../../theme/dialog.ts';
import { Modal, useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type RefObject, useState } from 'react';
import { orpc } from '../../api/client.ts';
import { useOrganizations } from '../../api/use-organizations.ts';
import { type Persisted, usePersisted } from '../../lib/persisted.ts';
import { copyAndTell } from '../../ui/copy/write-clipboard.ts';
import { usePages } from '../pages.ts';
import { openPanel } from '../right-panel-store.ts';
import { useCurrentNames } from '../use-current-names.ts';
import { type SettingFind, useSettingFinds } from '../use-setting-finds.ts';
import { useSignOut } from '../use-sign-out.ts';
import { CommandList, optionId } from './command-list.tsx';
import classes from './command-menu.module.css';
import { type Command, findCommands, listCommands, recentFirst } from './commands.ts';
import { useDocumentFinds } from './use-document-finds.ts';
import { type ProjectFinds, useProjectFinds } from './use-project-finds.ts';

/** Milliseconds without a key before the server is asked. */
const PAUSE = 200;
const LABEL = 'Find a page, a project or something to do';
const LIST = 'command-list';
const MOST_RECENT = 5;
/** Who looks for more types more. */
const MOST_SETTINGS = 8;
/** The ids of the commands that were chosen last, newest first. */
const RECENT: Persisted<readonly string[]> = {
  topic: 'recent-commands',
  fallback: [],
  parse: (stored) =>
    Array.isArray(stored) ? stored.filter((id) => typeof id === 'string').slice(0, MOST_RECENT) : null,
};
/** No line was marked by keys: the first one is. */
const NOTHING = { query: '', id: '' };

interface CommandMenuProps {
  isOpen: boolean;
  query: string;
  onQuery: (query: string) => void;
  onClose: () => void;
  field: RefObject<HTMLInputElement | null>;
  /** Gets the focus back, unless what was chosen took it. */
  opener: RefObject<Element | null>;
}

/** One field that finds every page, project and action, and what the project has. */
export function CommandMenu({ isOpen, query, onQuery, onClose, field, opener }: CommandMenuProps) {
  const run = useRunCommand();
  const { shown, answer } = useShownCommands(query);
  const [marked, setMarked] = useState(NOTHING);
  // A line that was marked for another text is marked no more: the first one is.
  const found = shown.findIndex(({ id }) => id === marked.id);
  const at = marked.query === query && found > 0 ? found : 0;
  const [recent, setRecent] = usePersisted(RECENT);
  function choose(command: Command) {
    setRecent([command.id, ...recent.filter((id) => id !== command.id)].slice(0, MOST_RECENT));
    onClose();
    run(command);
  }
  function onKeyDown(event: React.KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const next = shown.at((at + step) % shown.length);
      if (next === undefined) return;
      setMarked({ query, id: next.id });
      document.getElementById(optionId(LIST, next))?.scrollIntoView({ block: 'nearest' });
    }
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const command = shown[at];
    if (command !== undefined) choose(command);
  }
  return (
    <Modal.Root
      opened={isOpen}
      onClose={onClose}
      size={560}
      // The field stays where it is however long the list below it gets.
      yOffset="max(16px, 10vh)"
      // On the content alone: a class name given to that part goes to what places it, too.
      classNames={{ content: classes.content ?? '' }}
      transitionProps={{ duration: 80 }}
      onExitTransitionEnd={() => {
        setMarked(NOTHING);
        returnFocus(opener.current);
      }}
      returnFocus={false}
    >
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Title className="visually-hidden">Command menu</Modal.Title>
        <label className={classes.search}>
          <IconSearch size={16} stroke={1.75} aria-hidden="true" />
          <input
            ref={field}
            type="text"
            role="combobox"
            aria-label={LABEL}
            aria-expanded={shown.length > 0}
            aria-controls={LIST}
            aria-autocomplete="list"
            aria-activedescendant={shown[at] && optionId(LIST, shown[at])}
            placeholder={answer.isOfProject ? 'Find pages, tables, snippets, reports …' : LABEL}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            value={query}
            onChange={(event) => onQuery(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
        </label>
        {shown.length === 0 && <p className={classes.empty}>{sayNothing(answer)}</p>}
        <CommandList id={LIST} commands={shown} marked={shown[at]} onChoose={choose} />
      </Modal.Content>
    </Modal.Root>
  );
}

interface Answer extends ProjectFinds {
  isOfProject: boolean;
}

/** What is found for a text: pages and actions at once, what the project has as soon as the server says it. */
function useShownCommands(query: string): { shown: Command[]; answer: Answer } {
  const pages = usePages();
  const { project, organization } = useCurrentNames();
  const organizations = useOrganizations().data ?? [];
  const projects = useQuery(orpc.projects.list.queryOptions()).data ?? [];
  const [asked] = useDebouncedValue(query, PAUSE);
  const [recent] = usePersisted(RECENT);
  const finds = useProjectFinds(project, asked);
  const settings = useSettingFinds({ ref: project?.ref, slug: organization?.slug }, query)
    .slice(0, MOST_SETTINGS)
    .map(settingCommand);
  const documents = useDocumentFinds(query);
  const isAnswered = asked === query;
  const commands = listCommands({ pages, project, projects, organizations });
  return {
    // What the server finds comes below the rest: nothing that is there already moves.
    shown: [
      ...findCommands(query.trim() === '' ? recentFirst(commands, recent) : commands, query),
      ...settings,
      ...documents,
      ...(isAnswered ? finds.commands : []),
    ],
    answer: { ...finds, isSearching: finds.isSearching || !isAnswered, isOfProject: project !== undefined },
  };
}

function settingCommand({ name, pageName, section, link, path }: SettingFind): Command {
  return {
    id: `setting-${path}-${section}-${name}`,
    group: 'Settings',
    label: name,
    description: pageName,
    does: { kind: 'go', link },
  };
}

/** What stands in place of the list. */
function sayNothing({ isSearching, failed }: ProjectFinds): string {
  if (isSearching) return 'Searching …';
  if (failed.length > 0)
    return `Nothing found. The ${failed.join(', ')} of this project could not be searched.`;
  return 'Nothing is called that.';
}

function returnFocus(opener: Element | null): void {
  const { activeElement } = document;
  const isTaken = activeElement !== null && activeElement !== document.body;
  if (isTaken && activeElement.closest(`.${classes.content}`) === null) return;
  if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
}

function useRunCommand(): (command: Command) => void {
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const { signOut } = useSignOut();
  return ({ does }) => {
    if (does.kind === 'go') return void navigate(does.link);
    if (does.kind === 'copy') return void copyAndTell(does.text, `${does.what} copied`);
    if (does.act === 'sign-out') return void signOut();
    if (does.act === 'sql-panel') return openPanel.set('SQL Editor');
    if (does.act === 'assistant') return openPanel.set('Assistant');
    setColorScheme(does.act === 'scheme-auto' ? 'auto' : does.act === 'scheme-light' ? 'light' : 'dark');
  };
}
