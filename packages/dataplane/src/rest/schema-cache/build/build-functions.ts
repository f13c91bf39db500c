import type { FunctionRow } from '@basalt/postgres/catalog';
import type { DatabaseFunction, FunctionArgument, FunctionReturn } from '../schema-cache.ts';
import type { DatabaseType } from './build-types.ts';

type Types = ReadonlyMap<number, DatabaseType>;

const VOID = 2278;
const VOLATILITIES: Record<string, DatabaseFunction['volatility']> = {
  v: 'volatile',
  s: 'stable',
  i: 'immutable',
};
// The function's other settings are made by the server when it is called; these must be there before.
const TRANSACTION_SETTINGS: ReadonlySet<string> = new Set([
  'default_transaction_isolation',
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
  'transaction_timeout',
]);

export function buildFunction(row: FunctionRow, types: Types): DatabaseFunction {
  const { oid, schema, name, comment, volatility, isVariadic, settings } = row;
  return {
    schema,
    name,
    comment,
    arguments: buildArguments(row, types),
    returns: buildReturn(row, types),
    volatility: VOLATILITIES[volatility] ?? 'volatile',
    isVariadic,
    settings: new Map((settings ?? []).map(splitSetting).filter(([key]) => TRANSACTION_SETTINGS.has(key))),
    oid,
  };
}

/** Modes are i, o, b (both), v (variadic) and t (a column of the result); without modes all arguments are i. */
function parametersOf({ inTypes, allTypes, modes, names }: FunctionRow) {
  return (allTypes ?? inTypes).map((type, index) => ({
    type,
    mode: modes?.[index] ?? 'i',
    name: names?.[index] ?? '',
  }));
}

function buildArguments(row: FunctionRow, types: Types): FunctionArgument[] {
  const taken = parametersOf(row).filter(({ mode }) => mode === 'i' || mode === 'b' || mode === 'v');
  const firstOptional = taken.length - row.defaults;
  return taken.map(({ name, type, mode }, index) => ({
    name,
    type: types.get(type)?.name ?? '',
    required: index < firstOptional,
    variadic: mode === 'v',
  }));
}

function buildReturn(row: FunctionRow, types: Types): FunctionReturn {
  const { returnsSet: set, returnType } = row;
  if (returnType === VOID) return { kind: 'void' };
  const columns = parametersOf(row)
    .filter(({ mode }) => mode === 'o' || mode === 'b' || mode === 't')
    .map(({ name, type }) => ({ name, type: types.get(type)?.name ?? '' }));
  if (columns.length > 0) return { kind: 'composite', set, relation: null, columns };
  const type = types.get(returnType);
  if (!type?.isComposite) return { kind: 'scalar', set, type: type?.name ?? '' };
  return { kind: 'composite', set, relation: types.get(type.baseOid)?.relation ?? null };
}

function splitSetting(entry: string): [string, string] {
  const equals = entry.indexOf('=');
  return [entry.slice(0, equals), entry.slice(equals + 1)];
}
