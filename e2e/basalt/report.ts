import { expect, type Locator, type Page } from '@playwright/test';

/** A report's page, as its owner uses it. */
export class Report {
  readonly page: Page;
  readonly cards: Locator;
  readonly panel: Locator;
  readonly saved: Locator;

  constructor(page: Page) {
    this.page = page;
    this.cards = page.getByRole('list', { name: 'Cards' });
    this.panel = page.getByRole('complementary', { name: 'Add card' });
    this.saved = page.getByRole('status').getByText('Saved', { exact: true });
  }

  /** Makes an empty report from the list and stays on its page. */
  async create(ref: string, name: string): Promise<void> {
    await this.page.goto(`/project/${ref}/reports`);
    await this.page.getByRole('button', { name: 'New report' }).click();
    const dialog = this.page.getByRole('dialog', { name: 'New report' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByRole('button', { name: 'Create report' }).click();
    await expect(this.page.getByRole('heading', { name, level: 1 })).toBeVisible();
  }

  async addQuery(name: string, sql: string): Promise<void> {
    await this.openPanel();
    await this.panel.getByRole('button', { name: 'New query', exact: true }).click();
    const dialog = this.page.getByRole('dialog', { name: 'New query' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByRole('textbox', { name: 'SQL' }).focus();
    await this.page.keyboard.insertText(sql);
    await dialog.getByRole('button', { name: 'Add card' }).click();
    await expect(this.card(name)).toBeVisible();
  }

  async addSnippet(name: string): Promise<void> {
    await this.openPanel();
    await this.panel.getByRole('button', { name }).press('Enter');
    await expect(this.card(name)).toBeVisible();
  }

  /** A card with its buttons, by its name. */
  card(name: string): Locator {
    return this.cards.getByRole('region', { name, exact: true });
  }

  async chooseFromMenu(card: string, entry: string): Promise<void> {
    await this.page.getByRole('button', { name: `Actions for ${card}` }).click();
    await this.page.getByRole('button', { name: entry, exact: true }).click();
  }

  corner(card: string): Locator {
    return this.page.getByRole('button', { name: `Resize ${card}:` });
  }

  /** The names of the cards, in their order. */
  async order(names: string[]): Promise<void> {
    await expect(this.cards.getByRole('heading')).toHaveText(names);
  }

  private async openPanel(): Promise<void> {
    if (!(await this.panel.isVisible())) {
      await this.page
        .getByRole('toolbar', { name: 'Report' })
        .getByRole('button', { name: 'Add card' })
        .click();
    }
    await expect(this.panel).toBeVisible();
  }
}
