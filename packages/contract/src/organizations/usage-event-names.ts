/** What the dashboard tells of: things that somebody did, never what was in them. */
export const USAGE_EVENTS = [
  'project_created',
  'project_paused',
  'project_restored',
  'project_restarted',
  'project_resized',
  'upgrade_started',
  'backup_taken',
  'backup_restored',
  'backup_downloaded',
  'sql_run',
  'rows_exported',
  'snippet_created',
  'report_created',
  'api_key_created',
  'user_created',
] as const;
export type UsageEventName = (typeof USAGE_EVENTS)[number];

/** Events are kept for so many days. */
export const USAGE_EVENT_DAYS = 90;
/** An organization keeps so many of its newest events. */
export const MAX_USAGE_EVENTS = 10_000;
