/** A frame that does not come by then is not waited for: nothing is drawn in a tab that nobody sees. In milliseconds. */
const PATIENCE = 100;

/**
 * Resolves in a task of its own after the page as it is now has been drawn. What takes long and may come a moment later is done after it:
 * until then the browser shows what a press did, and hears the next one.
 */
function nextPaint(): Promise<void> {
  if (document.visibilityState === 'hidden') return Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    resolve();
  };
  // A message that is sent from within a frame arrives right after that frame's style, layout and paint.
  requestAnimationFrame(() => port2.postMessage(null));
  setTimeout(() => port2.postMessage(null), PATIENCE);
  return promise;
}

/** Whether a key or a button went down after the page was last waited for. */
let isPressed = false;
if (typeof document !== 'undefined')
  for (const kind of ['pointerdown', 'keydown'] as const)
    document.addEventListener(
      kind,
      () => {
        isPressed = true;
      },
      { capture: true },
    );

/** Resolves when the page has shown that it was pressed; at once when nothing was pressed since that was asked last. */
export async function pressShown(): Promise<void> {
  if (!isPressed) return;
  isPressed = false;
  await nextPaint();
}

let turn: Promise<void> = Promise.resolve();

/** Like {@link nextPaint}, for parts of a page: one part is drawn before the next one has its turn. */
export function paintInTurn(): Promise<void> {
  turn = turn.then(nextPaint);
  return turn;
}
