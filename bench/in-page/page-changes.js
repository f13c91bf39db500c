// Runs in the measured page before the page's own scripts, after probe.js. It looks at clocks and at the page, and changes neither.
(() => {
  const PATIENCE = 30_000;
  let shift = 0;
  let worstShift = 0;
  let interactions = new Map();
  let longest = 0;

  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId)
        interactions.set(interactionId, Math.max(duration, interactions.get(interactionId) ?? 0));
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  }).observe({ type: 'longtask', buffered: true });

  let answer = Promise.reject(new Error('No change is waited for.'));
  answer.catch(() => {});

  const isThere = (before) => {
    const main = document.getElementById('main');
    const isLoading =
      main?.querySelector('[role="status"][aria-label^="Loading"], [class*="_skeleton"]') != null;
    return location.pathname !== before && main?.querySelector('h1') != null && !isLoading;
  };

  globalThis.changes = {
    reset() {
      shift = 0;
      worstShift = 0;
      interactions = new Map();
      longest = 0;
    },

    /** Waits for the next press of a link and the page that it leads to. */
    await() {
      worstShift = Math.max(worstShift, shift);
      shift = 0;
      const before = location.pathname;
      answer = new Promise((resolve, reject) => {
        addEventListener(
          'pointerdown',
          () => {
            const start = performance.now();
            const look = () => {
              if (isThere(before))
                requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
              else if (performance.now() - start > PATIENCE)
                reject(new Error(`${location.pathname} did not come.`));
              else requestAnimationFrame(look);
            };
            look();
          },
          { capture: true, once: true },
        );
      });
      answer.catch(() => {});
    },

    answer: () => answer,

    seen() {
      return {
        shift: Math.max(worstShift, shift),
        // What took less than 16 ms is not told by the browser.
        interactions: interactions.size > 0 ? [...interactions.values()] : [16],
        longest,
      };
    },
  };
})();
