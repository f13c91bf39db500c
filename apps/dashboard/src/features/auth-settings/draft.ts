import {
  AUTH_DEFAULTS,
  AUTH_NUMBERS,
  type AuthConfig,
  type AuthConfigChanges,
  SECRET_MASK,
} from '@basalt/contract';
import type { Setting, SettingName } from './setting.ts';

/**
 * What was typed and not saved yet, by setting. Everything but switches is text, as in its field; null forgets a secret, and takes any other setting back to its default.
 */
export type Draft = Partial<Record<SettingName, string | boolean | null>>;

/** What a field holds that nobody has touched. */
export function fieldValue(setting: Setting, config: Partial<AuthConfig>): string | boolean {
  const value = config[setting.name];
  switch (setting.kind) {
    case 'switch':
      return (value === true) !== (setting.inverted === true);
    case 'secret':
      return '';
    case 'list':
      return linesOf(String(value ?? ''));
    default:
      return String(value ?? '');
  }
}

/** What a field holds while nobody has set it; null where that says nothing, as of the host of a mail server. */
export function defaultValue(setting: Setting): string | boolean | null {
  return setting.name in AUTH_DEFAULTS ? fieldValue(setting, AUTH_DEFAULTS as Partial<AuthConfig>) : null;
}

/** What a field shows: what was typed, the default it is taken back to, or what is set. */
export function shownValue(setting: Setting, draft: Draft, config: AuthConfig): string | boolean {
  const typed = draft[setting.name];
  if (typed === null) return defaultValue(setting) ?? '';
  return typed ?? fieldValue(setting, config);
}

/** Whether a secret is set; answers only say so much. */
export function hasSecret(setting: Setting, config: AuthConfig): boolean {
  return config[setting.name] === SECRET_MASK;
}

/** What is wrong with what was typed, before the server is asked; the server has the last word. */
export function draftProblems(
  settings: readonly Setting[],
  draft: Draft,
): Partial<Record<SettingName, string>> {
  const problems: Partial<Record<SettingName, string>> = {};
  for (const setting of settings) {
    const typed = draft[setting.name];
    if (setting.kind !== 'number' || typeof typed !== 'string') continue;
    const problem = numberProblem(setting, typed);
    if (problem !== null) problems[setting.name] = problem;
  }
  return problems;
}

/** The settings that saving would change, in the words of the API. */
export function changesOf(settings: readonly Setting[], draft: Draft, config: AuthConfig): AuthConfigChanges {
  const changes: Record<string, unknown> = {};
  for (const setting of settings) {
    const typed = draft[setting.name];
    if (typed === undefined || typed === fieldValue(setting, config)) continue;
    if (typed === null && defaultValue(setting) === fieldValue(setting, config)) continue;
    changes[setting.name] = settingValue(setting, typed);
  }
  return changes as AuthConfigChanges;
}

/** The settings as they would be, for fields that depend on others. */
export function valuesOf(settings: readonly Setting[], draft: Draft, config: AuthConfig): AuthConfig {
  const changes = changesOf(settings, draft, config);
  const reset = settings.filter(({ name }) => changes[name] === null && name in AUTH_DEFAULTS);
  const defaults = AUTH_DEFAULTS as Partial<AuthConfig>;
  return {
    ...config,
    ...changes,
    ...Object.fromEntries(reset.map(({ name }) => [name, defaults[name]])),
  } as AuthConfig;
}

function settingValue(setting: Setting, typed: string | boolean | null): string | number | boolean | null {
  if (typed === null) return null;
  switch (setting.kind) {
    case 'switch':
      return (typed === true) !== (setting.inverted === true);
    case 'number':
      return String(typed).trim() === '' ? null : Number(typed);
    case 'list':
      return commaList(String(typed));
    case 'secret':
      return String(typed);
    case 'choice':
      return setting.nullable === true && typed === '' ? null : String(typed);
    case 'html':
      return String(typed).trim() === '' ? null : String(typed);
    case 'text':
      return String(typed).trim() === '' ? null : String(typed).trim();
  }
}

function numberProblem(setting: Setting & { kind: 'number' }, typed: string): string | null {
  const text = typed.trim();
  if (text === '') return null;
  if (!/^\d{1,15}$/.test(text)) return 'Enter a whole number.';
  const [low, high] = (AUTH_NUMBERS as Record<string, readonly [number, number]>)[setting.name] ?? [
    setting.least ?? 0,
    setting.most ?? Number.MAX_SAFE_INTEGER,
  ];
  if (Number(text) < low) return `Enter ${low} or more.`;
  return Number(text) > high ? `Enter ${high} or less.` : null;
}

function linesOf(list: string): string {
  return list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('\n');
}

function commaList(lines: string): string {
  return lines
    .split(/[\n,]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(',');
}
