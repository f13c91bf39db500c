import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumArguments } from './in-memory.ts';
import { OWNER } from './owner.ts';

export type { Browser };

/** A Chromium without a window, outside of the journeys. Whoever opens it closes it. */
export async function openBrowser(executablePath: string): Promise<Browser> {
  return await chromium.launch({ executablePath, args: chromiumArguments() });
}

/** A page of the owner, signed in, on the Basalt at `origin`. */
export async function openOwnersPage(browser: Browser, origin: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 800 } });
  const { email, password } = OWNER;
  const answer = await context.request.post(`${origin}/platform/sign-in`, { data: { email, password } });
  if (answer.status() !== 200) throw new Error(`The owner could not sign in: ${answer.status()}`);
  return await context.newPage();
}
