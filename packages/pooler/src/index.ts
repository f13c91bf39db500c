export {
  openPooler,
  type PooledProject,
  type Pooler,
  type PoolerOptions,
  type PoolMode,
} from './open-pooler.ts';
