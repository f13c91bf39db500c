import type { Persisted } from '../../lib/persisted.ts';

const CONNECT_FORMS = ['uri', 'psql', 'parameters'] as const;
export type ConnectForm = (typeof CONNECT_FORMS)[number];

/** The form of the database address that was looked at last. */
export const connectForm: Persisted<ConnectForm> = {
  topic: 'connect-form',
  fallback: 'uri',
  parse: (stored) => CONNECT_FORMS.find((form) => form === stored) ?? null,
};
