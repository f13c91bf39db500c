import type { Attempt } from '../attempt.ts';
import { CODE_ATTEMPTS } from './code.cases.ts';
import { PATH_ATTEMPTS } from './paths.cases.ts';
import { PRIVILEGE_ATTEMPTS } from './privileges.cases.ts';
import { READING_ATTEMPTS } from './reading.cases.ts';
import { SETTING_ATTEMPTS } from './settings.cases.ts';
import { SOCKET_ATTEMPTS } from './sockets.cases.ts';
import { STALLING_ATTEMPTS } from './stalling.cases.ts';
import { SURVIVOR_ATTEMPTS } from './survivors.cases.ts';

export const ATTEMPTS: readonly Attempt[] = [
  ...READING_ATTEMPTS,
  ...PRIVILEGE_ATTEMPTS,
  ...SOCKET_ATTEMPTS,
  ...PATH_ATTEMPTS,
  ...SETTING_ATTEMPTS,
  ...CODE_ATTEMPTS,
  ...SURVIVOR_ATTEMPTS,
  ...STALLING_ATTEMPTS,
];
