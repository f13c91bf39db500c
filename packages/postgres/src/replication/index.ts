export { LogicalStream, type LogicalStreamTarget } from './logical-stream.ts';
export {
  PgOutputReader,
  type RowChange,
  type SentChange,
  type SentRelation,
  type SentValue,
} from './pgoutput.ts';
export {
  copyDone,
  messageReader,
  queryMessage,
  replicationStartup,
  rowValues,
  type ServerMessage,
} from './replication-messages.ts';
export { ReplicationSession, SILENCE_MS } from './replication-session.ts';
