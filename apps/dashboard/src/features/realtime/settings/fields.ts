import type { RealtimeConfig, RealtimeConfigChanges } from '@basalt/contract';

type NumberName = {
  [Name in keyof RealtimeConfig]: RealtimeConfig[Name] extends number ? Name : never;
}[keyof RealtimeConfig];

interface NumberField {
  name: NumberName;
  label: string;
  description: string;
  most: number;
}

/** The limits that can be set, with the most that the API takes. */
export const NUMBER_FIELDS: readonly NumberField[] = [
  {
    name: 'max_concurrent_users',
    label: 'Clients at once',
    description: 'Further ones are answered with 429.',
    most: 50_000,
  },
  {
    name: 'max_channels_per_client',
    label: 'Channels of a client',
    description: 'A client can be in so many channels over one connection.',
    most: 10_000,
  },
  {
    name: 'max_joins_per_second',
    label: 'Joins of a client in a second',
    description: 'Further ones are refused, and clients try again.',
    most: 5_000,
  },
  {
    name: 'max_events_per_second',
    label: 'Broadcasts of a client in a second',
    description: 'What is beyond is not sent, and the client is told.',
    most: 50_000,
  },
  {
    name: 'max_presence_events_per_second',
    label: 'Presence messages of a channel in a second',
    description: 'Of one client in one channel.',
    most: 5_000,
  },
  {
    name: 'max_payload_size_in_kb',
    label: 'Size of a broadcast, in kB',
    description: 'Larger ones are refused.',
    most: 4_096,
  },
];

export const SWITCH_FIELDS = {
  suspend: { label: 'Realtime', description: 'Switched off, clients cannot connect, and nothing is sent.' },
  private_only: {
    label: 'Private channels only',
    description: 'Public channels, which everybody with a key may join, are refused.',
  },
  presence_enabled: { label: 'Presence', description: 'Clients can see who else is in a channel.' },
} as const;

/** What the fields are called that some changes are made in. */
export function changedLabels(changes: RealtimeConfigChanges): string[] {
  const labels = {
    ...SWITCH_FIELDS,
    ...Object.fromEntries(NUMBER_FIELDS.map((field) => [field.name, field])),
  };
  return Object.entries(labels)
    .filter(([name]) => name in changes)
    .map(([, { label }]) => label);
}

export type NumberDraft = Partial<Record<NumberName, string>>;

/** What is wrong with what was typed, by field. */
export function numberProblems(draft: NumberDraft): Partial<Record<NumberName, string>> {
  return Object.fromEntries(
    NUMBER_FIELDS.flatMap(({ name, most }) => {
      const text = draft[name];
      if (text === undefined) return [];
      const isGood = /^\d{1,6}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= most;
      return isGood ? [] : [[name, `Enter a whole number from 1 to ${most.toLocaleString('en')}.`]];
    }),
  );
}

/** What is to be saved of it. */
export function numberChanges(config: RealtimeConfig, draft: NumberDraft): RealtimeConfigChanges {
  return Object.fromEntries(
    NUMBER_FIELDS.flatMap(({ name }) => {
      const text = draft[name];
      return text === undefined || Number(text) === config[name] ? [] : [[name, Number(text)]];
    }),
  );
}
