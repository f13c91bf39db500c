import { BackupError, ClusterError } from '@basalt/clusters';
import { QueryError } from '@basalt/postgres';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Step } from './definition.ts';

/** Why a step failed, as a sentence for people. Errors that were not meant for them are not quoted. */
export function failureReason(step: Step, error: unknown): string {
  if (error instanceof ClusterError || error instanceof BackupError || error instanceof PlatformError)
    return error.message;
  if (error instanceof QueryError) return `${step.title}: the database answered "${error.message}".`;
  return `${step.title}: something went wrong on our side. The log has the details.`;
}
