export { openLocalFiles } from './local-object-files.ts';
