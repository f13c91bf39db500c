export {
  openPooler,
  type PooledProject,
  type Pooler,
  type PoolerOptions,
} from './open-pooler.ts';
export { type RemoteDoor, RemoteDoors, type RemoteDoorsOptions } from './remote/remote-doors.ts';
export type { PoolerEvent, PoolMode } from './visit.ts';
