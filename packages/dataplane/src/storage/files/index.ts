export { openLocalFiles } from './local-object-files.ts';
export type { ObjectFiles } from './object-files.ts';
