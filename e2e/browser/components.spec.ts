import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { ApiClient, CreatedProject } from '../basalt/api-client.ts';
import { untilQuiet } from '../basalt/page-checks.ts';
import { withPlatformDatabase } from '../basalt/platform-database.ts';
import { SqlEditor } from '../basalt/sql-editor.ts';
import type { Basalt } from '../basalt/start-basalt.ts';
import { expect, test } from '../basalt/test.ts';

// COMPONENT_PICTURES=draw npm run journeys -- browser/components: draws the list of components in docs/design anew, from the pages that use
// them. A usual run does not: e2e/browser/looks compares pages with their pictures.

const IS_DRAWN = process.env.COMPONENT_PICTURES === 'draw';
test.setTimeout(300_000);

const FOLDER = path.join(import.meta.dirname, '../../docs/design');
const SIZE = { width: 1280, height: 720 };
/** Pixels of a picture at most: what a component is like is seen at its beginning. */
const MOST = { width: 1000, height: 300 };
/** What is wider stands above the other theme, and not beside it. */
const HALF = 480;
const QUALITY = 0.7;

interface Component {
  name: string;
  /** Below `apps/dashboard/src`. */
  file: string;
  /** When it is taken. */
  use: string;
  /** Of the project, unless it begins with `//`. */
  path: string;
  act?: (page: Page) => Promise<unknown>;
  part: (page: Page) => Locator;
}

const main = (page: Page) => page.locator('#main');
const dialog = (page: Page) => page.getByRole('dialog').last();
const press = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click();

const GROUPS: Record<string, Component[]> = {
  'Frame of a page': [
    {
      name: 'Top bar',
      file: 'shell/top-bar.tsx',
      use: 'Around every page: where one is, with switchers, health and what opens beside the page.',
      path: '',
      part: (page) => page.getByRole('banner'),
    },
    {
      name: 'Side menu',
      file: 'shell/side-menu.tsx',
      use: 'The pages of a project. An entry is declared by its route.',
      path: '',
      part: (page) => page.getByRole('navigation', { name: 'Project' }),
    },
    {
      name: 'Sub menu',
      file: 'shell/sub-menu.tsx',
      use: 'Pages one level down, with the search over settings where there are any.',
      path: '/settings/general',
      part: (page) => page.getByRole('navigation', { name: 'Settings' }),
    },
    {
      name: 'Page',
      file: 'ui/pages/page.tsx',
      use: 'Every page: title, one sentence, actions.',
      path: '/database/tables',
      part: main,
    },
    {
      name: 'Section',
      file: 'ui/pages/section.tsx',
      use: 'What belongs together and is saved together.',
      path: '/settings/general',
      part: (page) => page.getByRole('region', { name: 'Project', exact: true }),
    },
    {
      name: 'Places of a page',
      file: 'ui/pages/page-places.tsx',
      use: 'The sections of a page that has three and more; made by the page itself.',
      path: '/auth/settings',
      part: (page) => page.getByRole('navigation', { name: 'On this page' }),
    },
    {
      name: 'Side panel',
      file: 'ui/pages/side-panel.tsx',
      use: 'What an entry of a list is, beside the list.',
      path: '/database/roles',
      act: (page) => page.getByRole('link', { name: 'authenticator' }).click(),
      part: dialog,
    },
  ],
  'States of a page': [
    {
      name: 'Empty state',
      file: 'ui/pages/empty-state.tsx',
      use: 'Nothing is there: says so, what it would be, and offers the first one.',
      path: '/storage/buckets',
      part: (page) => page.getByText('No buckets yet').locator('..'),
    },
    {
      name: 'Notice',
      file: 'ui/pages/notice.tsx',
      use: 'Something to know about what stands below, in one of four tones.',
      path: '/auth/mailbox',
      part: (page) => page.getByRole('note').or(page.getByRole('status')).filter({ hasText: 'SMTP' }).first(),
    },
    {
      name: 'State label',
      file: 'ui/status/state-label.tsx',
      use: 'The state of one thing as a dot and a word; `status-look.ts` says which tones there are.',
      path: '/auth/users',
      part: (page) => page.getByRole('table').or(page.getByRole('grid')).first(),
    },
    {
      name: 'Missing page',
      file: 'shell/missing-pages/missing-page.tsx',
      use: 'An address that leads to nothing.',
      path: '/nowhere',
      part: main,
    },
  ],
  Lists: [
    {
      name: 'Virtual table',
      file: 'ui/lists/virtual-table.tsx',
      use: 'Whatever there may be many of. Draws what is in sight.',
      path: '/database/tables',
      part: (page) => page.getByRole('table').or(page.getByRole('grid')).first(),
    },
    {
      name: 'Data table',
      file: 'ui/lists/data-table.tsx',
      use: 'A few rows with figures.',
      path: '/usage',
      part: (page) => page.getByRole('table').first(),
    },
    {
      name: 'Rows of a table',
      file: 'features/table-editor/grid/table-grid.tsx',
      use: 'Values of a database, to be read and changed.',
      path: '/editor/$stones',
      part: (page) => page.getByRole('grid').first(),
    },
    {
      name: 'Row menu',
      file: 'ui/menus/row-menu.tsx',
      use: 'What can be done with one entry, behind three dots.',
      path: '//projects',
      act: (page) =>
        page
          .getByRole('button', { name: /^Actions for/ })
          .first()
          .click(),
      part: dialog,
    },
    {
      name: 'Actions of a section',
      file: 'ui/lists/action-row.tsx',
      use: 'What can be done with the whole, each with a sentence about what it means.',
      path: '/settings/general',
      part: (page) => page.getByRole('region', { name: 'Availability' }),
    },
  ],
  Fields: [
    {
      name: 'Text, with its label and help',
      file: 'ui/fields/labelled.tsx',
      use: 'The label above, what the field does below it, what is wrong below the field.',
      path: '/auth/smtp',
      part: (page) => page.getByRole('region', { name: 'Mail server' }),
    },
    {
      name: 'Switch',
      file: 'ui/fields/switch-field.tsx',
      use: 'What is on or off.',
      path: '/auth/settings#sign-up-and-e-mail',
      part: (page) => page.getByRole('region', { name: 'Sign-up and e-mail' }),
    },
    {
      name: 'Choice with sentences',
      file: 'ui/fields/radio-group.tsx',
      use: 'One of a few, where each needs a sentence.',
      path: '//org/$slug/general#ai-assistant',
      part: (page) => page.getByRole('group', { name: 'Shared with the provider' }),
    },
    {
      name: 'Filters of a list',
      file: 'ui/fields/search-field.tsx',
      use: 'Search and filters above a list. They are in the address.',
      path: '/logs',
      part: (page) => page.getByRole('search'),
    },
    {
      name: 'Save bar',
      file: 'ui/save-bar.tsx',
      use: 'One for each page of settings. Forms tell it what was changed by a `SaveFoot`.',
      path: '/settings/general',
      act: (page) => page.getByRole('textbox', { name: 'Project name' }).fill('Another name'),
      part: (page) => page.getByRole('region', { name: 'Unsaved changes' }),
    },
  ],
  'Code and copies': [
    {
      name: 'Code editor',
      file: 'ui/code-editor/code-editor.tsx',
      use: 'SQL, functions, templates and policies are all written in it.',
      path: '/sql/new',
      act: (page) => new SqlEditor(page).run("select 1 as id, 'granite' as name"),
      part: (page) => page.locator('.cm-editor').first(),
    },
    {
      name: 'Results',
      file: 'ui/data-grid/data-grid.tsx',
      use: 'Rows that a query answered, to be read and copied.',
      path: '/sql/new',
      act: (page) => new SqlEditor(page).run("select 1 as id, 'granite' as name"),
      part: (page) => page.getByRole('region', { name: 'Results' }),
    },
    {
      name: 'Line to copy',
      file: 'ui/copy/code-line.tsx',
      use: 'Addresses, references and keys.',
      path: '/settings/general',
      part: (page) => page.getByRole('group', { name: 'project reference' }),
    },
    {
      name: 'Block to copy',
      file: 'ui/copy/code-block.tsx',
      use: 'Commands and snippets of code.',
      path: '/functions',
      part: (page) => page.locator('#main pre').first().locator('..'),
    },
  ],
  Charts: [
    {
      name: 'Figure over time',
      file: 'ui/charts/chart-figure.tsx',
      use: 'Numbers that people compare. The crosshair is shared on a page, dragging zooms.',
      path: '/observability',
      part: (page) => page.getByRole('figure').first(),
    },
    {
      name: 'Bars beside a figure',
      file: 'ui/charts/spark-bars.tsx',
      use: 'How a figure came about, without axes: the figure itself says in words what matters.',
      path: '',
      part: (page) => page.getByRole('list', { name: 'Trends' }),
    },
  ],
  'Over the page': [
    {
      name: 'Command menu',
      file: 'shell/command-menu/command-menu.tsx',
      use: 'Every page, thing, setting and action.',
      path: '',
      act: (page) => page.getByRole('button', { name: 'Open command menu' }).click(),
      part: dialog,
    },
    {
      name: 'Question before harm',
      file: 'ui/confirm-dialog.tsx',
      use: 'What cannot be undone, with the name of what is lost.',
      path: '/settings/general',
      act: (page) => page.getByRole('region', { name: 'Delete project' }).getByRole('button').click(),
      part: dialog,
    },
    {
      name: 'Question for a name',
      file: 'ui/name-dialog.tsx',
      use: 'New things that need a name first.',
      path: '/reports',
      act: press('New report'),
      part: dialog,
    },
    {
      name: 'Keyboard shortcuts',
      file: 'shell/shortcut-sheet.tsx',
      use: 'All keys, behind ?',
      path: '',
      act: (page) => page.keyboard.press('?'),
      part: dialog,
    },
  ],
};

if (IS_DRAWN)
  test('the components are drawn in both themes', async ({ api, basalt, page, project }) => {
    const addresses = await furnish(api, project);
    await growFor30Days(basalt, project);
    await mkdir(path.join(FOLDER, 'components'), { recursive: true });
    await page.setViewportSize(SIZE);
    const missed: string[] = [];
    for (const component of Object.values(GROUPS).flat()) {
      const taken = await test
        .step(component.name, () => draw(page, component, addresses))
        .catch((error) => {
          missed.push(`${component.name}: ${error}`);
          return null;
        });
      if (taken !== null) await writeFile(path.join(FOLDER, pictureOf(component)), taken);
    }
    await writeFile(path.join(FOLDER, 'components.md'), document());
    expect(missed).toEqual([]);
  });

const pictureOf = ({ name }: Component) =>
  `components/${name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.webp`;

async function furnish(api: ApiClient, { ref }: CreatedProject): Promise<Record<string, string>> {
  await api.rows(
    ref,
    `create table if not exists public.stones (id int primary key, name text not null, is_hard boolean);
     insert into public.stones values (1, 'granite', true), (2, 'slate', false), (3, 'basalt', true) on conflict do nothing`,
  );
  for (const [name, email_confirm] of [
    ['ada', true],
    ['grace', false],
  ])
    await api.request('POST', `/platform/auth/${ref}/users`, {
      email: `${name}@example.com`,
      password: 'granite in the morning',
      email_confirm,
    });
  const [stones] = await api.rows(ref, "select 'public.stones'::regclass::oid::int as id");
  return { ref, slug: await api.organization(), stones: String(stones?.id) };
}

/** What was measured of the project on each of the days before today. */
async function growFor30Days(basalt: Basalt, { ref }: CreatedProject): Promise<void> {
  await withPlatformDatabase(basalt, (client) =>
    client.query(
      `insert into usage_days (project_id, day, figure, value)
       select projects.id, (now() at time zone 'utc')::date - ago, figure, least + step * (30 - ago)
       from projects, generate_series(1, 29) as ago, (values ('database_bytes', 9e6, 5e5), ('active_users', 0, 3)) as grown (figure, least, step)
       where ref = $1 on conflict do nothing`,
      [ref],
    ),
  );
}

/** Both themes beside each other, or below each other where that is too wide. */
async function draw(page: Page, { path: at, act, part }: Component, addresses: Record<string, string>) {
  const address = at.startsWith('//') ? at.slice(1) : `/project/$ref${at}`;
  await untilQuiet(page, 400, async () => {
    await page.goto(address.replace(/\$(\w+)/g, (_, name) => addresses[name] ?? ''));
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
  });
  if (act !== undefined) await untilQuiet(page, 300, () => act(page));
  const seen = part(page);
  await seen.scrollIntoViewIfNeeded({ timeout: 20_000 });
  const shots: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const box = await seen.boundingBox({ timeout: 20_000 });
    if (box === null) throw new Error('It is not seen.');
    const clip = {
      x: Math.max(0, box.x),
      y: Math.max(0, box.y),
      width: Math.min(box.width, MOST.width, SIZE.width - box.x),
      height: Math.min(box.height, MOST.height, SIZE.height - box.y),
    };
    shots.push((await page.screenshot({ clip, animations: 'disabled', caret: 'hide' })).toString('base64'));
  }
  await page.emulateMedia({ colorScheme: 'light' });
  const blank = await page.context().newPage();
  try {
    const url = await blank.evaluate<string>(compose(shots));
    return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
  } finally {
    await blank.close();
  }
}

const compose = (shots: readonly string[]) => `(async () => {
  const images = await Promise.all(${JSON.stringify(shots)}.map(async (data) => {
    const image = new Image();
    image.src = 'data:image/png;base64,' + data;
    await image.decode();
    return image;
  }));
  const [light, dark] = images;
  const gap = 12;
  const isWide = light.width > ${HALF};
  const canvas = document.createElement('canvas');
  canvas.width = isWide ? light.width : light.width + gap + dark.width;
  canvas.height = isWide ? light.height + gap + dark.height : Math.max(light.height, dark.height);
  const drawing = canvas.getContext('2d');
  drawing.drawImage(light, 0, 0);
  drawing.drawImage(dark, isWide ? 0 : light.width + gap, isWide ? light.height + gap : 0);
  return canvas.toDataURL('image/webp', ${QUALITY});
})()`;

function document(): string {
  const parts = Object.entries(GROUPS).map(([title, components]) =>
    [
      `## ${title}`,
      ...components.map((component) =>
        [
          `### ${component.name}`,
          `${component.use} [\`${component.file}\`](../../apps/dashboard/src/${component.file})`,
          `![${component.name} in the light and the dark theme](${pictureOf(component)})`,
        ].join('\n\n'),
      ),
    ].join('\n\n'),
  );
  return [
    '# Components',
    'What pages are made of, each as it stands on one of them, in the light and the dark theme. Drawn by\n`COMPONENT_PICTURES=draw npm run journeys -- browser/components`; what is said here is written there.',
    ...parts,
    '',
  ].join('\n\n');
}
