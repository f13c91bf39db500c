import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { findFreePorts } from '../basalt/free-ports.ts';
import { expect, test } from '../basalt/test.ts';

// Guides of the Connect dialog, from the first command to what they show. The commands that make an app fetch hundreds of packages that
// are no part of ours: with GUIDES_MATRIX=full all guides run as they stand. Without it, React runs in an app that is made of our own
// packages; Node.js and Kysely run in connect.spec.ts.
const IS_FULL = process.env.GUIDES_MATRIX === 'full';
const FRAMEWORKS = IS_FULL ? ['react', 'nextjs', 'vue', 'sveltekit', 'node'] : ['react'];
const MOBILE = IS_FULL ? ['expo'] : [];
const LIBRARIES = IS_FULL ? ['drizzle', 'prisma', 'kysely'] : [];
const NODE_MODULES = path.join(import.meta.dirname, '../../node_modules');

const ENVIRONMENT = {
  ...process.env,
  PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`,
  npm_config_yes: 'true',
  NEXT_TELEMETRY_DISABLED: '1',
  // Generating a client takes no engine for schemas, which is not on npm.
  PRISMA_SCHEMA_ENGINE_BINARY: '/bin/true',
};

type Steps = Record<string, string>;

async function stepsOf(page: Page, ref: string, tab: string, guide: string): Promise<Steps> {
  await page.goto(`/project/${ref}?showConnect=true&connectTab=${tab}&connectWith=${guide}`);
  const dialog = page.getByRole('dialog', { name: 'Connect' });
  await expect(dialog.getByRole('region', { name: 'Run', exact: true })).toBeVisible();
  if (tab === 'orms') {
    await dialog.getByRole('button', { name: 'Reveal password' }).click();
    await expect(dialog.getByText('[YOUR-PASSWORD]')).toHaveCount(0);
  }
  const steps: Steps = {};
  for (const step of await dialog.locator('ol section').all())
    steps[(await step.getAttribute('aria-label')) ?? ''] = (await step.textContent()) ?? '';
  return steps;
}

const bash = (commands: string, cwd: string) =>
  promisify(execFile)('bash', ['-ec', commands], {
    cwd,
    env: ENVIRONMENT,
    timeout: 300_000,
    maxBuffer: 100_000_000,
  }).then(({ stdout }) => stdout);

/** What the first command of the guide for React makes, as far as it takes part. */
async function makeReactApp(folder: string): Promise<void> {
  await mkdir(path.join(folder, 'src'), { recursive: true });
  await symlink(NODE_MODULES, path.join(folder, 'node_modules'));
  const files: Steps = {
    'package.json': '{ "type": "module", "scripts": { "dev": "vite" } }',
    'vite.config.ts': `import react from '@vitejs/plugin-react'\nexport default { plugins: [react()], cacheDir: '.vite' }`,
    'index.html': '<div id="root"></div><script type="module" src="/src/main.tsx"></script>',
    'src/main.tsx': `import { createRoot } from 'react-dom/client'\nimport App from './App.tsx'\ncreateRoot(document.getElementById('root')!).render(<App />)`,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
}

/** Makes the app and writes its files. @returns its folder */
async function build(base: string, guide: string, steps: Steps): Promise<string> {
  let folder = base;
  for (const [title, code] of Object.entries(steps)) {
    if (title === 'Create the app') {
      folder = path.join(base, 'my-app');
      if (IS_FULL) await bash(code, base);
      else if (guide === 'react') await makeReactApp(folder);
    } else if (title === 'Install') await bash(code, base);
    else if (/^[\w./+-]+\.[\w]+$|^\.env/.test(title)) {
      await mkdir(path.dirname(path.join(folder, title)), { recursive: true });
      await writeFile(path.join(folder, title), code);
    }
  }
  return folder;
}

async function showsInBrowser(page: Page, folder: string, command: string[]): Promise<void> {
  const { platform: port } = await findFreePorts();
  const server = spawn(command[0] ?? '', [...command.slice(1), '--port', String(port)], {
    cwd: folder,
    env: ENVIRONMENT,
    // With what npm starts, so that all of it ends.
    detached: true,
    stdio: 'ignore',
  });
  const ended = once(server, 'exit');
  try {
    await expect(async () => {
      await page.goto(`http://localhost:${port}/`);
      await expect(page.getByText('It has six sides')).toBeVisible();
    }).toPass({ timeout: 60_000 });
  } finally {
    if (server.pid !== undefined && server.exitCode === null) process.kill(-server.pid, 'SIGTERM');
    await ended;
  }
}

test('guides of the Connect dialog lead to apps that read the table', async ({ page, api }) => {
  test.setTimeout(IS_FULL ? 900_000 : 90_000);
  const { ref } = await api.createProject('Guided');
  let isSeeded = false;
  for (const [tab, guides] of Object.entries({ orms: LIBRARIES, frameworks: FRAMEWORKS, mobile: MOBILE }))
    for (const guide of guides)
      await test.step(guide, async () => {
        const steps = await stepsOf(page, ref, tab, guide);
        if (!isSeeded) await api.rows(ref, steps['A table to read'] ?? '');
        isSeeded = true;
        const base = await mkdtemp(path.join(tmpdir(), 'b-guide-'));
        const folder = await build(base, guide, steps);
        if (steps.Run === 'npm run dev') await showsInBrowser(page, folder, ['npm', 'run', 'dev', '--']);
        else if (guide === 'expo')
          await showsInBrowser(page, folder, [...(steps.Run ?? '').split(' '), '--web']);
        else expect(await bash(steps.Run ?? '', folder)).toContain('It has six sides');
        await rm(base, { recursive: true, force: true });
      });
});
