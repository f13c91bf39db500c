import type { ServerNeed } from './server-need.ts';
import { slugOf } from './slug.ts';

/** Where a setting stands: what somebody who looks for it is led to. */
export interface SettingPlace {
  /** The page's address with the names of its parameters, such as `/project/$ref/auth/settings`. */
  path: string;
  /** The heading of its section. */
  section: string;
  /** The label of its field. Left out, the section itself is meant. */
  label?: string;
  description?: string | undefined;
  /** Other words that people might look for. */
  keywords?: string;
  /** The setting is one of the database's server: not there for an attached database. */
  needsOwnServer?: ServerNeed;
}

/** What stands behind `#` in the address of a setting. */
export function hashOf({ section, label }: Pick<SettingPlace, 'section' | 'label'>): string {
  return label === undefined ? slugOf(section) : `${slugOf(section)}/${slugOf(label)}`;
}

/** The settings that have a text in their name, then those that have it in other words. */
export function findSettings(places: readonly SettingPlace[], text: string): SettingPlace[] {
  const words = text.trim().toLowerCase().split(/\s+/);
  const has = (...texts: (string | undefined)[]) => {
    const whole = texts.join(' ').toLowerCase();
    return words.every((word) => whole.includes(word));
  };
  const isNamed = ({ label, section }: SettingPlace) => has(label ?? section);
  const isOther = (place: SettingPlace) =>
    !isNamed(place) && has(place.label, place.section, place.description, place.keywords);
  return [...places.filter(isNamed), ...places.filter(isOther)];
}
