import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { OWNER } from './owner.ts';
import type { Basalt } from './start-basalt.ts';

/** The assistant beside a page, as somebody uses it. */
export class AssistantPanel {
  readonly page: Page;
  readonly root: Locator;
  readonly input: Locator;
  readonly messages: Locator;

  constructor(page: Page) {
    this.page = page;
    this.root = page.getByRole('complementary', { name: 'Assistant' });
    this.input = this.root.getByRole('textbox', { name: 'Message to the assistant' });
    this.messages = this.root.getByRole('log', { name: 'Conversation' });
  }

  async open(): Promise<void> {
    await expect(this.page.getByRole('button', { name: 'Assistant', exact: true })).toBeVisible();
    await this.page.keyboard.press('ControlOrMeta+i');
    await expect(this.root).toBeVisible();
  }

  async ask(text: string): Promise<void> {
    await this.input.fill(text);
    await this.input.press('Enter');
  }

  button(name: string | RegExp): Locator {
    return this.root.getByRole('button', { name, exact: true });
  }

  /** A query or a function of an answer, by its title. */
  card(name: string): Locator {
    return this.root.getByRole('region', { name, exact: true });
  }

  /** Opens the list of chats. */
  async chats(): Promise<Locator> {
    await this.button(/^Chats/).click();
    return this.root.getByRole('dialog', { name: 'Chats' });
  }

  /** Opens what is shared, and which schemas. */
  async settings(): Promise<Locator> {
    await this.button('AI settings').click();
    return this.page.getByRole('dialog', { name: 'AI Settings' });
  }
}

/** A page of the owner, signed in, in a browser context of its own. */
export async function openSignedIn(browser: Browser, { origin }: Basalt): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin });
  const { email, password } = OWNER;
  const answer = await context.request.post('/platform/sign-in', { data: { email, password } });
  expect(answer.status()).toBe(200);
  return await context.newPage();
}
