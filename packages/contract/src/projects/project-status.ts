import * as z from 'zod';

/** Every status a project can have, in the words of the management API. */
export const PROJECT_STATUSES = [
  'INACTIVE',
  'ACTIVE_HEALTHY',
  'ACTIVE_UNHEALTHY',
  'COMING_UP',
  'UNKNOWN',
  'GOING_DOWN',
  'INIT_FAILED',
  'REMOVED',
  'RESTORING',
  'UPGRADING',
  'PAUSING',
  'RESTORE_FAILED',
  'RESTARTING',
  'PAUSE_FAILED',
  'RESIZING',
] as const;
export type ProjectStatus = (typeof PROJECT_STATUSES)[number];
export const projectStatus = z.enum(PROJECT_STATUSES);
