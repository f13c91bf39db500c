import type { LocalOptions } from './open-local-driver.ts';
import type { TestHome } from './test-home.ts';

/** What the projects of these tests hold instead of the real schemas. */
export const MARKER = {
  name: 'marker',
  sql: `create table public.marker as select 'from the template' as text`,
};

export function driverOptions(home: Pick<TestHome, 'home' | 'shared'>): LocalOptions {
  return {
    home: home.home,
    shared: home.shared,
    scripts: () => [MARKER],
    listenAddress: '127.0.0.1',
    poolSize: 0,
    durable: false,
    // What is kept ready does not depend on where these tests run.
    freeBytes: async () => 1_000_000_000_000,
  };
}
