import type { Persisted } from '../../lib/persisted.ts';
import { COMMAND_LINE } from './guides/command-line.ts';
import { CONNECTION_STRINGS } from './guides/connection-strings.ts';
import { FRAMEWORKS } from './guides/frameworks.ts';
import type { Guide } from './guides/guide.ts';
import { MOBILE } from './guides/mobile.ts';
import { ORMS } from './guides/orms.ts';

interface ConnectTab {
  label: string;
  /** What one chooses there. */
  choice: string;
  guides: readonly Guide[];
}

/** The tabs, by their names in addresses. */
export const TABS = {
  database: { label: 'Connection string', choice: 'Form', guides: CONNECTION_STRINGS },
  frameworks: { label: 'App frameworks', choice: 'Framework', guides: FRAMEWORKS },
  mobile: { label: 'Mobile apps', choice: 'Framework', guides: MOBILE },
  orms: { label: 'ORMs', choice: 'Library', guides: ORMS },
  'command-line': { label: 'Command line', choice: 'Task', guides: COMMAND_LINE },
} satisfies Record<string, ConnectTab>;
export type ConnectTabName = keyof typeof TABS;
export const TAB_NAMES = Object.keys(TABS) as ConnectTabName[];

/** A tab, and what is chosen there. */
export interface ConnectPlace {
  tab: ConnectTabName;
  choice: string;
}

/** The tab that was open last, and the last choice of each. */
interface Remembered {
  tab: ConnectTabName;
  choices: Readonly<Partial<Record<ConnectTabName, string>>>;
}

/** What this browser remembers of the dialog, for all projects. */
export const connectChoice: Persisted<Remembered> = {
  topic: 'connect-choice',
  fallback: { tab: 'database', choices: {} },
  parse: (stored) => {
    if (typeof stored !== 'object' || stored === null) return null;
    const { tab, choices } = stored as Record<string, unknown>;
    const known = typeof choices === 'object' && choices !== null ? Object.entries(choices) : [];
    return { tab: tabNamed(tab) ?? 'database', choices: Object.fromEntries(known) };
  },
};

/** What an address asks for; where it says nothing, or names what is not there, what was chosen last. */
export function placeOf(asked: { tab?: unknown; choice?: unknown }, remembered: Remembered): ConnectPlace {
  const tab = tabNamed(asked.tab) ?? remembered.tab;
  const guides: readonly Guide[] = TABS[tab].guides;
  const named = (wanted: unknown) => guides.find(({ id }) => id === wanted)?.id;
  const choice = named(asked.choice) ?? named(remembered.choices[tab]) ?? (guides[0] as Guide).id;
  return { tab, choice };
}

/** What is remembered once somebody has gone there. */
export function remember(remembered: Remembered, { tab, choice }: ConnectPlace): Remembered {
  return { tab, choices: { ...remembered.choices, [tab]: choice } };
}

function tabNamed(name: unknown): ConnectTabName | undefined {
  return TAB_NAMES.find((each) => each === name);
}
