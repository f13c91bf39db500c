/** A moment (milliseconds since 1970) as a `datetime-local` field wants it: in the reader's time zone, to the second. */
export function localMoment(at: number): string {
  const date = new Date(at);
  return new Date(at - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

/** The moment that such a field means, null while it means none. */
export function momentOfLocal(text: string): number | null {
  // Without an offset a date and time is read in the local zone.
  const at = Date.parse(text);
  return text.includes('T') && !Number.isNaN(at) ? at : null;
}
