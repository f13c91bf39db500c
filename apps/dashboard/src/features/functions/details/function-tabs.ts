/** The parts of a function's page, in their order. */
export const FUNCTION_TABS = {
  overview: 'Overview',
  code: 'Code',
  test: 'Test',
  logs: 'Logs',
  versions: 'Versions',
} as const;
export type FunctionTab = keyof typeof FUNCTION_TABS;
