// What a process needs that serves functions: light, without what builds them.
export { folderOf } from '../files/folder-of.ts';
export { DATABASE_HOST, FunctionBootError, type FunctionEnd } from './function-process.ts';
export { FunctionRunner, type RunnerOptions, type RunningFunction } from './function-runner.ts';
