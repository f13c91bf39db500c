import type { AuthConfig, AuthConfigChanges } from '@basalt/contract';

type Names<V> = {
  [N in keyof AuthConfigChanges]-?: NonNullable<AuthConfigChanges[N]> extends V ? N : never;
}[keyof AuthConfigChanges];
type TextName = Names<string>;
type NumberName = Names<number>;
type SwitchName = Names<boolean>;

interface Shown {
  label: string;
  description?: string;
  /** Whether it is asked for at all, given the values that the form has. */
  when?: (values: AuthConfig) => boolean;
}

/** One setting as a form asks for it. */
export type Setting =
  | (Shown & { kind: 'text'; name: TextName; placeholder?: string })
  /** A comma-separated list, edited as lines. */
  | (Shown & { kind: 'list'; name: TextName; placeholder?: string })
  /** Several lines, as they were typed. */
  | (Shown & { kind: 'html'; name: TextName; placeholder?: string })
  /** Never shown back. */
  | (Shown & { kind: 'secret'; name: TextName })
  | (Shown & { kind: 'number'; name: NumberName; unit: string; least?: number; most?: number })
  /** `inverted`: on in the form is off in the settings. */
  | (Shown & { kind: 'switch'; name: SwitchName; inverted?: boolean })
  /** `nullable`: the empty choice takes the setting away. */
  | (Shown & {
      kind: 'choice';
      name: TextName;
      nullable?: boolean;
      options: ReadonlyArray<{ value: string; label: string }>;
    });
export type SettingName = Setting['name'];
