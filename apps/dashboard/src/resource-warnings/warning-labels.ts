import type { WarningLevel } from '@basalt/contract';
import type { ShownKind, ShownWarning } from './active-warnings.ts';

export interface WarningLabels {
  /** What runs out. */
  title: string;
  /** What that does to requests, and what to do. */
  text: string;
  /** The same in a few words. */
  card: string;
}

type KindLabels = Omit<WarningLabels, 'title'> & { title: Record<WarningLevel, string> };

const RESOURCES = 'Make queries cheaper, or choose a bigger compute size.';

const LABELS: Record<ShownKind, KindLabels> = {
  is_readonly_mode_enabled: {
    title: { warning: 'This project is in read-only mode', critical: 'This project is in read-only mode' },
    text: 'The disk is full: requests that write fail, and nobody can sign up or in. Lift the mode by hand for an hour, and get disk usage below 95%: delete something, or raise the disk size.',
    card: 'Read-only: the disk is full',
  },
  disk_space_exhaustion: {
    title: { warning: 'The disk is filling up', critical: 'The disk is almost full' },
    text: 'At 95% the database takes no more writes. Delete what is not needed, or raise the disk size, up to 200 GB.',
    card: 'The disk is filling up',
  },
  disk_io_exhaustion: {
    title: { warning: 'The disk is busy most of the time', critical: 'The disk is busy all the time' },
    text: `Queries wait for it, and requests become slow. ${RESOURCES}`,
    card: 'The disk is busy',
  },
  cpu_exhaustion: {
    title: {
      warning: 'The processors are busy most of the time',
      critical: 'The processors are busy all the time',
    },
    text: `Queries wait for their turn, and requests become slow or run out of time. ${RESOURCES}`,
    card: 'The processors are busy',
  },
  memory_and_swap_exhaustion: {
    title: { warning: 'Memory is running out', critical: 'Memory has almost run out' },
    text: `Queries become slow, and connections may be refused or end. ${RESOURCES}`,
    card: 'Memory is running out',
  },
  // Mail is refused or it is not: there is no worse kind of it.
  auth_rate_limit_exhaustion: {
    title: {
      warning: 'The limit on auth e-mails was reached',
      critical: 'The limit on auth e-mails was reached',
    },
    text: 'People wait for the mail that lets them sign up or in. Set up a mail server of your own, and raise the rate limits after that.',
    card: 'Auth e-mails reached their limit',
  },
  connection_exhaustion: {
    title: {
      warning: 'Almost all connections are in use',
      critical: 'All connections are in use',
    },
    text: 'Applications are refused when none is left. Close idle ones, make pools smaller, or choose a bigger compute size.',
    card: 'Connections are running out',
  },
  multiple_resource_warnings: {
    title: {
      warning: 'Several resources are running out',
      critical: 'Several resources have almost run out',
    },
    text: 'Requests become slow, and some may fail. See which ones, make queries cheaper or choose a bigger compute size.',
    card: 'Several resources are running out',
  },
};

/** What is said about a warning. */
export function warningLabels({ kind, level }: ShownWarning): WarningLabels {
  const words = LABELS[kind];
  return { ...words, title: words.title[level] };
}
