// What a service answers is made of rows that the project's people can write: a value is what it should be, or it is not there.

export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

export function textOr<Otherwise>(value: unknown, otherwise: Otherwise): string | Otherwise {
  return typeof value === 'string' && value !== '' ? value : otherwise;
}

export function sizeOr<Otherwise>(value: unknown, otherwise: Otherwise): number | Otherwise {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : otherwise;
}

export function dateOr<Otherwise>(value: unknown, otherwise: Otherwise): string | Otherwise {
  const date = new Date(typeof value === 'string' ? value : Number.NaN);
  return Number.isNaN(date.getTime()) ? otherwise : date.toISOString();
}
