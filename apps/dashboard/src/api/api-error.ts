import type { ErrorBody, ErrorCode } from '@basalt/contract';
import { ORPCError } from '@orpc/client';
import { MissingIdentifier } from './require-identifiers.ts';

/** The server's own words about a failed call. */
export interface ApiError {
  status: number;
  code: ErrorCode | 'network' | 'defect';
  message: string;
  field: string | null;
  requestId: string | null;
  /** More about it, where the code has more to say; its shape is the code's. */
  details?: unknown;
}

const NETWORK: ApiError = {
  status: 0,
  code: 'network',
  message: 'The server does not answer. Check that it is running and that you are online.',
  field: null,
  requestId: null,
};

const DEFECT: ApiError = {
  ...NETWORK,
  code: 'defect',
  message:
    'Something went wrong in the dashboard. Reload the page; the console of the browser has the details.',
};

/** What the browsers say when a call or a part of the dashboard did not come, or not whole. */
const NOT_REACHED = /fetch|network|load failed|import|abort|timed? ?out/i;

/** What went wrong with a call, from whatever it threw; also when it was the dashboard itself. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof MissingIdentifier) return { ...DEFECT, message: error.message };
  if (!(error instanceof ORPCError))
    return error instanceof Error && !NOT_REACHED.test(`${error.name} ${error.message}`) ? DEFECT : NETWORK;
  const body = error.data as Partial<ErrorBody> | undefined;
  return {
    status: error.status,
    code: body?.code ?? 'internal',
    message: body?.message ?? error.message,
    field: body?.field ?? null,
    requestId: body?.request_id ?? null,
    ...(body?.details === undefined ? {} : { details: body.details }),
  };
}
