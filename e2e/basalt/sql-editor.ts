import { expect, type Locator, type Page, type Request } from '@playwright/test';

/** The SQL editor's page, as somebody uses it. */
export class SqlEditor {
  readonly page: Page;
  readonly text: Locator;
  readonly results: Locator;
  readonly grid: Locator;
  readonly runButton: Locator;
  readonly cancelButton: Locator;
  /** What is asked before something is written. */
  readonly question: Locator;

  constructor(page: Page) {
    this.page = page;
    this.text = page.getByRole('textbox', { name: 'SQL', exact: true });
    this.results = page.getByRole('region', { name: 'Results' });
    this.grid = this.results.getByRole('grid');
    const toolbar = page.getByRole('toolbar', { name: 'Query' });
    this.runButton = toolbar.getByRole('button', { name: /^Run( selection)?$/ });
    this.cancelButton = toolbar.getByRole('button', { name: 'Cancel' });
    this.question = page.getByRole('dialog', { name: 'Confirm to run the query' });
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

  /** Runs a text in place of the one before, and agrees if the editor asks whether it may. */
  async run(sql: string): Promise<void> {
    await this.write(sql);
    // The browser asks before it sends, or the server does in place of an answer.
    const isRefused = this.page
      .waitForResponse((response) => isRun(response.request()))
      .then((response) => response.status() === 409);
    const isAsked = this.question.waitFor().then(() => true);
    // The one that loses waits until the page goes.
    for (const waiting of [isRefused, isAsked]) waiting.catch(() => {});
    await this.runButton.click();
    if (await Promise.race([isRefused, isAsked])) await this.agree();
  }

  /** Answers the question with yes. */
  async agree(): Promise<void> {
    await this.question.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(this.question).toBeHidden();
  }

  /** One of the tools beside Run. */
  async tool(name: string): Promise<void> {
    await this.page.getByRole('toolbar', { name: 'Query' }).getByRole('button', { name }).click();
  }

  /** The cells of the shown rows; without the row number. */
  cells(text: string): Locator {
    return this.grid.getByRole('gridcell', { name: text, exact: true });
  }
}

/** True for the request that runs SQL. */
export function isRun(request: Request): boolean {
  return request.method() === 'POST' && new URL(request.url()).pathname.endsWith('/query');
}
