import type { Project } from '@basalt/contract';
import type { ExtensionObject } from '../shared/objects.ts';

/** What a project runs on. */
export type ServerOfProject = Pick<Project, 'postgres_version' | 'postgres_installation' | 'is_attached'>;

interface KnownExtension {
  title: string;
  text: string;
  /** The end of the name of Debian's package, for those that a PostgreSQL of the machine can bring. */
  debianPackage?: string;
}

/** Extensions that people look for and that the PostgreSQL of Basalt does not bring: how to get them, or what stands in for them. */
const NOT_IN_THE_BUILD: Readonly<Record<string, KnownExtension>> = {
  vector: {
    title: 'pgvector',
    text: 'Vector columns and similarity search.',
    debianPackage: 'pgvector',
  },
  postgis: {
    title: 'PostGIS',
    text: 'Geometry and geography.',
    debianPackage: 'postgis-3',
  },
  pg_cron: {
    title: 'pg_cron',
    text: 'Jobs at fixed times. It is not part of the PostgreSQL build that is used here, but cron.schedule() and its other functions work: Basalt runs the jobs itself, as the page “Scheduled jobs” shows.',
  },
  pg_net: {
    title: 'pg_net',
    text: 'HTTP requests from SQL. It is not part of the PostgreSQL build that is used here, but net.http_post() and its other functions work: Basalt sends the requests itself, as the page “Webhooks” shows.',
  },
};

/** Well-known extensions that a server does not have, of those whose name has this part. */
export function missingExtensions(
  available: readonly string[],
  part: string,
  server: ServerOfProject | undefined,
) {
  const wanted = part.trim().toLowerCase();
  return Object.entries(NOT_IN_THE_BUILD)
    .filter(([name]) => !available.includes(name))
    .filter(([name, { title }]) => `${name} ${title}`.toLowerCase().includes(wanted))
    .map(([name, { title, text, debianPackage }]) => ({
      name,
      title,
      text:
        debianPackage === undefined || server === undefined
          ? text
          : `${text} ${howToGet(debianPackage, server)}`,
    }));
}

/** What whoever runs Basalt has to do. Packages have the same names in Debian, Ubuntu and at apt.postgresql.org. */
function howToGet(
  debianPackage: string,
  { postgres_version, postgres_installation: installation, is_attached: isAttached }: ServerOfProject,
): string {
  const major = Number.parseInt(postgres_version, 10);
  const name = `postgresql-${major}-${debianPackage}`;
  if (isAttached) return `Whoever runs the database’s server can add it: in Debian its package is ${name}.`;
  return installation === null
    ? `Whoever runs Basalt can add it: install the packages postgresql-${major} and ${name}, and start Basalt with BASALT_POSTGRES_${major}=/usr/lib/postgresql/${major}.`
    : `Whoever runs Basalt can add it to ${installation}: in Debian its package is ${name}.`;
}

/** Which PostgreSQL it is, in words: `PostgreSQL 15.18 of this machine, in /usr/lib/postgresql/15`. */
export function serverLabel({
  postgres_version,
  postgres_installation: installation,
  is_attached: isAttached,
}: ServerOfProject): string {
  if (isAttached) return `PostgreSQL ${postgres_version} of a server that somebody else runs`;
  return `PostgreSQL ${postgres_version} ${installation === null ? 'that comes with Basalt' : `of this machine, in ${installation}`}`;
}

/** Whether the server has another version than the one that is installed. */
export function hasUpgrade({
  installed_version: installed,
  default_version: standard,
}: Pick<ExtensionObject, 'installed_version' | 'default_version'>): boolean {
  return installed !== null && standard !== null && installed !== standard;
}
