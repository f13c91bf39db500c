import type { StatusTone } from '../../ui/status/status-look.ts';

const WORDS: Record<number, string> = {
  200: 'OK',
  201: 'Created',
  204: 'Done, nothing to answer',
  206: 'A part of the rows',
  303: 'Sent elsewhere',
  400: 'The request is not valid',
  401: 'No valid key or token',
  403: 'Refused by permissions or policies',
  404: 'Nothing at this path',
  405: 'This method is not for this path',
  406: 'Not exactly one row, or no such form of answer',
  409: 'In conflict with rows that are there',
  413: 'The body is too large',
  415: 'Bodies of this type are not understood',
  416: 'The range begins after the last row',
  422: 'Understood, but refused',
  429: 'Too many requests',
  500: 'Something went wrong in the service',
  503: 'The project was paused, or its database did not answer',
};

/** What a status of the API says, where a number says too little. */
export function statusLabels(status: number): string | null {
  return WORDS[status] ?? null;
}

export function statusTone(status: number): StatusTone {
  if (status >= 500) return 'danger';
  if (status >= 400) return 'warn';
  return status >= 300 ? 'idle' : 'ok';
}
