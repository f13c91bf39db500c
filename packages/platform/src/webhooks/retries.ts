/** Before the second, third and fourth attempt. After that the last answer is what is written down. */
export const RETRY_PAUSES_MS: readonly number[] = [10_000, 60_000, 300_000];

/** What came of one attempt. */
export type Outcome =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly contentType: string | null;
      readonly headers: Readonly<Record<string, string>>;
      readonly content: string;
    }
  /** `final`: another attempt would end in the same way. */
  | { readonly kind: 'failure'; readonly message: string; readonly final: boolean };

const TOO_MANY_REQUESTS = 429;
const FIRST_SERVER_ERROR = 500;

/** How long to wait before a request is sent once more; null: this was the last attempt. */
export function pauseAfter(
  outcome: Outcome,
  attempts: number,
  pauses: readonly number[] = RETRY_PAUSES_MS,
): number | null {
  return mayEndBetter(outcome) ? (pauses[attempts - 1] ?? null) : null;
}

function mayEndBetter(outcome: Outcome): boolean {
  if (outcome.kind === 'failure') return !outcome.final;
  return outcome.status === TOO_MANY_REQUESTS || outcome.status >= FIRST_SERVER_ERROR;
}
