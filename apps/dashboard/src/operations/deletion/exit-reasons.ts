/** Why people leave; what is sent is the text. The last one is for everybody else. */
export const EXIT_REASONS = [
  { value: 'price', label: 'It costs too much' },
  { value: 'no-users', label: 'My project has not found its users' },
  { value: 'support', label: 'I did not get the help I needed' },
  { value: 'missing-feature', label: 'A feature I need is missing' },
  { value: 'no-value', label: 'It did not bring me enough' },
  { value: 'other-needs', label: 'It does not fit what I need' },
  { value: 'dashboard', label: 'The dashboard is too complicated' },
  { value: 'postgres', label: 'PostgreSQL is too complicated' },
  { value: 'unsolved', label: 'It did not solve my problem' },
  { value: 'bugs', label: 'I ran into too many bugs' },
  { value: 'other-product', label: 'I use another product instead' },
  { value: 'finished', label: 'The work is done' },
  { value: 'next-project', label: 'I go on in another project' },
  { value: 'none', label: 'None of these' },
] as const;

type ExitReason = (typeof EXIT_REASONS)[number]['value'];
type Option = (typeof EXIT_REASONS)[number];

/**
 * The reasons in an order of chance, so that the first is not chosen for being first; "None of these" stays last.
 * @param random 0 to below 1
 */
export function shuffledReasons(random: () => number): Option[] {
  const rest = [...EXIT_REASONS];
  const none = rest.pop();
  const shuffled: Option[] = [];
  while (rest.length > 0) shuffled.push(...rest.splice(Math.floor(random() * rest.length), 1));
  return none === undefined ? shuffled : [...shuffled, none];
}

/** The chosen reasons as lines of `- reason`. */
export function reasonLines(chosen: readonly ExitReason[]): string {
  return EXIT_REASONS.filter(({ value }) => chosen.includes(value))
    .map(({ label }) => `- ${label}`)
    .join('\n');
}

export interface DeletionDraft {
  typed: string;
  reasons: readonly ExitReason[];
  feedback: string;
}

export interface DeletionProblems {
  typed?: string;
  reasons?: string;
}

/** What keeps a project from being deleted; nothing when it may go. Nobody on a free plan is asked for reasons. */
export function deletionProblems(
  { typed, reasons }: Pick<DeletionDraft, 'typed' | 'reasons'>,
  { name, isAsked }: { name: string; isAsked: boolean },
): DeletionProblems {
  return {
    ...(typed === name ? {} : { typed: 'Value entered does not match' }),
    ...(isAsked && reasons.length === 0
      ? { reasons: 'Please select at least one reason for deleting your project' }
      : {}),
  };
}
