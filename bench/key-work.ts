/** One entry of a Chromium trace. Times are microseconds. */
interface TraceEvent {
  name: string;
  /** `X` for something with a duration. */
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  /** Of `dur`, the time the thread had a processor. */
  tdur?: number;
  args?: { data?: { type?: string } };
}

/** What a key made the page's main thread do, in milliseconds. */
export interface KeyWork {
  /** Script until the key is drawn, with what it makes the browser do at once: handlers of events and of the frame. */
  script: number;
  /** From the key to the end of the frame that shows it, without waiting for that frame. */
  untilDrawn: number;
  /** Of that, the time it had a processor: without what others on the machine took. */
  onProcessor: number;
  /** Everything until the next key: completion and saving come after the frame. */
  inAll: number;
}

/** What runs script; events lie within one another. */
const SCRIPT = new Set(['EventDispatch', 'FireAnimationFrame', 'TimerFire']);

/** The parts of a trace that {@link keyWork} reads. */
export const KEY_CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline'];

/** The work of every key press in a trace, in order. */
export function keyWork(trace: Buffer): KeyWork[] {
  const parsed = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const events = parsed.traceEvents.filter(({ ph }) => ph === 'X').sort((a, b) => a.ts - b.ts);
  const presses = events.filter(
    ({ name, args }) => name === 'EventDispatch' && args?.data?.type === 'keydown',
  );
  const [first] = presses;
  if (first === undefined) throw new Error('The trace has no key.');
  const ofPage = events.filter(({ pid, tid }) => pid === first.pid && tid === first.tid);
  const tasks = ofPage.filter(({ name }) => name === 'RunTask');
  // The last step of a frame in the main thread.
  const frames = ofPage.filter(({ name }) => name === 'Commit');

  return presses.map((press, i) => {
    const next = presses[i + 1]?.ts ?? Number.POSITIVE_INFINITY;
    const mine = tasks.filter((task) => endOf(task) > press.ts && endOf(task) <= next);
    const frame = frames.find(({ ts }) => ts > press.ts);
    const drawn = frame === undefined ? next : endOf(frame);
    const scripts = ofPage.filter(({ name, ts }) => SCRIPT.has(name) && ts >= press.ts && ts < drawn);
    const before = mine.filter(({ ts }) => ts < drawn);
    return {
      script: sum(outermost(scripts), 'dur'),
      untilDrawn: sum(before, 'dur'),
      onProcessor: sum(before, 'tdur'),
      inAll: sum(mine, 'dur'),
    };
  });
}

/** Without what lies within another one. */
function outermost(events: readonly TraceEvent[]): TraceEvent[] {
  let end = 0;
  return events.filter((event) => {
    if (event.ts < end) return false;
    end = endOf(event);
    return true;
  });
}

function endOf({ ts, dur = 0 }: TraceEvent): number {
  return ts + dur;
}

function sum(events: readonly TraceEvent[], time: 'dur' | 'tdur'): number {
  return events.reduce((total, event) => total + (event[time] ?? 0), 0) / 1_000;
}
