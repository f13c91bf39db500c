export {
  copyDone,
  messageReader,
  queryMessage,
  replicationStartup,
  rowValues,
  type ServerMessage,
} from './replication-messages.ts';
export { ReplicationSession, SILENCE_MS } from './replication-session.ts';
