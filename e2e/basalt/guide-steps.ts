import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from '@playwright/test';

/** What a guide of the Connect dialog has to copy, by its title. */
export async function stepsOf(dialog: Locator): Promise<Record<string, string>> {
  const steps: Record<string, string> = {};
  for (const step of await dialog.locator('ol section').all())
    steps[(await step.getAttribute('aria-label')) ?? ''] = (await step.textContent()) ?? '';
  return steps;
}

/** Puts those steps of a guide into a folder that are files. */
export async function writeFiles(folder: string, steps: Record<string, string>): Promise<void> {
  for (const [title, text] of Object.entries(steps))
    if (/^[\w.]+\.\w+$|^\.env$/.test(title)) await writeFile(path.join(folder, title), text);
}
