import type { Page } from '@playwright/test';

const START = `
  window.seenHeadings = [];
  const look = () => {
    for (const heading of document.querySelectorAll('main h1')) {
      const text = heading.textContent ?? '';
      if (text !== window.seenHeadings.at(-1)) window.seenHeadings.push(text);
    }
  };
  look();
  new MutationObserver(look).observe(document.body, { childList: true, characterData: true, subtree: true });
`;

/** Writes down every main heading that a page shows from now on, however briefly, until the page is loaded anew. */
export async function logHeadings(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(START);
  return () => page.evaluate<string[]>('window.seenHeadings');
}
