// What a process needs that serves projects: light, without the contract's schemas and without the operations engine.
export {
  openProjectRuntimeStore,
  type ProjectRuntimeOptions,
  type ProjectRuntimeStore,
} from './open-store.ts';
export type { ProjectRuntimeRecord, RuntimeJwk, RuntimeKey, RuntimeSigningKey } from './record.ts';
export type { RuntimeAuth } from './runtime-auth.ts';
