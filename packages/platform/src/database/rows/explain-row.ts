import type { RowReach, ViewAs } from '@basalt/contract';
import { explainPolicies, type Filter, readWholeRow } from '@basalt/postgres/rows';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { PlatformError } from '../../kernel/platform-error.ts';
import type { Actor } from '../../kernel/ports.ts';
import { fitting, keyOf, noTable, readTable } from './read-rows.ts';

export interface RowReachInput {
  ref: string;
  id: string;
  key: Record<string, string>;
  as: ViewAs;
}

const MAX_ROW_BYTES = 8 * 1024 * 1024;

/**
 * Why somebody sees a row of a table, or does not: it is read as the read-only role, and each policy is then asked about it with the
 * rights and claims of whom it is about.
 * @throws PlatformError as `readTable` does, `bad_request` for what is no table, `payload_too_large`
 */
export async function explainRow(
  dependencies: Dependencies,
  actor: Actor,
  { ref, id, key, as }: RowReachInput,
  signal?: AbortSignal,
): Promise<RowReach> {
  const row = await readTable(dependencies, actor, { ref, id }, signal, async (client, shape) => {
    if (shape.kind !== 'r' && shape.kind !== 'p')
      throw new PlatformError('bad_request', 'Only tables have policies. Look for the row in the table.');
    const wanted = keyOf(shape, key);
    const filters = wanted.map(([column, value]): Filter => ({ column, operator: '=', value }));
    return fitting(client, filters, () => readWholeRow(client, shape, wanted, MAX_ROW_BYTES));
  });
  if (row === null)
    return {
      is_found: false,
      is_seen: false,
      missing_privilege: null,
      is_rls_active: false,
      policies: [],
      other_policies: 0,
    };
  const { text } = row;
  if (text === null)
    throw new PlatformError('payload_too_large', 'This row has more than 8 MB. Ask its policies with SQL.');
  const reach = await readTable(dependencies, actor, { ref, id, as }, signal, (client, shape) =>
    explainPolicies(client, shape, text),
  );
  if (reach === null) throw noTable(id);
  return {
    is_found: true,
    is_seen: reach.isSeen,
    missing_privilege: reach.missingPrivilege,
    is_rls_active: reach.isRlsActive,
    policies: [...reach.policies],
    other_policies: reach.otherPolicies,
  };
}
