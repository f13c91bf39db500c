import type { ConfirmationNeeded } from '@basalt/contract';
import type { ApiError } from '../api/api-error.ts';

/** What the server wants agreement to; null when it refused the call for another reason. */
export function confirmationAsked({ code, details }: ApiError): ConfirmationNeeded | null {
  if (code !== 'confirmation_required') return null;
  const said = (details ?? {}) as Partial<ConfirmationNeeded>;
  return {
    writes: said.writes !== false,
    unknown_functions: Array.isArray(said.unknown_functions) ? said.unknown_functions.map(String) : [],
  };
}
