import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { chromiumArguments } from './basalt/in-memory.ts';

/** The browser journeys: real servers, the Chromium that BASALT_TEST_CHROMIUM names or Playwright's own. */
const executablePath = process.env.BASALT_TEST_CHROMIUM;
const report = process.env.PLAYWRIGHT_JSON_OUTPUT_NAME;

export default defineConfig({
  testDir: '.',
  outputDir: 'test-results',
  workers: 2,
  forbidOnly: process.env.CI !== undefined,
  timeout: 60_000,
  globalTimeout: 44 * 60_000,
  expect: {
    timeout: 15_000,
    toHaveScreenshot: { stylePath: path.join(import.meta.dirname, 'looks/looks.css') },
  },
  snapshotPathTemplate: '{testDir}/looks/{arg}{ext}',
  reporter: [['list'], ...(report === undefined ? [] : ([['json']] as const))],
  use: {
    browserName: 'chromium',
    locale: 'en-GB',
    timezoneId: 'UTC',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    // What a trace keeps of every step takes time; on a second try the race is worth it.
    trace: 'on-first-retry',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: chromiumArguments(),
    },
  },
});
