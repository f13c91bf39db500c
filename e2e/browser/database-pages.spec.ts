import type { Locator, Page } from '@playwright/test';
import type { ApiClient } from '../basalt/api-client.ts';
import { accessibilityFaults, beyondTheEdge, pagesInTurn } from '../basalt/page-checks.ts';
import { expect, test } from '../basalt/test.ts';

test.setTimeout(240_000);

const SCENE = `
  create schema shop;
  create table public.goods (id int primary key, name text not null, price numeric(10,2), owner_id uuid);
  comment on table public.goods is 'What is for sale';
  create index goods_name on public.goods (name);
  create index goods_name_again on public.goods (name);
  insert into public.goods select g, 'Stone ' || g, g, case when g <= 3 then '11111111-2222-4333-8444-555555555555'::uuid end
    from generate_series(1, 10) g;
  create view public.cheap as select * from public.goods where price < 5;
  create function public.note_change() returns trigger language plpgsql as 'begin return new; end';
  create trigger goods_changed before update on public.goods for each row execute function public.note_change();
  create table shop."Odd ""name"" 🪨" (id int);
  insert into supabase_migrations.schema_migrations (version, name, statements)
    values ('20260131120507', 'first stones', '{"create table stones (id int)","select 1"}');`;

/** A page about a database, as somebody uses it. */
class DatabasePage {
  readonly #page: Page;
  readonly #ref: string;

  constructor(page: Page, ref: string) {
    this.#page = page;
    this.#ref = ref;
  }

  async open(path: string, heading: string): Promise<void> {
    await this.#page.goto(`/project/${this.#ref}/database/${path}`);
    await expect(this.#page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  }

  row(name: string): Locator {
    return this.#page.getByRole('row').filter({ hasText: name });
  }

  async openRow(name: string): Promise<Locator> {
    await this.#page.getByRole('row').getByRole('link', { name, exact: true }).click();
    return this.panel;
  }

  get panel(): Locator {
    return this.#page.getByRole('dialog').first();
  }

  async closePanel(): Promise<void> {
    await this.panel.getByRole('button', { name: 'Close' }).click();
    await expect(this.#page.getByRole('dialog')).toHaveCount(0);
  }

  /** Looks at the SQL of a form and runs it. */
  async review(shown: string | RegExp, button: string): Promise<void> {
    await this.panel.getByRole('button', { name: 'Review SQL' }).click();
    await expect(this.panel.getByRole('region', { name: 'SQL to run' })).toContainText(shown);
    await this.panel.getByRole('button', { name: button, exact: true }).click();
  }

  /** Drops what is open. */
  async drop(noun: string): Promise<void> {
    await this.panel.getByRole('button', { name: `Drop ${noun}…` }).click();
    const question = this.#page.getByRole('dialog', { name: new RegExp(`^Drop ${noun}`) });
    await expect(question.getByRole('region', { name: 'SQL to run' })).toContainText(/drop/i);
    await question.getByRole('button', { name: `Drop ${noun}`, exact: true }).click();
    await expect(this.#page.getByRole('dialog')).toHaveCount(0);
  }

  async write(label: string, text: string): Promise<void> {
    await this.panel.getByRole('textbox', { name: label }).click();
    await this.#page.keyboard.press('ControlOrMeta+a');
    await this.#page.keyboard.type(text);
  }
}

let ref = '';
let client: ApiClient;

test.beforeAll(async ({ api }) => {
  client = api;
  ({ ref } = await api.createProject('Workshop'));
  await api.rows(ref, SCENE);
});

const value = async (sql: string) => Object.values((await client.rows(ref, sql))[0] ?? {})[0];

test('objects are found, looked at and shared by their address', async ({ page }) => {
  const database = new DatabasePage(page, ref);
  await page.goto(`/project/${ref}`);
  await page
    .getByRole('navigation', { name: 'Project' })
    .getByRole('link', { name: 'Database' })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tables' })).toBeVisible();
  await expect(page).toHaveTitle(/^Tables \| Database/);
  await expect(database.row('goods')).toContainText('On');

  await page.getByRole('searchbox', { name: 'Search tables' }).fill('for sale');
  await expect(page).toHaveURL(/q=for\+sale|q=for%20sale/);
  const panel = await database.openRow('goods');
  await expect(panel).toContainText('What is for sale');
  await expect(panel.getByRole('region', { name: /Columns/ })).toContainText('numeric');
  await expect(panel.getByRole('link', { name: 'Open rows' })).toHaveAttribute('href', /\/editor\/\d+$/);
  const address = page.url();
  await page.goto(address);
  await expect(database.panel).toContainText('What is for sale');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).not.toHaveURL(/open=/);

  await page.getByRole('searchbox', { name: 'Search tables' }).fill('nothing like it');
  await page.getByRole('button', { name: 'Show all tables' }).click();
  await page.getByRole('combobox', { name: 'Schema' }).selectOption('shop');
  await database.openRow('Odd "name" 🪨');
  await expect(database.panel).toContainText('shop.Odd "name" 🪨');
  await database.closePanel();
  await page.getByRole('combobox', { name: 'Schema' }).selectOption('auth');
  await expect(page.getByRole('note')).toContainText('belongs to the auth service');
  await page.getByRole('combobox', { name: 'Schema' }).selectOption('public');
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('Views');
  await database.openRow('cheap');
  await expect(database.panel).toContainText('Can be written');

  await database.open('migrations', 'Migrations');
  await database.openRow('20260131120507');
  await expect(database.panel.getByRole('region', { name: 'SQL of the definition' })).toContainText(
    'create table stones (id int);',
  );
  await database.open('extensions?q=vector', 'Extensions');
  await expect(page.getByText('pgvector', { exact: true })).toBeVisible();
  await expect(
    page.getByText(/install the packages postgresql-\d+ and postgresql-\d+-pgvector/),
  ).toBeVisible();
  await expect(
    page.getByText(/This project runs on the PostgreSQL [\d.]+ that comes with Basalt/),
  ).toBeVisible();
  await database.open('roles', 'Roles');
  await database.openRow('anon');
  await expect(database.panel).toContainText('has not signed in');
  await database.open('triggers?kind=server', 'Triggers');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await database.open('functions?open=4294967295', 'Functions');
  await expect(database.panel).toContainText('There is no such function');
});

test('a policy is made from a template, tested as somebody, changed and dropped', async ({ page }) => {
  const database = new DatabasePage(page, ref);
  await database.open('policies', 'Policies');
  await page.getByRole('button', { name: 'Actions for goods' }).click();
  await page
    .getByRole('dialog', { name: 'Actions for goods' })
    .getByRole('button', { name: 'New policy' })
    .click();
  const panel = database.panel;
  await expect(panel.getByRole('combobox', { name: 'Table' })).toHaveValue('public.goods');
  await panel.getByRole('combobox', { name: 'Begin with' }).selectOption('Owners read their rows');
  await expect(panel.getByRole('textbox', { name: 'Using' })).toContainText('owner_id');
  await database.review(/create policy/i, 'Create policy');
  await expect(database.row('Owners read their rows')).toContainText('SELECT');
  expect(await value("select polcmd from pg_policy where polname = 'Owners read their rows'")).toBe('r');

  await database.openRow('Owners read their rows');
  await panel.getByRole('button', { name: 'Edit policy' }).click();
  await database.write('Using', 'no_such_column = 1');
  await panel.getByRole('button', { name: 'Review SQL' }).click();
  await panel.getByRole('button', { name: 'Save policy', exact: true }).click();
  await expect(panel.getByRole('alert').last()).toContainText('42703');
  await expect(panel.getByRole('textbox', { name: 'Using' })).toContainText('no_such_column');
  await page.keyboard.press('Tab');
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard and leave' }).click();
  await expect(panel.getByRole('button', { name: 'Edit policy' })).toBeVisible();
  await panel.getByRole('button', { name: 'Test as a user' }).click();
  await expect(panel.getByRole('status')).toContainText('Sees none of 10 rows.');
  await client.rows(ref, 'create policy "Cheap ones" on public.goods for select to anon using (price < 4)');
  await panel.getByRole('combobox', { name: 'As' }).selectOption('authenticated');
  await expect(panel.getByRole('status')).toContainText('Sees none of 10 rows.');
  await panel.getByRole('combobox', { name: 'As' }).selectOption('anon');
  await expect(panel.getByRole('status')).toContainText('Sees 3 of 10 rows.');
  await expect(panel.getByRole('table', { name: 'Rows that are seen' })).toContainText('Stone 3');
  await page.goBack();
  await database.drop('policy');
  expect(await value("select count(*)::int from pg_policy where polname = 'Owners read their rows'")).toBe(0);

  await page.getByRole('button', { name: 'Actions for goods' }).click();
  await page.getByRole('button', { name: /Switch RLS off/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off', exact: true }).click();
  await expect(database.row('goods')).toContainText('RLS off');
});

test('functions, triggers, types, indexes, roles and publications are made, changed and dropped', async ({
  page,
}) => {
  const database = new DatabasePage(page, ref);
  const { panel } = database;
  await test.step('a function', async () => {
    await database.open('functions', 'Functions');
    await page.getByRole('button', { name: 'New function' }).click();
    await panel.getByRole('button', { name: 'Review SQL' }).click();
    await expect(panel.getByText('Enter a name.')).toBeVisible();
    await panel.getByLabel('Name').fill('Add "one"');
    await panel.getByLabel('Arguments').fill('amount integer');
    await panel.getByLabel('Returns').fill('integer');
    await panel.getByLabel('Language').selectOption('sql');
    await database.write('Body', 'select amount + 1');
    await database.review('"Add ""one"""', 'Create function');
    await expect(database.row('Add "one"')).toContainText('amount integer');
    expect(await value(`select public."Add ""one"""(1)`)).toBe(2);
    await database.openRow('Add "one"');
    await panel.getByRole('button', { name: 'Edit function' }).click();
    await database.write('Body', 'select amount + 10');
    await database.review('amount + 10', 'Save function');
    await expect(panel.getByRole('button', { name: 'Edit function' })).toBeVisible();
    expect(await value(`select public."Add ""one"""(1)`)).toBe(11);
    await database.drop('function');
    await expect(database.row('Add "one"')).toHaveCount(0);
  });

  await test.step('an event trigger', async () => {
    await client.rows(
      ref,
      `create table public.changes (tag text, object text);
       create function public.note_change_of_schema(event text, tag text) returns void language sql security definer
         begin atomic insert into public.changes select tag, c.object_identity from pg_event_trigger_ddl_commands() c; end`,
    );
    await database.open('triggers?kind=event', 'Triggers');
    await page.getByRole('button', { name: 'Create the first event trigger' }).click();
    await panel.getByLabel('Name').fill('note: "changes"');
    await panel.getByRole('combobox', { name: 'Function' }).fill('public.note_change');
    await panel.getByRole('button', { name: 'Review SQL' }).click();
    await expect(panel.getByText('Choose a function with the arguments')).toBeVisible();
    await panel.getByRole('combobox', { name: 'Function' }).fill('public.note_change_of_schema');
    await panel.getByRole('textbox', { name: /^Only for the commands/ }).fill('create view, create table');
    expect(await accessibilityFaults(page)).toEqual([]);
    await database.review('insert into basalt.event_triggers', 'Create event trigger');
    await expect(database.row('note: "changes"')).toContainText('CREATE VIEW, CREATE TABLE');
    await client.rows(ref, 'create view public.seen as select 1 as n');
    expect(await value('select object from public.changes')).toBe('public.seen');

    await database.openRow('note: "changes"');
    expect(await accessibilityFaults(page)).toEqual([]);
    await panel.getByRole('button', { name: 'Switch off' }).click();
    await expect(panel.getByRole('button', { name: 'Switch on' })).toBeVisible();
    await client.rows(ref, 'drop view public.seen; create view public.seen as select 2 as n');
    expect(await value('select count(*)::int from public.changes')).toBe(1);
    await panel.getByRole('button', { name: 'Edit event trigger' }).click();
    await panel.getByLabel('Name').fill('noted');
    await database.review("name = 'noted'", 'Save event trigger');
    await expect(panel.getByRole('button', { name: 'Edit event trigger' })).toBeVisible();
    await client.rows(ref, 'drop function public.note_change_of_schema');
    await page.reload();
    await expect(panel.getByText('Its function is gone')).toBeVisible();
    await panel.getByRole('button', { name: 'Drop event trigger…' }).click();
    await page
      .getByRole('dialog', { name: 'Drop event trigger noted?' })
      .getByRole('button', { name: 'Drop event trigger', exact: true })
      .click();
    await expect(page.getByText('No event triggers', { exact: true })).toBeVisible();
    await page.getByRole('combobox', { name: 'Kind' }).selectOption('Event triggers of superusers');
    await database.openRow('basalt_run_event_triggers_at_end');
    await expect(panel).toContainText('Only superusers can change it.');
  });

  await test.step('a trigger', async () => {
    await database.open('triggers', 'Triggers');
    await database.openRow('goods_changed');
    await expect(panel.getByRole('region', { name: 'SQL of the definition' })).toContainText(
      'CREATE TRIGGER',
    );
    for (const [state, stored] of [
      ['Always on, for replicated rows too', 'A'],
      ['Only for replicated rows', 'R'],
      ['Off', 'D'],
    ] as const) {
      await panel.getByRole('combobox', { name: 'State' }).selectOption(state);
      await panel.getByRole('button', { name: 'Change state' }).click();
      await expect(panel.getByRole('button', { name: 'Change state' })).toHaveAttribute(
        'aria-disabled',
        'true',
      );
      expect(await value("select tgenabled from pg_trigger where tgname = 'goods_changed'")).toBe(stored);
    }
    await database.drop('trigger');
    await page.getByRole('button', { name: 'Create the first trigger' }).click();
    await panel.getByLabel('Name').fill('goods_again');
    await panel.getByRole('combobox', { name: 'Table' }).fill('goods');
    await panel.getByRole('combobox', { name: 'Function' }).fill('public.note_change');
    await database.review(/create trigger/i, 'Create trigger');
    await expect(database.row('goods_again')).toContainText('after insert');
  });

  await test.step('an enum', async () => {
    await database.open('types', 'Types');
    await page.getByRole('button', { name: 'New enum' }).click();
    await panel.getByLabel('Name').fill('mood');
    await panel.getByLabel('Values').fill('sad\nit’s fine\nglad');
    await database.review(/as enum/i, 'Create enum');
    await database.openRow('mood');
    await panel.getByRole('button', { name: 'Edit type' }).click();
    await panel.getByLabel('Value 3', { exact: true }).fill('happy');
    await panel.getByRole('button', { name: 'Add a value' }).click();
    await panel.getByLabel('New value 1').fill('better');
    await panel.getByLabel('Place').selectOption('Before glad');
    await database.review(/rename value/i, 'Save enum');
    await expect(panel.getByRole('region', { name: 'Values (4)' })).toContainText('happy');
    expect(await value('select enum_range(null::mood)::text')).toBe('{sad,"it’s fine",better,happy}');
    await database.drop('type');
  });

  await test.step('a composite type', async () => {
    await page.getByRole('button', { name: 'New composite type' }).click();
    await panel.getByLabel('Name').fill('Postal "address"');
    await panel.getByLabel('Attribute 1', { exact: true }).fill('street');
    await panel.getByRole('button', { name: 'Add an attribute' }).click();
    await panel.getByLabel('Attribute 2', { exact: true }).fill('number');
    await panel.getByLabel('Type 2').fill('integer');
    await panel.getByLabel('Comment').fill('where it goes');
    await database.review('"Postal ""address"""', 'Create type');
    await expect(database.row('Postal "address"')).toContainText('street, number');
    await client.rows(
      ref,
      `create table public.letters (goes_to "Postal ""address""");
       insert into public.letters values (('Main street', 7))`,
    );
    await database.openRow('Postal "address"');
    await panel.getByRole('button', { name: 'Edit type' }).click();
    await panel.getByRole('button', { name: 'Drop attribute number' }).click();
    await panel.getByLabel('Attribute 1', { exact: true }).fill('number');
    await panel.getByRole('button', { name: 'Add an attribute' }).click();
    await panel.getByLabel('Attribute 3', { exact: true }).fill('city');
    await panel.getByRole('button', { name: 'Review SQL' }).click();
    await expect(panel.getByRole('alert')).toContainText('gone for good');
    await panel.getByRole('button', { name: 'Back' }).click();
    await database.review(/drop attribute number.*rename attribute street to number/s, 'Save type');
    await expect(panel.getByRole('region', { name: 'Attributes (2)' })).toContainText('city');
    expect(await value('select goes_to::text from letters')).toBe('("Main street",)');
    await client.rows(ref, 'drop table public.letters');
    await database.drop('type');
  });

  await test.step('an index', async () => {
    await database.open('indexes', 'Indexes');
    await expect(database.row('goods_name_again')).toContainText('Duplicate');
    await database.openRow('goods_name_again');
    await expect(panel).toContainText('has the very same columns');
    await database.drop('index');
    await page.getByRole('button', { name: 'New index' }).click();
    await panel.getByRole('combobox', { name: 'Table' }).fill('public.goods');
    await panel.getByLabel('Column 1').selectOption('price');
    await panel.getByLabel('Order').selectOption('Descending');
    await database.write('Only rows where (optional)', 'price > 3');
    await database.review(/create index/i, 'Create index');
    await expect
      .poll(() => value("select count(*)::int from pg_indexes where indexdef like '%price DESC%price > %'"))
      .toBe(1);
    await client.rows(ref, 'create table public.twice as select 1 as id from generate_series(1, 2)');
    await page.getByRole('button', { name: 'New index' }).click();
    await panel.getByRole('combobox', { name: 'Table' }).fill('public.twice');
    await panel.getByLabel('Column 1').selectOption('id');
    await panel.getByRole('switch', { name: 'Unique' }).check();
    await panel.getByRole('switch', { name: 'Let others write while it is built' }).check();
    await panel.getByRole('button', { name: 'Review SQL' }).click();
    await panel.getByLabel('Name').fill('once');
    await database.review(/create unique index concurrently once/, 'Create index');
    await expect(panel.getByRole('alert')).toContainText('could not create unique index "once"');
    await panel.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard and leave' }).click();
    await expect(database.row('once')).toContainText('Not valid');
    await client.rows(ref, 'delete from public.twice where ctid in (select min(ctid) from public.twice)');
    await database.openRow('once');
    await panel.getByRole('button', { name: 'Build again' }).click();
    await expect(panel.getByRole('button', { name: 'Build again' })).toHaveCount(0);
    await expect(panel).toContainText('Columns');
    await database.drop('index');
  });

  await test.step('an extension', async () => {
    await database.open('extensions?q=citext', 'Extensions');
    await database.openRow('citext');
    await panel.getByRole('button', { name: 'Install extension' }).click();
    await database.review(/create extension/i, 'Install extension');
    await expect(panel.getByRole('button', { name: /Drop extension/ })).toBeVisible();
    await client.rows(ref, 'create table public.uses_it (a extensions.citext)');
    await page.reload();
    await expect(panel.getByRole('region', { name: 'What depends on it' })).toContainText('uses_it');
  });

  await test.step('a role', async () => {
    await database.open('roles', 'Roles');
    await page.getByRole('button', { name: 'New role' }).click();
    await panel.getByLabel('Name').fill('Reporting');
    await panel.getByRole('switch', { name: 'Can create databases' }).check();
    await database.review(/create role/i, 'Create role');
    await database.openRow('Reporting');
    await expect(panel).toContainText('creates databases');
    await database.drop('role');
    await expect(database.row('Reporting')).toHaveCount(0);
  });

  await test.step('a publication', async () => {
    await database.open('publications', 'Publications');
    await page.getByRole('button', { name: 'New publication' }).click();
    await panel.getByLabel('Name').fill('to the shop');
    await panel.getByRole('checkbox', { name: 'Truncate' }).uncheck();
    await panel.getByRole('combobox', { name: 'Table' }).fill('public.goods');
    await panel.getByRole('button', { name: 'Add table' }).click();
    await database.review(/create publication/i, 'Create publication');
    await database.openRow('to the shop');
    await expect(panel.getByRole('region', { name: 'SQL of the definition' })).toContainText(
      "publish = 'insert, update, delete'",
    );
    await database.drop('publication');
  });
});

test('a list of thousands of tables is like any other', async ({ page, api }) => {
  const { ref: large } = await api.createProject('Warehouse');
  for (let part = 0; part < 2; part++)
    await api.rows(
      large,
      `do $$ begin for i in 1..1200 loop execute format('create table public.t%s_%s (id int)', ${part}, lpad(i::text, 5, '0')); end loop; end $$`,
    );
  const database = new DatabasePage(page, large);
  await database.open('tables', 'Tables');
  await expect(database.row('t0_00001')).toBeVisible();
  await expect(page.getByText('500 tables, and more')).toBeVisible();
  expect(await page.getByRole('row').count()).toBeLessThan(80);
  await page.getByRole('link', { name: 't0_00001' }).focus();
  for (let row = 2; row <= 61; row++) await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('link', { name: 't0_00061' })).toBeFocused();
  await page.getByRole('searchbox', { name: 'Search tables' }).fill('t1_01200');
  await expect(page.getByText('1 table', { exact: true })).toBeVisible();
  await expect(database.row('t1_01200')).toBeVisible();
});

test('every page is in order, wide and narrow, empty and with its form', async ({ page }) => {
  const pages = [
    ['tables', 'Tables'],
    ['functions', 'Functions'],
    ['functions?act=new', 'Functions'],
    ['triggers', 'Triggers'],
    ['triggers?act=new', 'Triggers'],
    ['types', 'Types'],
    ['types?act=new', 'Types'],
    ['types?act=new&kind=composite', 'Types'],
    ['indexes', 'Indexes'],
    ['indexes?act=new', 'Indexes'],
    ['policies', 'Policies'],
    ['policies?act=new', 'Policies'],
    ['extensions', 'Extensions'],
    ['extensions?open=pgcrypto', 'Extensions'],
    ['roles', 'Roles'],
    ['roles?act=new', 'Roles'],
    ['publications', 'Publications'],
    ['publications?act=new', 'Publications'],
    ['migrations', 'Migrations'],
    ['migrations?open=20260131120507', 'Migrations'],
  ] as const;
  const database = new DatabasePage(page, ref);
  const soft = expect.configure({ soft: true });
  for (const [path, heading] of pagesInTurn(pages))
    await test.step(path, async () => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(`/project/${ref}/database/${path}`);
      await expect(page.locator('h1', { hasText: heading })).toBeAttached();
      await page.waitForLoadState('networkidle');
      soft(await accessibilityFaults(page), path).toEqual([]);
      await page.setViewportSize({ width: 360, height: 740 });
      await soft.poll(() => beyondTheEdge(page), path).toEqual([]);
    });
  await page.keyboard.press('Escape');
  await database.open('tables', 'Tables');
  await page.getByRole('combobox', { name: 'Page of database' }).selectOption('Functions');
  await expect(page).toHaveURL(/\/database\/functions$/);
});

test('a schema is drawn, searched, moved, opened and taken out as an image and as SQL', async ({ page }) => {
  await client.rows(
    ref,
    `create schema drawn;
     create type drawn.state as enum ('open', 'paid');
     create table drawn.orders (id int generated always as identity primary key, buyer uuid references auth.users, state drawn.state);
     create table drawn.lines (order_id int references drawn.orders on delete cascade, place int, primary key (order_id, place));
     create table drawn.notes (id int primary key, text text)`,
  );
  await page.goto(`/project/${ref}/database/schemas?schema=drawn`);
  const orders = page.getByRole('group', { name: 'Table drawn.orders' });
  await expect(orders).toContainText('buyer');
  await expect(page.getByRole('group', { name: 'Table auth.users' })).toBeVisible();
  await expect(page.locator('.react-flow__edge')).toHaveCount(2);
  await expect(page).toHaveTitle(/^Schema diagram/);
  expect(await accessibilityFaults(page)).toEqual([]);

  await page.getByRole('searchbox', { name: 'Find a table' }).fill('order');
  await expect(page.getByText('1 of 2')).toBeVisible();
  await expect(orders).toHaveClass(/selected/);
  await expect(page.getByRole('group', { name: 'Table drawn.notes' })).toHaveClass(/faint/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('group', { name: 'Table drawn.lines' })).toHaveClass(/selected/);

  const place = async () => (await orders.getAttribute('style')) ?? '';
  await orders.focus();
  await page.keyboard.press('Space');
  await expect(orders).toHaveClass(/selected/);
  const before = await place();
  await page.keyboard.press('Shift+ArrowDown');
  await expect.poll(place).not.toBe(before);
  const moved = /translate\([^)]*\)/.exec(await place())?.[0] ?? 'nowhere';
  await expect(page.getByRole('button', { name: 'Lay out again' })).toBeEnabled();
  await page.reload();
  await expect.poll(place).toContain(moved);
  await orders.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'drawn.orders' })).toContainText('Primary key');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Lay out again' }).click();
  await expect.poll(place).toBe(before);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('button', { name: /^PNG image/ }).click();
  expect((await download).suggestedFilename()).toBe('drawn.png');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('button', { name: /^SQL/ }).click();
  const sql = page.getByRole('region', { name: 'SQL of the definition' });
  await expect(sql).toContainText("create type drawn.state as enum ('open', 'paid');");
  await expect(sql).toContainText('alter table drawn.lines add constraint lines_order_id_fkey');
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Schema' }).selectOption('shop');
  await expect(page.getByRole('group', { name: 'Table shop.Odd "name" 🪨' })).toBeVisible();
  await client.rows(ref, 'create schema bare');
  await page.setViewportSize({ width: 360, height: 700 });
  await page.goto(`/project/${ref}/database/schemas?schema=drawn`);
  await expect(orders).toBeVisible();
  expect(await beyondTheEdge(page)).toEqual([]);
  await page.goto(`/project/${ref}/database/schemas?schema=bare`);
  await expect(page.getByText('There is no table in the schema bare.')).toBeVisible();
});
