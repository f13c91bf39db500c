import { PlatformError } from './platform-error.ts';
import type { CallProject, RequestLogReader } from './ports.ts';

// What stands in where the platform runs without a gateway.

export const apiAway: CallProject = () =>
  Promise.reject(new PlatformError('unavailable', 'The APIs of projects cannot be reached from here.'));

const noLog = () =>
  Promise.reject(new PlatformError('unavailable', 'The request log cannot be read from here.'));
export const logAway: RequestLogReader = { read: noLog, count: noLog, keyUse: noLog };
