import { quoteIdent, quoteLiteral } from '../text/identifiers.ts';
import { expressionPart, nameIn, nameList } from './sql-part.ts';

export interface NewTrigger {
  name: string;
  table: string;
  schema: string;
  function_name: string;
  function_schema: string;
  function_args: readonly string[];
  activation: 'BEFORE' | 'AFTER' | 'INSTEAD OF';
  events: readonly ('INSERT' | 'UPDATE' | 'DELETE' | 'TRUNCATE')[];
  columns?: readonly string[] | undefined;
  orientation: 'ROW' | 'STATEMENT';
  condition?: string | null | undefined;
}

export function createTrigger(trigger: NewTrigger): string[] {
  const { columns = [], condition } = trigger;
  const events = trigger.events.map((event) =>
    event === 'UPDATE' && columns.length > 0 ? `update of ${nameList(columns)}` : event.toLowerCase(),
  );
  return [
    [
      `create trigger ${quoteIdent(trigger.name)}`,
      `${trigger.activation.toLowerCase()} ${events.join(' or ')}`,
      `on ${nameIn(trigger.schema, trigger.table)}`,
      `for each ${trigger.orientation.toLowerCase()}`,
      ...(condition == null ? [] : [`when (${expressionPart(condition, 'condition')})`]),
      `execute function ${nameIn(trigger.function_schema, trigger.function_name)}(${trigger.function_args
        .map((value) => quoteLiteral(value))
        .join(', ')})`,
    ].join(' '),
  ];
}

const MODES = {
  ORIGIN: 'enable',
  REPLICA: 'enable replica',
  ALWAYS: 'enable always',
  DISABLED: 'disable',
} as const;

export interface TriggerChanges {
  name?: string | undefined;
  enabled_mode?: keyof typeof MODES | undefined;
}

export function changeTrigger(
  stored: { schema: string; table: string; name: string },
  { name, enabled_mode }: TriggerChanges,
): string[] {
  const on = nameIn(stored.schema, stored.table);
  const trigger = quoteIdent(stored.name);
  return [
    ...(enabled_mode === undefined ? [] : [`alter table ${on} ${MODES[enabled_mode]} trigger ${trigger}`]),
    ...(name === undefined || name === stored.name
      ? []
      : [`alter trigger ${trigger} on ${on} rename to ${quoteIdent(name)}`]),
  ];
}
