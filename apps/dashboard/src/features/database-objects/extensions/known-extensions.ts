import type { ExtensionObject } from '../shared/objects.ts';

/** Extensions that people look for and that this build of PostgreSQL does not bring: what stands in for them. */
const NOT_IN_THE_BUILD: Readonly<Record<string, { title: string; text: string }>> = {
  vector: {
    title: 'pgvector',
    text: 'Vector columns and similarity search. It is no part of the PostgreSQL build that is used here.',
  },
  postgis: {
    title: 'PostGIS',
    text: 'Geometry and geography. It is no part of the PostgreSQL build that is used here.',
  },
  pg_cron: {
    title: 'pg_cron',
    text: 'Jobs at fixed times. It is no part of the PostgreSQL build that is used here, but cron.schedule() and its other functions work: Basalt runs the jobs itself, as the page “Scheduled jobs” shows.',
  },
  pg_net: {
    title: 'pg_net',
    text: 'HTTP requests from SQL. It is no part of the PostgreSQL build that is used here: send requests from your application.',
  },
};

/** Well-known extensions that a server does not have, of those whose name has this part. */
export function missingExtensions(available: readonly string[], part: string) {
  const wanted = part.trim().toLowerCase();
  return Object.entries(NOT_IN_THE_BUILD)
    .filter(([name]) => !available.includes(name))
    .filter(([name, { title }]) => `${name} ${title}`.toLowerCase().includes(wanted))
    .map(([name, about]) => ({ name, ...about }));
}

/** Whether the server has another version than the one that is installed. */
export function hasUpgrade({
  installed_version: installed,
  default_version: standard,
}: Pick<ExtensionObject, 'installed_version' | 'default_version'>): boolean {
  return installed !== null && standard !== null && installed !== standard;
}
