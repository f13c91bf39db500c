import type { Page } from '@playwright/test';
import { accessibilityFaults } from '../basalt/page-checks.ts';
import { expect, test } from '../basalt/test.ts';

test.setTimeout(120_000);

const panel = (page: Page, title: string) => page.getByRole('dialog', { name: title });
const card = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true });
const sql = (page: Page) => page.getByRole('region', { name: 'statements', exact: true });

/** Adds a column and says what it is. */
async function addColumn(
  page: Page,
  name: string,
  type: string,
  more: { default?: string; check?: string; generated?: string } = {},
) {
  await page.getByRole('button', { name: 'Add column' }).click();
  // The name has the keyboard at once.
  await page.keyboard.type(name);
  const column = card(page, name);
  await column.getByRole('combobox', { name: 'Type', exact: true }).fill(type);
  if (more.default !== undefined)
    await column.getByRole('combobox', { name: 'Default', exact: true }).fill(more.default);
  if (more.check === undefined && more.generated === undefined) return;
  await column.getByText('More').first().click();
  if (more.check !== undefined) await column.getByRole('textbox', { name: 'Check' }).fill(more.check);
  if (more.generated !== undefined)
    await column.getByRole('textbox', { name: 'Generated from' }).fill(more.generated);
}

test('a table with every kind of column is made, changed, copied and deleted', async ({ page, api }) => {
  const { ref } = await api.createProject('Drawn');
  const rows = (text: string) => api.rows(ref, text);
  await rows(
    "create schema shop; create type shop.mood as enum ('sad', 'ok'); create table shop.makers (id bigint primary key, name text); insert into shop.makers values (1, 'one')",
  );

  await test.step('made', async () => {
    await page.goto(`/project/${ref}/database/tables/new?schema=shop`);
    const dialog = panel(page, 'New table');
    await dialog.getByRole('button', { name: 'Create table' }).click();
    await expect(dialog.getByRole('alert')).toContainText('The table needs a name.');
    await dialog.getByRole('textbox', { name: 'Name' }).first().fill('Goods "here"');
    await addColumn(page, 'label', 'text', { default: "'new'", check: 'length(label) > 2' });
    await addColumn(page, 'mood', 'shop.mood', { default: "'ok'" });
    await addColumn(page, 'price', 'numeric(10,2)');
    await addColumn(page, 'twice', 'numeric', { generated: 'price * 2' });
    await addColumn(page, 'maker', 'bigint');
    await addColumn(page, 'tags', 'text');
    await card(page, 'tags').getByRole('checkbox', { name: 'Array' }).check();
    await card(page, 'label').getByRole('checkbox', { name: 'Unique' }).check();
    await card(page, 'label').getByRole('checkbox', { name: 'Allow null' }).uncheck();
    await page.getByRole('button', { name: 'Move tags up' }).click();
    await page.getByRole('button', { name: 'Add foreign key' }).click();
    const key = card(page, 'Foreign key 1');
    await key.getByRole('combobox', { name: 'References', exact: true }).fill('shop.makers');
    await key.getByRole('combobox', { name: 'Column', exact: true }).selectOption('maker');
    await key.getByRole('combobox', { name: 'Deleting the row there' }).selectOption('c');
    await page.getByRole('button', { name: 'Add unique constraint' }).click();
    const unique = card(page, 'Unique constraint 1');
    await expect(dialog).toContainText('Choose the columns that are unique together.');
    await unique.getByRole('combobox', { name: 'Column 1' }).selectOption('price');
    await unique.getByRole('combobox', { name: 'Column 2' }).selectOption('maker');
    await unique.getByRole('textbox', { name: 'Name' }).fill('one price');
    await page.getByRole('button', { name: 'Add check' }).click();
    await card(page, 'Check 1').getByRole('textbox', { name: 'Condition' }).fill('price > 0; drop table x');
    await expect(dialog).toContainText('This is not one expression: it has a semicolon.');
    await card(page, 'Check 1')
      .getByRole('textbox', { name: 'Condition' })
      .fill('price > 0 or label is null');
    await dialog.getByRole('switch', { name: 'Realtime' }).check();
    await expect(sql(page)).toContainText('create table shop."Goods ""here""" (');
    await expect(sql(page)).toContainText('constraint "one price" unique (price, maker)');
    await expect(sql(page)).toContainText('twice numeric generated always as (price * 2) stored');
    expect(await accessibilityFaults(page)).toEqual([]);

    // What the database refuses stands beside the field.
    await card(page, 'mood').getByRole('combobox', { name: 'Type', exact: true }).fill('shop.nothing');
    await dialog.getByRole('button', { name: 'Create table' }).click();
    await expect(card(page, 'mood')).toContainText('type "shop.nothing" does not exist');
    await card(page, 'mood').getByRole('combobox', { name: 'Type', exact: true }).fill('shop.mood');
    await dialog.getByRole('button', { name: 'Create table' }).click();
    await expect(page.getByText('Created Goods "here"')).toBeVisible();
    await rows(`insert into shop."Goods ""here""" (label, price, maker, tags) values ('stone', 3, 1, '{a}')`);
    const made = await rows(`select id, label, mood, price, twice, maker, tags from shop."Goods ""here"""`);
    expect(made).toEqual([
      { id: 1, label: 'stone', mood: 'ok', price: '3.00', twice: '6.00', maker: 1, tags: ['a'] },
    ]);
  });

  // Whoever has made or changed a table is led to its rows.
  await expect(page).toHaveURL(/\/editor\/\d+$/);
  const edit = page.url().replace(/editor\/(\d+)$/, 'database/tables/$1/edit');
  await test.step('changed', async () => {
    await page.getByRole('link', { name: 'Change table' }).click();
    await expect(page).toHaveURL(edit);
    const dialog = panel(page, 'Change table');
    await expect(dialog.getByText('Nothing has changed yet.')).toBeVisible();
    await card(page, 'label').getByRole('textbox', { name: 'Name' }).fill('title');
    await card(page, 'Unique constraint 1').getByRole('textbox', { name: 'Name' }).fill('kept');
    await expect(sql(page)).toContainText('rename constraint "one price" to kept');
    await page.getByRole('button', { name: 'Remove tags' }).click();
    await expect(dialog).toContainText('The column tags is deleted with everything in it.');
    // Nothing is lost by a wrong key.
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    const confirm = page.getByRole('dialog', { name: /^Change Goods/ });
    await expect(confirm).toContainText('The column tags is deleted');
    await confirm.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Changed Goods "here"')).toBeVisible();
    await expect(page.getByRole('columnheader', { name: /title/ })).toBeVisible();
    await page.goto(edit);
    await expect(card(page, 'title')).toBeVisible();
    await expect(card(page, 'Unique constraint 1')).toContainText('Over price, maker.');
    await expect(
      rows(`insert into shop."Goods ""here""" (title, price, maker) values ('again', 3, 1)`),
    ).rejects.toThrow(/kept/);

    // Somebody else is faster.
    await card(page, 'price').getByRole('combobox', { name: 'Default', exact: true }).fill('1');
    await rows('alter table shop."Goods ""here""" add column other text');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Somebody else has changed this table meanwhile.');
    await dialog.getByRole('button', { name: 'Load again' }).click();
    await expect(card(page, 'other')).toBeVisible();
  });

  await test.step('copied', async () => {
    await page.goto(edit.replace(/edit$/, 'duplicate'));
    const dialog = panel(page, 'Duplicate table');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('copy');
    await dialog.getByRole('switch', { name: 'Copy the rows' }).check();
    await dialog.getByRole('button', { name: 'Create table' }).click();
    await expect(page.getByText('Created copy')).toBeVisible();
    await rows("insert into shop.copy (title, price) values ('second', 1)");
    expect(await rows('select id, title from shop.copy order by id')).toEqual([
      { id: 1, title: 'stone' },
      { id: 2, title: 'second' },
    ]);
  });

  await test.step('deleted', async () => {
    await page.goto(edit);
    await rows('create view shop.looking as select * from shop."Goods ""here"""');
    await page.getByRole('button', { name: 'Delete table…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete table' });
    await dialog.getByRole('textbox').fill('Goods "here"');
    await dialog.getByRole('button', { name: 'Delete table' }).click();
    await expect(dialog.getByRole('alert')).toContainText('other objects depend on it');
    await dialog.getByRole('checkbox', { name: /Delete what depends on it/ }).check();
    await dialog.getByRole('button', { name: 'Delete table' }).click();
    await expect(page.getByText('Deleted the table')).toBeVisible();
    expect(await rows("select to_regclass('shop.looking') as view")).toEqual([{ view: null }]);
    await page.goto(edit);
    await expect(page.getByRole('alert')).toContainText('This table is not there any more.');
  });

  await test.step('and the schema API says what it would do', async () => {
    const path = `/platform/pg-meta/${ref}/tables?preview=true`;
    expect(await api.request('POST', path, { name: 'later', schema: 'shop' })).toMatchObject({
      status: 200,
      body: { statements: ['create table shop.later ()'] },
    });
    const made = await api.request('POST', `/platform/pg-meta/${ref}/tables`, {
      name: 'later',
      schema: 'shop',
    });
    expect(made).toMatchObject({ status: 200, body: { name: 'later', schema: 'shop' } });
    const one = `/platform/pg-meta/${ref}/tables/${made.body.id}`;
    expect(await api.request('PATCH', one, { comment: 'soon' })).toMatchObject({ body: { comment: 'soon' } });
    expect(await api.request('DELETE', `${one}?cascade=true`)).toMatchObject({
      status: 200,
      body: { name: 'later' },
    });
    expect(await api.request('GET', one)).toMatchObject({ status: 404 });
  });
});
