import type { MediaType, PlanOption } from './rest-request.ts';

const OPTIONS: ReadonlySet<string> = new Set<PlanOption>([
  'analyze',
  'verbose',
  'settings',
  'buffers',
  'wal',
]);
const RAW = ['application/octet-stream', 'text/plain', 'text/xml'] as const;

/**
 * A media type with its parameters, names lower-cased.
 * @param parameters without `q` and `charset`
 */
export function toMediaType(name: string, parameters: ReadonlyMap<string, string>): MediaType {
  const nullsStripped = parameters.get('nulls') === 'stripped';
  switch (name) {
    case '*/*':
      return { kind: 'any' };
    case 'application/json':
    case 'application/*':
      return { kind: 'json', nullsStripped };
    case 'application/vnd.pgrst.object+json':
    case 'application/vnd.pgrst.object':
      return { kind: 'object', nullsStripped };
    case 'application/vnd.pgrst.array+json':
    case 'application/vnd.pgrst.array':
      return { kind: 'array', nullsStripped };
    case 'text/csv':
      return { kind: 'csv' };
    case 'application/openapi+json':
      return { kind: 'openapi' };
    case 'application/geo+json':
      return { kind: 'geojson' };
    case 'application/vnd.pgrst.plan':
    case 'application/vnd.pgrst.plan+text':
      return toPlan('text', parameters);
    case 'application/vnd.pgrst.plan+json':
      return toPlan('json', parameters);
  }
  const mediaType = RAW.find((raw) => raw === name);
  return mediaType ? { kind: 'raw', mediaType } : { kind: 'other', mediaType: name };
}

function toPlan(format: 'text' | 'json', parameters: ReadonlyMap<string, string>): MediaType {
  const [name = '', ...rest] = (parameters.get('for') ?? 'application/json').toLowerCase().split(';');
  const nulls = rest.some((parameter) => parameter.trim() === 'nulls=stripped') ? 'stripped' : '';
  const planned = toMediaType(name.trim(), new Map([['nulls', nulls]]));
  const options = (parameters.get('options') ?? '').split('|').filter(isPlanOption);
  // A plan of a plan means nothing more than a plan.
  return { kind: 'plan', format, for: planned.kind === 'plan' ? planned.for : planned, options };
}

function isPlanOption(text: string): text is PlanOption {
  return OPTIONS.has(text);
}

/** A media type as it stands in headers and errors. */
export function mediaTypeText(type: MediaType): string {
  switch (type.kind) {
    case 'any':
      return '*/*';
    case 'json':
      return withNulls('application/json', type.nullsStripped);
    case 'object':
      return withNulls('application/vnd.pgrst.object+json', type.nullsStripped);
    case 'array':
      return withNulls('application/vnd.pgrst.array+json', type.nullsStripped);
    case 'csv':
      return 'text/csv';
    case 'openapi':
      return 'application/openapi+json';
    case 'geojson':
      return 'application/geo+json';
    case 'plan':
      return planText(type);
    case 'raw':
    case 'other':
      return type.mediaType;
  }
}

function withNulls(name: string, stripped: boolean): string {
  return stripped ? `${name};nulls=stripped` : name;
}

function planText(type: Extract<MediaType, { kind: 'plan' }>): string {
  const options = type.options.length === 0 ? '' : `; options=${type.options.join('|')}`;
  return `application/vnd.pgrst.plan+${type.format}; for="${mediaTypeText(type.for)}"${options}`;
}
