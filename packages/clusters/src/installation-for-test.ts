import { existsSync } from 'node:fs';
import { type Installation, openInstallation } from './local/templates/installation.ts';

const FOLDER = '/usr/lib/postgresql/15';
const EXTENSIONS = '/usr/share/postgresql/15/extension';

/** Why tests that need Debian's PostgreSQL 15 with PostGIS are skipped; null: it is there. */
export const noInstallation: string | null =
  existsSync(`${FOLDER}/bin/postgres`) && existsSync(`${EXTENSIONS}/postgis.control`)
    ? null
    : `needs PostGIS in ${FOLDER}: apt-get install postgresql-15 postgresql-15-postgis-3`;

/** Debian's PostgreSQL 15. */
export function debianInstallation(): Promise<Installation> {
  return openInstallation(15, FOLDER);
}
