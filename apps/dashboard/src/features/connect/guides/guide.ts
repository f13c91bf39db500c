import type { Where } from '../../../lib/connection-strings.ts';

/** What applications name of a project. */
export interface ApiTarget {
  ref: string;
  restUrl: string;
  /** The publishable key, or what stands in its place. */
  key: string;
  /** Of the dashboard, where the management API answers. */
  origin: string;
}

/** The same, and its database. */
export interface Target extends ApiTarget {
  database: Where;
  /** Null while it is not shown, and for those who may not read it. */
  password: string | null;
}

/** Something to copy: a file, commands or a value. */
export interface Step {
  /** The name of the file, or what the commands do. Once in a guide. */
  title: string;
  text?: string;
  code: string;
  /** Where one goes with it. */
  leadsTo?: 'sql-editor' | 'access-tokens';
}

/** One way to connect, from nothing to what works. */
export interface Guide<T = Target> {
  /** The name in addresses. */
  id: string;
  label: string;
  steps: (target: T) => readonly Step[];
}
