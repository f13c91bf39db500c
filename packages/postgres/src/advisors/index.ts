export { LIMITS, type Limits, OTHERS_SCHEMAS } from './common-names.ts';
export type { Finding, LintCategory, LintLevel } from './lint.ts';
export { LINTS } from './lints/all-lints.ts';
export { type FailedLint, type LintClients, type LintReport, runLints } from './run-lints.ts';
