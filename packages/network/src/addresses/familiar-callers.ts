const DAY_MS = 86_400_000;

/** From where each account's owner came lately. A restart forgets it. */
export interface FamiliarCallers {
  /** Notes that the owner of an account came from an address: the password was right. */
  note(account: string, address: string): void;
  /** Whether the owner came from there within the last days. */
  knows(account: string, address: string): boolean;
}

/** @param atMost how many pairs are kept; those that were noted longest ago go first */
export function familiarCallers(
  now: () => Date,
  { days = 14, atMost = 50_000 }: { days?: number; atMost?: number } = {},
): FamiliarCallers {
  const noted = new Map<string, number>();
  const keyOf = (account: string, address: string) => `${address} ${account}`;
  return {
    note(account, address) {
      const key = keyOf(account, address);
      noted.delete(key);
      noted.set(key, now().getTime());
      const [oldest] = noted.keys();
      if (noted.size > atMost && oldest !== undefined) noted.delete(oldest);
    },
    knows(account, address) {
      const at = noted.get(keyOf(account, address));
      return at !== undefined && now().getTime() - at < days * DAY_MS;
    },
  };
}
