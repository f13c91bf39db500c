import type { PostgresMajor } from '@basalt/clusters';
import type { Canary } from './canary.ts';
import type { HostProcess } from './host-process.ts';
import type { Intruder } from './intruder.ts';
import type { Neighbour } from './neighbour.ts';
import type { OperationName, Outcome } from './operations.ts';
import type { Testimony } from './witness.ts';

/** Where an attempt happens: one project that is broken into, and all that must not be reached from it. */
export interface Scene {
  host: HostProcess;
  ref: string;
  major: PostgresMajor;
  operation: OperationName;
  intruder: Intruder;
  neighbour: Neighbour;
  /** The cluster that the platform keeps its own tables in. */
  platform: Neighbour;
  /** Of this attempt alone. */
  canary: Canary;
  /** Whether root looks after the clusters. */
  isRoot: boolean;
  /** A folder that everybody may write to. */
  open: string;
  /** A shell command that tells the test that it runs, and as whom. */
  tell: string;
  /** Who ran it. */
  told(): Testimony[];
  /** A library that tells the test when a server loads it, as whom; null where nothing can compile one. */
  library: string | null;
  /** How the operation ended; before it, and without one, as if it had ended well. */
  outcome: Outcome;
  /** Takes something back when the attempt is over, whatever came of it. */
  onEnd(task: () => unknown): void;
}

/** One way to get over the wall. */
export interface Attempt {
  /** What is tried, as the end of a sentence that begins with "Somebody with a shell in a project". */
  name: string;
  /** The operation that it is most dangerous in; `running`: none, it is tried while everything is at rest. */
  during: OperationName;
  /** Others that it makes sense in. Default: every operation that works on the cluster's files. */
  alsoDuring?: readonly OperationName[];
  /** It would get in the way of others in the same project. */
  alone?: true;
  /** What comes of it where one system user runs everything. Default: held. */
  withoutRoot?: 'held' | 'not separated';
  /** Throws NotApplicable where the machine or the version lacks what it takes. */
  plant?(at: Scene): Promise<void>;
  /** What is broken, in words; nothing if the wall held. The canary and the neighbour are looked at in any case. */
  afterwards?(at: Scene): Promise<string[]>;
}

/** This attempt cannot be made here; the message says why. */
export class NotApplicable extends Error {}
