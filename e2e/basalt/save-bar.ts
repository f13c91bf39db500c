import type { Locator, Page } from '@playwright/test';

/** The bar at the end of a page that tells what was changed and is not saved. It is there while something is. */
export function saveBar(page: Page): Locator {
  return page.getByRole('region', { name: 'Unsaved changes' });
}

/** Saves all that was changed on the page. */
export async function saveAll(page: Page): Promise<void> {
  await saveBar(page).getByRole('button', { name: 'Save' }).click();
}
