import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { POSTGRES_MAJORS } from '../driver.ts';
import { projectDatabaseScripts } from './index.ts';

const names = (major: (typeof POSTGRES_MAJORS)[number]) =>
  projectDatabaseScripts(major).map((script) => script.name);

test('every SQL file is run on some version, and in the order of its name', () => {
  const files = readdirSync(new URL('./sql/', import.meta.url)).sort();
  expect([...new Set(POSTGRES_MAJORS.flatMap(names))].sort()).toEqual(files);
  for (const major of POSTGRES_MAJORS)
    expect(names(major).map((name) => name.slice(0, 2))).toEqual(sorted(major));
});

test('a file with a version in its name runs from that version on, or up to the next of its kind', () => {
  const versioned = (major: (typeof POSTGRES_MAJORS)[number]) =>
    names(major).filter((name) => /\.\d\d\.sql$/.test(name));
  expect(versioned(15)).toEqual(['02-role-privileges.15.sql']);
  expect(versioned(16)).toEqual(['02-role-privileges.16.sql']);
  const since17 = ['02-role-privileges.16.sql', '03-settings-since.17.sql'];
  expect([versioned(17), versioned(18)]).toEqual([since17, since17]);
});

function sorted(major: (typeof POSTGRES_MAJORS)[number]): string[] {
  return names(major)
    .map((name) => name.slice(0, 2))
    .sort();
}
