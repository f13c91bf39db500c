import { keepCompiledCode } from './compile-cache.ts';

// Before anything else is loaded.
keepCompiledCode();
await import('./supervisor.ts');
