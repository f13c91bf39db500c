import { PLATFORM_REF } from '@basalt/clusters';
import { migrateDatabase, readMigrationState } from '@basalt/platform';
import { runCommand, UsageError } from './command-options.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { type Home, openHome } from './home.ts';
import { lockHome } from './home-lock.ts';
import { platformDatabaseUrl } from './platform-database-url.ts';
import { goBack } from './upgrade/go-back.ts';
import { copyBeforeUpgrade, listCopies } from './upgrade/upgrade-copies.ts';
import { ownVersion, rememberVersion, usedVersion } from './upgrade/used-version.ts';
import { withClusters } from './with-clusters.ts';

/** `upgrade`: brings the data of an earlier version up to date while nothing runs, says what would be done, and goes back. */

const HELP = `basalt upgrade [--check] [--json]     bring the data folder up to this version; a start does so too
basalt upgrade --back [--yes] [--json]

  --check   only say what would be done
  --back    put the platform's database back as it was before the last upgrade; run it with the newer version,
            then start the older one
  --yes     also where projects that were made since are forgotten
  --json    one JSON document in place of sentences

Ends with 0 when it is done or there is nothing to do, 1 when it is not done, 2 for wrong options.`;

interface Options {
  check: boolean;
  back: boolean;
  yes: boolean;
  json: boolean;
}

interface Told {
  code: number;
  /** For scripts. */
  facts: Record<string, unknown>;
  sentences: string[];
}

async function main(options: Options): Promise<number> {
  const config = readConfig(process.env);
  if (config.databaseUrl !== null)
    throw new ConfigError(
      'DATABASE_URL names the database of the platform: keep a copy of it with its own means. A start brings it up to date.',
    );
  const home = await openHome(config.home);
  const unlock = await lockHome(home);
  try {
    const { code, facts, sentences } = await work(config, home, options);
    if (options.json) console.log(JSON.stringify(facts));
    else for (const sentence of sentences) console.log(sentence);
    return code;
  } finally {
    await unlock();
  }
}

function work(config: Config, home: Home, options: Options): Promise<Told> {
  return withClusters('upgrade', config, home, async ({ clusters, log }) => {
    const parts = { home, clusters, log };
    if ((await clusters.status(PLATFORM_REF)) === 'absent') return nothingThere(home);
    return options.back ? await back(parts, options.yes) : await forward(parts, options);
  });
}

type Parts = Parameters<typeof goBack>[0];

async function forward({ home, clusters, log }: Parts, { check, json }: Options): Promise<Told> {
  const databaseUrl = platformDatabaseUrl((await clusters.start(PLATFORM_REF)).address);
  const [state, from, to] = [
    await readMigrationState(databaseUrl),
    await usedVersion(home),
    await ownVersion(),
  ];
  const { applied, pending, unknown } = state;
  const facts = { from, to, applied, pending, unknown, copies: await listCopies(home) };
  if (unknown.length > 0)
    return {
      code: 1,
      facts: { ...facts, state: 'newer' },
      sentences: [
        `${home.path} was used by a newer Basalt, which version ${to} cannot read. Start that version, or let it go back with "basalt upgrade --back".`,
      ],
    };
  if (pending.length === 0)
    return {
      code: 0,
      facts: { ...facts, state: 'current' },
      sentences: [`${home.path} is up to date with version ${to}.`],
    };
  if (check)
    return {
      code: 0,
      facts: { ...facts, state: 'pending' },
      sentences: [
        `Version ${to} would bring the platform's database up to date in ${pending.length} steps, ${pending[0]} to ${pending.at(-1)}, and keep a copy of it before.`,
      ],
    };
  const say = json ? () => {} : (text: string) => console.log(text);
  const copy = await copyBeforeUpgrade({ home, clusters, log }, databaseUrl, say);
  await migrateDatabase(databaseUrl);
  await rememberVersion(home);
  return {
    code: 0,
    facts: { ...facts, state: 'upgraded', copies: await listCopies(home), copy },
    sentences: [
      `${home.path} is up to date with version ${to}. "basalt upgrade --back" goes back to the copy that was kept.`,
    ],
  };
}

async function back(parts: Parts, agrees: boolean): Promise<Told> {
  const { copy, forgotten, done } = await goBack(parts, agrees);
  const facts = { copy, forgotten, done };
  const whichOne = copy.version === null ? 'the version that ran before' : `version ${copy.version}`;
  if (done)
    return {
      code: 0,
      facts,
      sentences: [
        `The platform's database is as it was at ${copy.takenAt}. Start ${whichOne} now: this one would upgrade it again.`,
      ],
    };
  if (forgotten.length === 0)
    return {
      code: 0,
      facts,
      sentences: [`The platform's database is in the state before the upgrade already. Start ${whichOne}.`],
    };
  const names = forgotten.map(({ name, ref }) => `  ${name} (${ref})`);
  return {
    code: 1,
    facts,
    sentences: [
      'Nothing was changed. These projects were made since the upgrade, and would be forgotten; their databases would stay in the data folder:',
      ...names,
      'Download what you want to keep of them, then say --yes.',
    ],
  };
}

function nothingThere(home: Home): Told {
  return {
    code: 0,
    facts: { state: 'empty' },
    sentences: [`${home.path} holds no installation yet: there is nothing to upgrade.`],
  };
}

const flag = { type: 'boolean', default: false } as const;
await runCommand(HELP, { check: flag, back: flag, yes: flag, json: flag }, (options, words) => {
  if (words.length > 0) throw new UsageError('It takes options only.');
  if (options.back && options.check) throw new UsageError('Say --back or --check, not both.');
  return main(options);
});
