const MOMENT = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/;

/** The moment that a version such as `20260131120000` is made of, in UTC; null when it is none. */
export function migrationMoment(version: string): string | null {
  const [, year, month, day, hour, minute, second] = MOMENT.exec(version) ?? [];
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const moment = new Date(`${iso}Z`);
  const isReal = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(iso);
  return isReal ? `${year}-${month}-${day} ${hour}:${minute} UTC` : null;
}
