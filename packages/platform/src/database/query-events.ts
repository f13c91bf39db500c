import type { QueryEvent, SqlErrorBody } from '@basalt/contract';
import type { QueryErrorFields, ScriptEvent } from '@basalt/postgres';

/** A script's event as it goes over the wire: without process ids and object ids. */
export function toQueryEvent(event: ScriptEvent): QueryEvent {
  switch (event.type) {
    case 'started':
      return { type: 'started' };
    case 'fields':
      return {
        type: 'fields',
        result: event.result,
        fields: event.fields.map(({ name, type }) => ({ name, type })),
      };
    case 'rows':
      return {
        type: 'rows',
        result: event.result,
        rows: event.rows as (string | null)[][],
        ...(event.cut ? { cut: [...event.cut] } : {}),
      };
    case 'complete':
      return { ...event, milliseconds: Math.round(event.milliseconds * 10) / 10 };
    case 'notice':
      return { type: 'notice', severity: event.severity, message: event.message, hint: event.hint };
    case 'error':
      return { type: 'error', error: toSqlError(event) };
    default:
      return event;
  }
}

/** What people need of a database error, and nothing of where it was raised in the server's source. */
export function toSqlError({
  code,
  severity,
  message,
  detail,
  hint,
  position,
  where,
}: QueryErrorFields): SqlErrorBody {
  return { code, severity, message, detail, hint, position, where };
}
