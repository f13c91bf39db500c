import type { ErrorBody, ErrorCode } from '@basalt/contract';
import { ORPCError } from '@orpc/client';

/** The server's own words about a failed call. */
export interface ApiError {
  status: number;
  code: ErrorCode | 'network';
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

/** What went wrong with a call, from whatever it threw. */
export function toApiError(error: unknown): ApiError {
  if (!(error instanceof ORPCError)) return NETWORK;
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
