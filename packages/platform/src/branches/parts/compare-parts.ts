import type { NamedChange, SettingChange } from '@basalt/contract';
import {
  type PartKind,
  type Parts,
  type Prints,
  printsOf,
  SETTING_DEFAULTS,
  type SomeParts,
  settingOf,
} from './parts.ts';

/** What leads from what a project has beside its database to what its branch has. */
export interface PartChanges {
  functions: NamedChange[];
  secrets: NamedChange[];
  settings: SettingChange[];
}

/**
 * Compares a project with its branch.
 * @param base when both had the same; null: that is not known
 */
export function compareParts(project: Parts, branch: Parts, base: Prints | null): PartChanges {
  const [theirs, ours] = [printsOf(project), printsOf(branch)];
  const changes = (kind: PartKind) => changesBetween(theirs[kind], ours[kind], base?.[kind] ?? null);
  return {
    functions: changes('functions'),
    secrets: changes('secrets'),
    settings: changes('settings').map(({ name: key, ...change }) => {
      const { area, name, isSecret } = settingOf(key);
      const shown = (parts: Parts) => {
        if (isSecret) return null;
        const value = parts.settings.get(key)?.value ?? SETTING_DEFAULTS[area][name] ?? null;
        return typeof value === 'string' || value === null ? value : JSON.stringify(value);
      };
      return {
        ...change,
        area,
        name,
        is_secret: isSecret,
        project_value: shown(project),
        branch_value: shown(branch),
      };
    }),
  };
}

function changesBetween(
  project: Readonly<Record<string, string>>,
  branch: Readonly<Record<string, string>>,
  base: Readonly<Record<string, string>> | null,
): NamedChange[] {
  const names = [...new Set([...Object.keys(branch), ...Object.keys(project)])].toSorted();
  return names
    .filter((name) => project[name] !== branch[name])
    .map((name) => ({
      name,
      change: !Object.hasOwn(project, name) ? 'added' : Object.hasOwn(branch, name) ? 'changed' : 'missing',
      // The branch has what both had.
      theirs: base !== null && base[name] === branch[name],
    }));
}

/** What these parts are. */
export function pick(
  parts: Parts,
  names: { functions: readonly string[]; secrets: readonly string[]; settings: readonly string[] },
): SomeParts {
  return {
    functions: names.functions.map((slug) => [slug, parts.functions.get(slug) ?? null]),
    secrets: names.secrets.map((name) => [name, parts.secrets.get(name) ?? null]),
    settings: names.settings.map((key) => [key, parts.settings.get(key) ?? null]),
  };
}

export const countOf = ({ functions, secrets, settings }: SomeParts): number =>
  functions.length + secrets.length + settings.length;
