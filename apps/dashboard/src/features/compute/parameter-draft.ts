import type { PostgresConfig } from '@basalt/contract';
import type { ApiError } from '../../api/api-error.ts';
import { PARAMETER_GROUPS, type ParameterName } from './parameter-groups.ts';

/** What was typed, by parameter; what is not in it is as it was. Empty: as the compute size says. */
export type ParameterDraft = Partial<Record<ParameterName, string>>;

const NAMES = PARAMETER_GROUPS.flatMap(({ names }) => names);

/** A value as it is typed. */
export function parameterText(config: PostgresConfig, name: ParameterName): string {
  const value = config[name];
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return value === undefined ? '' : String(value);
}

/** The parameters whose text differs from what holds, in their order. */
export function changedParameters(config: PostgresConfig, draft: ParameterDraft): ParameterName[] {
  return NAMES.filter((name) => {
    const typed = draft[name]?.trim();
    return typed !== undefined && typed !== parameterText(config, name);
  });
}

/** What is wrong with what was typed, by parameter. What only the server can know is not in it. */
export function parameterProblems(config: PostgresConfig, draft: ParameterDraft): ParameterDraft {
  return Object.fromEntries(
    changedParameters(config, draft).flatMap((name) => {
      const typed = draft[name]?.trim() ?? '';
      const isWrong = typeof config[name] === 'number' && typed !== '' && !/^-?\d{1,10}$/.test(typed);
      return isWrong ? [[name, 'Please enter a whole number']] : [];
    }),
  );
}

/** Every parameter as it is to be. The server takes what is left out from the compute size. */
export function configOf(config: PostgresConfig, draft: ParameterDraft): PostgresConfig {
  return Object.fromEntries(
    NAMES.flatMap((name) => {
      const typed = draft[name]?.trim();
      if (typed === undefined) return config[name] === undefined ? [] : [[name, config[name]]];
      return typed === '' ? [] : [[name, typedValue(config[name], typed)]];
    }),
  );
}

/** A typed text as the kind of value that the parameter has. */
function typedValue(present: PostgresConfig[ParameterName], typed: string): string | number | boolean {
  if (typeof present === 'number') return Number(typed);
  return typeof present === 'boolean' ? typed === 'on' : typed;
}

/** The parameter that the server refused, and why, for the place under its field; null: it was none of them. */
export function refusedParameter(
  error: Pick<ApiError, 'field' | 'message'> | null,
): { name: ParameterName; text: string } | null {
  const name = PARAMETER_GROUPS.flatMap(({ names }) => names).find((each) => each === error?.field);
  if (name === undefined || error === null) return null;
  // The server's sentence begins with the name, which stands above the field already.
  const text = error.message.startsWith(`${name} `) ? error.message.slice(name.length + 1) : error.message;
  return { name, text: `${text.charAt(0).toUpperCase()}${text.slice(1)}` };
}
