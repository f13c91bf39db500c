// What a process needs that serves projects: light, without the contract's schemas and without the operations engine.
export {
  openProjectRuntimeStore,
  type ProjectRuntimeOptions,
  type ProjectRuntimeStore,
} from './open-store.ts';
export type { ProjectAddress, ProjectRuntimeRecord } from './read-record.ts';
