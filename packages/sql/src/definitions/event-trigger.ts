import { quoteLiteral } from '../text/identifiers.ts';

/** Where the project's people keep their event triggers; the platform's call the functions that are named there. */
const TABLE = 'basalt.event_triggers';

export interface NewEventTrigger {
  name: string;
  event: string;
  tags: readonly string[];
  function_schema: string;
  function_name: string;
  enabled: boolean;
}

export function createEventTrigger(trigger: NewEventTrigger): string[] {
  const { name, event, tags, function_schema, function_name, enabled } = trigger;
  const texts = [name, event, arrayOf(tags), function_schema, function_name].map((text) =>
    quoteLiteral(text),
  );
  return [
    `insert into ${TABLE} (name, event, tags, function_schema, function_name, enabled)\nvalues (${texts.join(', ')}, ${enabled})`,
  ];
}

export interface EventTriggerChanges {
  name?: string | undefined;
  tags?: readonly string[] | undefined;
  enabled?: boolean | undefined;
}

/** @param name of the stored one */
export function changeEventTrigger(name: string, changes: EventTriggerChanges): string[] {
  const set = [
    ...(changes.name === undefined || changes.name === name ? [] : [`name = ${quoteLiteral(changes.name)}`]),
    ...(changes.tags === undefined ? [] : [`tags = ${quoteLiteral(arrayOf(changes.tags))}`]),
    ...(changes.enabled === undefined ? [] : [`enabled = ${changes.enabled}`]),
  ];
  return set.length === 0 ? [] : [`update ${TABLE} set ${set.join(', ')} where name = ${quoteLiteral(name)}`];
}

export function dropEventTrigger(name: string): string[] {
  return [`delete from ${TABLE} where name = ${quoteLiteral(name)}`];
}

/** An array of texts as a literal has it, each in quotes. */
function arrayOf(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
