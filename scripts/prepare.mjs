import { join } from 'node:path';
import { buildDashboard, dashboardIsStale } from './build-dashboard.mjs';
import { install, installIsStale } from './install.mjs';
import { startLine } from './progress-line.mjs';
import { withSetupLock } from './setup-lock.mjs';

/**
 * Brings a clone up to date: packages, and the dashboard unless `dashboard` is false. Touches nothing, and needs
 * no network, when nothing is stale. Throws a sentence for people.
 */
export async function prepare(root, { dashboard = true } = {}) {
  const isStale = () => installIsStale(root) || (dashboard && dashboardIsStale(root));
  if (!isStale()) return;
  await withSetupLock(
    join(root, '.cache/setup.lock'),
    async () => {
      if (installIsStale(root)) await withLine('Installing packages (npm ci)', () => install(root));
      if (dashboard && dashboardIsStale(root))
        await withLine('Building the dashboard', () => buildDashboard(root));
    },
    (pid) => console.log(`Another start (process ${pid}) is setting this clone up. Waiting for it ...`),
  );
}

async function withLine(title, work) {
  const end = startLine(title);
  try {
    await work();
    end('done');
  } catch (error) {
    end('failed');
    throw error;
  }
}
