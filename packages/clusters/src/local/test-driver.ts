import { afterAll, beforeAll } from 'vitest';
import type { NewCluster } from '../driver.ts';
import { driverOptions } from './driver-options-for-test.ts';
import type { LocalDriver } from './local-driver.ts';
import { type LocalOptions, openWith } from './open-local-driver.ts';
import { makeTestHome, type TestHome } from './test-home.ts';

export interface TestDriver {
  readonly driver: LocalDriver;
  readonly home: TestHome;
  /** Another driver on the same home, as another process would have; closed at the end. */
  open(options?: Partial<LocalOptions>): Promise<LocalDriver>;
}

/** A driver on a throw-away home, with everything it started killed after the tests of the file. */
export function useTestDriver(): TestDriver {
  let home: TestHome | undefined;
  let driver: LocalDriver | undefined;
  const drivers: LocalDriver[] = [];

  const current = () => {
    if (!home) throw new Error('The test driver is not open yet: use it inside tests or hooks.');
    return home;
  };
  const open = async (options: Partial<LocalOptions> = {}) => {
    const opened = await openWith({ ...driverOptions(current()), ...options });
    drivers.push(opened);
    return opened;
  };

  beforeAll(async () => {
    home = await makeTestHome();
    driver = await open();
  });
  afterAll(async () => {
    await Promise.all(drivers.map((each) => each.close()));
    await home?.dispose();
  });

  return {
    get driver() {
      if (!driver) throw new Error('The test driver is not open yet: use it inside tests or hooks.');
      return driver;
    },
    get home() {
      return current();
    },
    open,
  };
}

export function project(ref: string, changes: Partial<NewCluster> = {}): NewCluster {
  return { ref, kind: 'project', major: 17, port: null, ...changes };
}

export function scratch(ref: string, changes: Partial<NewCluster> = {}): NewCluster {
  return project(ref, { kind: 'scratch', ...changes });
}
