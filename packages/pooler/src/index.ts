export {
  openPooler,
  type PooledProject,
  type Pooler,
  type PoolerOptions,
  type PoolMode,
} from './open-pooler.ts';
export { type RemoteDoor, RemoteDoors, type RemoteDoorsOptions } from './remote/remote-doors.ts';
