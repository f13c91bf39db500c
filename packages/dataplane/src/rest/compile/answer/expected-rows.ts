import type { RestRequest } from '../../request/rest-request.ts';
import type { ChosenMedia } from '../media/chosen-media.ts';
import type { CompiledQuery } from './compiled-query.ts';

/** How many rows must be there. @param bounded whether `max-affected` means anything for this request */
export function expectedRows(
  { preferences }: Pick<RestRequest, 'preferences'>,
  { format }: Pick<ChosenMedia, 'format'>,
  bounded: boolean,
): CompiledQuery['expectRows'] {
  if (format.kind === 'json' && format.singular) return { kind: 'exactly-one' };
  const { maxAffected, handling } = preferences;
  if (!bounded || maxAffected === null || handling !== 'strict') return null;
  return { kind: 'at-most', rows: maxAffected };
}
