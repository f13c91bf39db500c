import path from 'node:path';
import type { Home } from './home.ts';

/** Where what was deployed as functions is kept, one folder for each project. */
export function functionsFolder(home: Home): string {
  return path.join(home.path, 'functions');
}

/** Where functions' logs are kept, one folder for each project. */
export function functionLogFolder(home: Home): string {
  return path.join(home.logs, 'functions');
}
