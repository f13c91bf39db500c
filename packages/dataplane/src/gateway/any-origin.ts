const EXPOSED = [
  'Content-Range',
  'Content-Location',
  'Content-Type',
  'Content-Encoding',
  'Date',
  'Location',
  'Server',
  'Transfer-Encoding',
  'Range-Unit',
  'X-Total-Count',
  'Link',
  'Preference-Applied',
  'Warning',
  'Proxy-Status',
  'Retry-After',
  'sb-error-code',
  'x-sb-error-code',
  'x-supabase-api-version',
].join(',');

/** Project APIs are for any origin: what protects them is the key and the database's policies, never where a page lies. */
export const ANY_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED,
} as const;
