import { expect, type Locator, type Page } from '@playwright/test';

/** The SQL editor's page, as somebody uses it. */
export class SqlEditor {
  readonly page: Page;
  readonly text: Locator;
  readonly results: Locator;
  readonly grid: Locator;
  readonly runButton: Locator;

  constructor(page: Page) {
    this.page = page;
    this.text = page.getByRole('textbox', { name: 'SQL', exact: true });
    this.results = page.getByRole('region', { name: 'Results' });
    this.grid = this.results.getByRole('grid');
    this.runButton = page.getByRole('toolbar', { name: 'Query' }).getByRole('button', { name: /^Run/ });
  }

  async open(ref: string): Promise<void> {
    await this.page.goto(`/project/${ref}/sql`);
    await expect(this.text).toBeVisible();
  }

  /** Replaces the text. Pasted, because typing closes brackets by itself. */
  async write(sql: string): Promise<void> {
    await this.text.focus();
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.insertText(sql);
  }

  async run(sql: string): Promise<void> {
    await this.write(sql);
    await this.runButton.click();
  }

  /** The cells of the shown rows; without the row number. */
  cells(text: string): Locator {
    return this.grid.getByRole('gridcell', { name: text, exact: true });
  }
}
