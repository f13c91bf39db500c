export { openPostgresLog } from './open-postgres-log.ts';
