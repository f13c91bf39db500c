import type { Locator } from '@playwright/test';
import { accessibilityFaults, beyondTheEdge } from '../basalt/page-checks.ts';
import { clientOf, keysOf, setAuth } from '../basalt/project-api.ts';
import { expect, test } from '../basalt/test.ts';

test.setTimeout(120_000);

const SQL = `
  create table public.composers (id int primary key, name text);
  comment on column public.composers.name is '@graphql({"description": "As on the title page"})';
  insert into public.composers values (1, 'Clara'), (2, 'Fanny');
  create table public.secrets (id int primary key);
  revoke all on public.secrets from anon;
  create policy "everybody reads" on public.composers for select using (true);
  alter table public.composers enable row level security`;

test('GraphQL is written with help, run as somebody, saved, shared and found again', async ({
  page,
  api,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const { ref } = await api.createProject('Conservatory');
  await api.rows(ref, SQL);
  await page.goto(`/project/${ref}/api/graphiql`);

  // The whole text at once, as somebody who pastes it.
  const write = async (editor: Locator, text: string) => {
    await editor.click();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText(text);
    await expect(editor).toContainText(text);
  };

  // It begins with rows of the project's own.
  const query = page.getByRole('textbox', { name: 'GraphQL query' });
  const answer = page.getByRole('region', { name: 'Answer', exact: true });
  await expect(query).toContainText('composersCollection(first: 10)');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(answer).toContainText('Status 200');
  await expect(answer).toContainText('"name": "Fanny"');

  // The schema is that of the caller, although applications may not read it.
  const schema = page.getByRole('complementary', { name: 'Schema' });
  await schema.getByRole('searchbox', { name: 'Search the schema' }).fill('composers');
  await schema.getByRole('button', { name: 'composers', exact: true }).click();
  await expect(schema).toContainText('As on the title page');
  await schema.getByRole('searchbox').fill('secrets');
  await expect(schema).toContainText('Nothing in the schema has that name.');
  expect(await accessibilityFaults(page)).toEqual([]);

  // The editor completes and checks.
  await write(query, 'query Names($id: Int!) { composersByPk(id: $id) { na');
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Control+Space');
  await expect(page.getByRole('option', { name: /^name/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await write(query, 'query Names($id:Int!){composersByPk(id:$id){name wrong}}');
  await expect(page.locator('.cm-lintRange-error').first()).toBeVisible();
  await write(query, 'query Names($id:Int!){composersByPk(id:$id){name}} # who');
  await page.getByRole('button', { name: 'Prettify' }).click();
  await expect(query).toContainText('query Names($id: Int!) {');
  await expect(query).toContainText('# who');
  const variables = page.getByRole('textbox', { name: 'Variables as JSON' });
  await write(variables, '{"id": 2');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('The variables are not JSON')).toBeVisible();
  await write(variables, '{"id": 2}');
  await page.keyboard.press('Control+Enter');
  await expect(answer).toContainText('"composersByPk"');
  await expect(answer).not.toContainText('Clara');

  // It is kept for the project, and stays in the editor with its answer.
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Save query' });
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Names');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('One name');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(answer).toContainText('Fanny');
  await page.getByRole('toolbar').getByRole('button', { name: 'Saved', exact: true }).last().click();
  const saved = page.getByRole('complementary', { name: 'Saved' });
  await expect(saved.getByRole('button', { name: /^One name/ })).toHaveAttribute('aria-current', 'true');
  await page.reload();
  await expect(query).toContainText('composersByPk(id: $id)');

  // As somebody else: what anon may not see, the service sees.
  await page.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('complementary', { name: 'History' });
  await expect(history.getByRole('list').getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: /^Run as/ }).click();
  await page.getByRole('button', { name: /^service_role/ }).click();
  await write(query, '{ secretsCollection { edges { node { id } } } }');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(answer).toContainText('"edges": []');
  await page.getByRole('tab', { name: 'Headers' }).click();
  await expect(page.getByText('a token of service_role for ten minutes')).toBeVisible();

  // A link carries the query.
  await page.goto(`/project/${ref}/api/graphiql?${new URLSearchParams({ query: '{ shared: __typename }' })}`);
  await expect(query).toContainText('{ shared: __typename }');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(answer).toContainText('"shared": "Query"');
  expect(await beyondTheEdge(page)).toEqual([]);
  expect(await accessibilityFaults(page)).toEqual([]);

  // Switched off, it says so and how to switch it on.
  await page.setViewportSize({ width: 1280, height: 720 });
  await api.request('PATCH', `/platform/projects/${ref}/config/postgrest`, { db_schema: 'public' });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'GraphQL is switched off' })).toBeVisible();
  await page.getByRole('button', { name: 'Switch GraphQL on' }).click();
  await expect(query).toBeVisible();
});

test('a thousand tables are explored and asked, as a user of the project', async ({ page, api, basalt }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const { ref } = await api.createProject('Archive');
  await api.rows(
    ref,
    `do $$ begin for i in 1..1000 loop
      execute format('create table public.shelf_%s (id int primary key, owner uuid, title text)', i);
    end loop; end $$`,
  );
  await api.rows(
    ref,
    `create policy "own" on public.shelf_700 for select using (owner = (select auth.uid()))`,
  );
  await setAuth(api, ref, { mailer_autoconfirm: true });
  const { url, anon } = await keysOf(api, basalt, ref);
  const { data } = await clientOf(url, anon).auth.signUp({
    email: 'clio@example.com',
    password: 'columns of stone',
  });
  await api.rows(
    ref,
    `insert into public.shelf_700 values (1, '${data.user?.id}', 'Of Clio'), (2, gen_random_uuid(), 'Of others')`,
  );
  await page.goto(`/project/${ref}/api/graphiql`);
  const schema = page.getByRole('complementary', { name: 'Schema' });
  await schema.getByRole('searchbox', { name: 'Search the schema' }).fill('shelf_700');
  await expect(schema.getByRole('button', { name: 'shelf_700', exact: true })).toBeVisible();
  // Not all at once: the page would stand still.
  await schema.getByRole('searchbox').fill('');
  const queries = schema.getByRole('list', { name: 'Fields of Query' }).getByRole('listitem');
  await expect(queries).toHaveCount(100);
  await schema.getByRole('button', { name: 'Show more' }).first().click();
  await expect(queries).toHaveCount(200);

  await page.getByRole('button', { name: /^Run as/ }).click();
  await page.getByRole('searchbox', { name: 'Search users' }).fill('clio');
  await page.getByRole('button', { name: /clio@example.com/ }).click();
  const query = page.getByRole('textbox', { name: 'GraphQL query' });
  await query.click();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText('{ shelf_700Collection { edges { node { title } } } }');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const answer = page.getByRole('region', { name: 'Answer', exact: true });
  await expect(answer).toContainText('Of Clio');
  await expect(answer).not.toContainText('Of others');
});
