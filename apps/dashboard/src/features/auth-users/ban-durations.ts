/** How long a ban can last; the values are durations in the auth service's words. */
export const BAN_DURATIONS = [
  { value: '1h', label: 'One hour' },
  { value: '24h', label: 'One day' },
  { value: '168h', label: 'One week' },
  { value: '720h', label: '30 days' },
  { value: '8760h', label: 'One year' },
  { value: '876000h', label: 'Until it is lifted' },
] as const;

const FOR_GOOD_MS = 50 * 365 * 86_400_000;

/** Whether a ban ends so late that its end says nothing. */
export function isForGood(until: string, now: number): boolean {
  return Date.parse(until) - now > FOR_GOOD_MS;
}
