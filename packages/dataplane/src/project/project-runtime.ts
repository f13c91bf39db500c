import type { ProjectSnapshot } from '@basalt/project';

/**
 * The port through which the data plane learns of projects. The server fills it. It answers from memory or from a store
 * that outlives the platform process.
 */
export interface ProjectRuntime {
  /** The current state of a project, null when there is none with this ref. Cheap: asked for every request. */
  find(ref: string): ProjectSnapshot | null | Promise<ProjectSnapshot | null>;
  /** Called with the ref whenever a project changed or disappeared. Returns the way to end it. */
  onChange(listener: (ref: string) => void): () => void;
}
