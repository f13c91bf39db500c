const EVERY_MS = 60_000;

type Log = (fields: Record<string, unknown>, message: string) => void;

/**
 * A log for what anybody can bring about as often as they like: of each message one line at once, and then one a minute with how many
 * there were (`times`).
 */
export function seldom(log: Log): Log & { close(): void } {
  const counts = new Map<string, { fields: Record<string, unknown>; times: number }>();
  const timer = setInterval(() => {
    for (const [message, { fields, times }] of counts) {
      if (times === 0) counts.delete(message);
      else {
        log({ ...fields, times }, message);
        counts.set(message, { fields, times: 0 });
      }
    }
  }, EVERY_MS).unref();
  const write: Log = (fields, message) => {
    const known = counts.get(message);
    if (known === undefined) {
      counts.set(message, { fields, times: 0 });
      log(fields, message);
    } else {
      known.fields = fields;
      known.times += 1;
    }
  };
  return Object.assign(write, { close: () => clearInterval(timer) });
}
