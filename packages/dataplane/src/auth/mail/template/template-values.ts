/** What a mail template may name: `{{ .Token }}`, `{{ .Data.first_name }}`. Absent means the empty text. */
export interface TemplateValues {
  readonly ConfirmationURL?: string;
  readonly Token?: string;
  readonly TokenHash?: string;
  readonly SiteURL?: string;
  readonly Email?: string;
  readonly NewEmail?: string;
  readonly RedirectTo?: string;
  /** In mails that tell of a change. */
  readonly OldEmail?: string;
  readonly Phone?: string;
  readonly OldPhone?: string;
  /** What an identity is from: `google`. */
  readonly Provider?: string;
  /** `totp`, `phone`. */
  readonly FactorType?: string;
  /** In text messages. */
  readonly Code?: string;
  /** The user's own metadata: chosen by whoever signed up, so as hostile as any input. */
  readonly Data?: Readonly<Record<string, unknown>>;
}

/** The text of a path such as `Data.address.city`; empty when there is nothing there or something that is no plain value. */
export function valueAt(values: TemplateValues, path: string): string {
  let current: unknown = values;
  for (const name of path.split('.')) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, name)) return '';
    current = (current as Record<string, unknown>)[name];
  }
  if (typeof current === 'string') return current;
  return typeof current === 'number' || typeof current === 'boolean' ? String(current) : '';
}
