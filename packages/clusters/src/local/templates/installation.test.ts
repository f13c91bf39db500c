import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openInstallation } from './installation.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'installation-'));
  await chmod(folder, 0o755);
});
afterEach(() => rm(folder, { recursive: true }));

const EXTENSIONS = ['pgcrypto', 'uuid-ossp', 'pg_stat_statements', 'plpgsql'];

/** What an installation is to whoever looks at it from outside. */
async function install(version: string, extensions = EXTENSIONS): Promise<void> {
  for (const part of ['bin', 'lib', 'share', 'share/extension']) {
    await mkdir(join(folder, part));
    await chmod(join(folder, part), 0o755);
  }
  const initdb = `#!/bin/sh\necho 'VERSION=${version}' >&2\necho 'share_path=${folder}/share' >&2\n`;
  for (const [name, text] of [
    ['bin/initdb', initdb],
    ['bin/postgres', '#!/bin/sh\n'],
    ...extensions.map((each) => [`share/extension/${each}.control`, '']),
  ] as const) {
    await writeFile(join(folder, name), text);
    await chmod(join(folder, name), 0o755);
  }
}

test('an installation tells its version and where its extensions are', async () => {
  await install('15.18 (Debian 15.18-0+deb12u1)');
  await symlink(folder, `${folder}-link`);
  expect(await openInstallation(15, `${folder}-link`)).toEqual({
    major: 15,
    folder,
    version: '15.18',
    fullVersion: '15.18 (Debian 15.18-0+deb12u1)',
    extensions: join(folder, 'share', 'extension'),
  });
  await rm(`${folder}-link`);
});

const MISTAKES: [string, () => Promise<unknown>, RegExp][] = [
  [
    'is not there',
    () => rm(folder, { recursive: true }),
    /which is not there: set it to a folder such as \/usr\/lib\/postgresql\/15\.$/,
  ],
  ['is empty', async () => {}, /which has no bin\/postgres: set it to the folder of a whole server/],
  [
    'has no initdb',
    () => install('15.18').then(() => rm(join(folder, 'bin', 'initdb'))),
    /which has no bin\/initdb/,
  ],
  [
    'is of another version',
    () => install('16.2'),
    /which is PostgreSQL 16\.2: set it to a PostgreSQL 15, or name this one in BASALT_POSTGRES_16\.$/,
  ],
  [
    'is of a version that Basalt does not run',
    () => install('14.9'),
    /which is PostgreSQL 14\.9: .*no variable, since Basalt does not run it/,
  ],
  [
    'has programs that others can change',
    () => install('15.18').then(() => chmod(join(folder, 'bin', 'postgres'), 0o777)),
    /but others than root can change .*bin\/postgres: give it to root/,
  ],
  [
    'has extensions that others can change',
    () => install('15.18').then(() => chmod(join(folder, 'share', 'extension'), 0o777)),
    /but others than root can change .*share\/extension: give it to root/,
  ],
  [
    'is in a folder that others can change',
    () => install('15.18').then(() => chmod(folder, 0o775)),
    /but others than root can change .*: give it to root/,
  ],
  [
    'has programs that nobody can run',
    () => install('15.18').then(() => chmod(join(folder, 'bin', 'initdb'), 0o600)),
    /whose programs the users of databases cannot run: let everybody read and run what is in it\. It says: /,
  ],
  [
    'has a program that is something else',
    () => install('15.18').then(() => writeFile(join(folder, 'bin', 'initdb'), '#!/bin/sh\necho hello\n')),
    /It says: initdb says nothing of itself\.$/,
  ],
  [
    'lacks what comes with PostgreSQL',
    () => install('15.18', ['plpgsql', 'pgcrypto']),
    /which lacks the extension uuid-ossp, .*package postgresql-contrib/,
  ],
];

test.each(MISTAKES)(
  'a folder that %s is refused with the variable and the fix',
  async (_what, make, sentence) => {
    await make();
    const refused = openInstallation(15, folder);
    await expect(refused).rejects.toMatchObject({ name: 'ClusterError', code: 'home_unusable' });
    await expect(refused).rejects.toThrow(sentence);
    await expect(refused).rejects.toThrow(`BASALT_POSTGRES_15 names ${folder}, `);
    await mkdir(folder, { recursive: true });
  },
);
