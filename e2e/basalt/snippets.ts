import { expect, type Locator, type Page } from '@playwright/test';
import { SqlEditor } from './sql-editor.ts';

/** The list beside the editor and the line above it, as somebody uses them. */
export class Snippets {
  readonly page: Page;
  readonly list: Locator;
  readonly text: Locator;
  readonly name: Locator;

  constructor(page: Page) {
    this.page = page;
    this.list = page.getByRole('complementary', { name: 'Snippets' });
    this.text = new SqlEditor(page).text;
    this.name = page.getByRole('heading', { level: 2 }).filter({ has: page.getByRole('button') });
  }

  /** A new snippet with this text; resolves once it has an address. */
  async write(ref: string, sql: string): Promise<string> {
    await this.page.goto(`/project/${ref}/sql/new`);
    await expect(this.text).toBeVisible();
    await this.text.focus();
    await this.page.keyboard.insertText(sql);
    await this.page.waitForURL(/\/sql\/[0-9a-f-]{36}/);
    return this.page.url();
  }

  async save(ref: string, name: string, sql: string): Promise<string> {
    const url = await this.write(ref, sql);
    await this.rename(name);
    await this.isSaved();
    return url;
  }

  async rename(name: string): Promise<void> {
    await this.name.getByRole('button').click();
    await this.page.getByRole('textbox', { name: 'Name of the snippet' }).fill(name);
    await this.page.keyboard.press('Enter');
    await expect(this.name).toHaveText(name);
  }

  async isSaved(): Promise<void> {
    await expect(this.page.getByRole('status').filter({ hasText: /^Saved/ })).toBeVisible();
  }

  section(name: 'Favorites' | 'Shared' | 'Private'): Locator {
    return this.list.getByRole('region', { name });
  }

  async choose(entry: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Snippet menu' }).click();
    await this.page
      .getByRole('dialog', { name: 'Snippet menu' })
      .getByRole('button', { name: entry })
      .click();
  }
}
