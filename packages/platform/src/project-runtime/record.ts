import type { ProjectStatus } from '@basalt/contract';
import type { ProjectSnapshot } from '@basalt/project';

/** Everything of a project that serving it takes and that is stored, as plain data. It holds secrets and must not be logged. */
export interface ProjectRuntimeRecord
  extends Pick<
    ProjectSnapshot,
    'ref' | 'revision' | 'servicesRestart' | 'keys' | 'verificationKeys' | 'signingKey' | 'rest' | 'auth'
  > {
  status: ProjectStatus;
  /** The status as the end of a sentence: "it is paused". */
  statusText: string;
}
