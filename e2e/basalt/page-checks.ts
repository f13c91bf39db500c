import type { Page, Request } from '@playwright/test';
import axe from 'axe-core';

// What is asked of a page from inside it. These are texts: the tests know no DOM.

const SHARES = 3;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * A third of the pages, another one each day; the one that `MATRIX_TURN` names. All of them with `PAGES_MATRIX=full`. To look at a page
 * in every way takes seconds.
 */
export function pagesInTurn<T>(pages: readonly T[]): T[] {
  if (process.env.PAGES_MATRIX === 'full') return [...pages];
  const turn = Number(process.env.MATRIX_TURN ?? Math.floor(Date.now() / DAY_MS));
  return pages.filter((_, place) => place % SHARES === turn % SHARES);
}

const PAINTED = `document.fonts.ready.then(
  () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))))`;
/**
 * Does something with a page and waits until the page is done with it: what it asked for is there and painted, and for so many
 * milliseconds it has asked for nothing else.
 */
export async function untilQuiet(page: Page, quietMs: number, act: () => Promise<unknown>): Promise<void> {
  const underWay = new Set<Request>();
  let last = Date.now();
  const begin = (request: Request) => {
    underWay.add(request);
    last = Date.now();
  };
  const end = (request: Request) => {
    if (underWay.delete(request)) last = Date.now();
  };
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  try {
    await act();
    // What an answer leads to is asked for before the page paints again.
    do await page.evaluate(PAINTED);
    while (underWay.size > 0 || Date.now() - last < quietMs);
  } finally {
    page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
  }
}

const AXE = `axe
  .run({ rules: { 'label-content-name-mismatch': { enabled: true } } })
  .then(({ violations }) => violations.map(({ id, nodes }) =>
    id + ': ' + nodes.map(({ html }) => html.slice(0, 200)).join(' | ')))`;

/** Transitions that hand a color down begin one after the other. What turns for ever has no end to wait for. */
const STILL = `(async () => {
  const ending = () => document.getAnimations().filter(({ playState, effect }) =>
    playState === 'running' && effect.getComputedTiming().endTime !== Infinity);
  for (let moving = ending(); moving.length > 0; moving = ending()) {
    await Promise.allSettled(moving.map(({ finished }) => finished));
    await new Promise(requestAnimationFrame);
  }
})()`;

/** Waits until every transition of a page, and every animation that ends, is over. */
async function untilStill(page: Page): Promise<void> {
  await page.evaluate(STILL);
}

const MOTIONS = `[...document.querySelectorAll('*')].flatMap((element) => ['', '::before', '::after'].flatMap((part) => {
  const { transitionDuration, animationName, animationDuration } = getComputedStyle(element, part || null);
  const longest = (text) => Math.max(...text.split(',').map((one) => parseFloat(one) * (one.trim().endsWith('ms') ? 1 : 1000)));
  const lasts = Math.max(longest(transitionDuration), animationName === 'none' ? 0 : longest(animationDuration));
  return lasts > 10 ? [element.tagName + part + ' ' + element.getAttribute('class') + ' ' + lasts + ' ms'] : [];
}))`;

/** What of a page moves for longer than 10 ms: nothing, for those who ask for less motion. */
export function longMotions(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(MOTIONS);
}

/** What axe finds wrong on a page that has come to rest, with all of its rules: the rule and the elements. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await untilStill(page);
  await page.evaluate(axe.source);
  return await page.evaluate<string[]>(AXE);
}

const BEYOND = `(() => {
  const width = document.documentElement.clientWidth;
  const scrolls = (element) => {
    for (let up = element.parentElement; up !== null; up = up.parentElement) {
      const { overflowX, position } = getComputedStyle(up);
      if (overflowX !== 'visible' && up.id !== 'main' && up.getBoundingClientRect().right <= width + 1) return true;
      if (position === 'fixed') return false;
    }
    return false;
  };
  const main = document.getElementById('main') ?? document.body;
  const sideways = main.scrollWidth - main.clientWidth;
  const beyond = [...document.querySelectorAll('body *')].filter((element) => {
    const { right, width: own, height } = element.getBoundingClientRect();
    if (own === 0 || height === 0 || element.closest('.visually-hidden, svg') !== null) return false;
    return right > width + 1 && !scrolls(element);
  });
  return [
    ...(sideways > 0 ? ['scrolls sideways by ' + sideways + ' px'] : []),
    ...beyond.map((element) => element.tagName + ' ' + element.className + ' ' + element.textContent.slice(0, 40)),
  ];
})()`;

/** What reaches beyond the right edge of the window and is in nothing that scrolls; and whether the page itself does. */
export function beyondTheEdge(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(BEYOND);
}

const TITLE = `(() => {
  const title = document.querySelector('h1:not(.visually-hidden)');
  if (title === null) return null;
  const text = document.createTreeWalker(title, NodeFilter.SHOW_TEXT).nextNode();
  const range = document.createRange();
  range.selectNodeContents(text ?? title);
  return Math.round(range.getBoundingClientRect().left);
})()`;

/** Where the text of a page's title begins, in pixels from the left; null where no title is seen. */
export function titlePlace(page: Page): Promise<number | null> {
  return page.evaluate<number | null>(TITLE);
}

const WATCH = `
  globalThis.moved = [];
  if (!PerformanceObserver.supportedEntryTypes.includes('layout-shift')) moved.push('this browser does not say what moves');
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput || value < 0.015) continue;
      const names = sources.map(({ node }) => node?.nodeName + ' ' + (node?.className ?? '') + ' ' + node?.textContent?.slice(0, 30));
      moved.push(value.toFixed(4) + ' ' + names.join(' | '));
    }
  }).observe({ type: 'layout-shift', buffered: true });`;

/** From the next page on, {@link movedParts} knows what moved without a click or a key. */
export async function watchMoves(page: Page): Promise<void> {
  await page.addInitScript(WATCH);
}

/**
 * What moved since the page was opened, and how much: the share of the window times the share of its height. A line that appears
 * above a page is 0.02 and more; what is less are the last pixels of a placeholder.
 */
export function movedParts(page: Page): Promise<string[]> {
  return page.evaluate<string[]>('moved');
}
