import { type Outgoing, OutgoingError } from '@basalt/network';

const CHALLENGE = '_basalt-challenge';

/** A verified domain counts for so long without its record. */
export const GRACE_DAYS = 7;
const DAY_MS = 86_400_000;

/** Where the TXT record of a domain stands that shows whose it is. */
export const recordOf = (domain: string) => `${CHALLENGE}.${domain}`;

/** @returns why the record does not show that the domain is the organization's; null: it does */
export async function whatIsWrong(
  outgoing: Pick<Outgoing, 'texts'>,
  { domain, challenge }: { domain: string; challenge: string },
): Promise<string | null> {
  const record = recordOf(domain);
  const texts = await outgoing.texts(record).catch((error: unknown) => {
    if (error instanceof OutgoingError) return null;
    throw error;
  });
  if (texts === null) return `No TXT record was found at ${record}. New records can take a while to be seen.`;
  return texts.includes(challenge) ? null : `The TXT record at ${record} says something else.`;
}

/** When a domain stops to count whose record is missing. */
export function lapsesAt(missingSince: Date): Date {
  return new Date(missingSince.getTime() + GRACE_DAYS * DAY_MS);
}

interface Standing {
  verified_at: Date | null;
  missing_since: Date | null;
  told_at: Date | null;
}

/**
 * What a look at its record makes of a domain. Names cannot be asked for now and then, so a verified one counts for {@link GRACE_DAYS} without
 * its record.
 */
export function standingAfter(domain: Standing, isRight: boolean, now: Date): Standing {
  if (isRight) return { verified_at: domain.verified_at ?? now, missing_since: null, told_at: null };
  if (domain.verified_at === null) return { verified_at: null, missing_since: null, told_at: null };
  const missing_since = domain.missing_since ?? now;
  if (lapsesAt(missing_since) <= now) return { verified_at: null, missing_since: null, told_at: null };
  return { ...domain, missing_since };
}
