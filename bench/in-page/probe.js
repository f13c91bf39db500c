// Runs in the measured page before the page's own scripts. It looks at clocks and at the page, and changes neither.
performance.setResourceTimingBufferSize(5_000);

const ROWS = 'section[aria-label="Results"] [role="grid"] [role="gridcell"]';
const CONVERSATION = '[role="log"]';
const OPTIONS = '.cm-tooltip-autocomplete [role="option"]';

const PATIENCE = 30_000;

/** When the frame that shows what is in the page now is handed to the compositor. */
function drawn() {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => resolve(performance.now());
    // A message that is sent from within a frame arrives right after that frame's style, layout and paint.
    requestAnimationFrame(() => port2.postMessage(null));
  });
}

/** Resolves in the same turn in which the page becomes so. */
function until(what, isSo) {
  return new Promise((resolve, reject) => {
    if (isSo()) return resolve();
    const observer = new MutationObserver(() => {
      if (!isSo()) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    setTimeout(() => reject(new Error(`${what} did not happen within ${PATIENCE / 1_000} s.`)), PATIENCE);
  });
}

/** When the next key goes down; Control goes down before the key that it changes. */
function nextKey() {
  return new Promise((resolve) => {
    const pressed = ({ key }) => {
      if (key === 'Control') return;
      removeEventListener('keydown', pressed, true);
      resolve(performance.now());
    };
    addEventListener('keydown', pressed, true);
  });
}

let answer = Promise.reject(new Error('Nothing is waited for.'));
answer.catch(() => {});

globalThis.bench = {
  /** Waits for the drawn rows of the next run. Rows of a run before have to go first. */
  awaitRows() {
    answer = (async () => {
      await until('The end of the rows before', () => document.querySelector(ROWS) === null);
      await until('Rows', () => document.querySelector(ROWS) !== null);
      return await drawn();
    })();
  },

  /** Waits for the list of options that the next key brings. */
  awaitOptions() {
    answer = (async () => {
      const start = await nextKey();
      await until('A list of options', () => document.querySelector(OPTIONS) !== null);
      const milliseconds = (await drawn()) - start;
      const options = [...document.querySelectorAll(OPTIONS)].map(({ textContent }) => textContent);
      return { milliseconds, options };
    })();
  },

  /** Waits for a text in the conversation of the assistant. The answer is when it was drawn, in the milliseconds of `now`. */
  awaitSaid(text) {
    answer = (async () => {
      await until(`The text ${text}`, () => document.querySelector(CONVERSATION)?.textContent.includes(text));
      return performance.timeOrigin + (await drawn());
    })();
  },

  /** Milliseconds since 1970, as this page counts them. */
  now: () => performance.timeOrigin + performance.now(),

  /** What was waited for: when rows were drawn, or how long options took and what they say. */
  answer: () => answer,

  /** When the first byte of the last answer to a run arrived. */
  firstByte() {
    const runs = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/query'));
    return runs.at(-1)?.responseStart ?? 0;
  },

  /** Notes the time of every frame until stopFrames. */
  startFrames() {
    const times = [];
    const next = (time) => {
      times.push(time);
      if (globalThis.bench.frames === times) requestAnimationFrame(next);
    };
    globalThis.bench.frames = times;
    requestAnimationFrame(next);
  },

  /** Milliseconds between the frames. */
  stopFrames() {
    const times = globalThis.bench.frames;
    globalThis.bench.frames = null;
    return times.slice(1).map((time, i) => time - times[i]);
  },
};
