import path from 'node:path';

const root = path.join(import.meta.dirname, '..');

/** The path of the browser that the journeys use. */
export async function findBrowser(): Promise<string> {
  // The scripts run before anything is installed: they are plain modules without types.
  const script = path.join(root, 'scripts/find-chromium.mjs');
  const { findChromium } = (await import(script)) as { findChromium: (root: string) => Promise<string> };
  return await findChromium(root);
}
