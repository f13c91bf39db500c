import { createRequire } from 'node:module';

const load = createRequire(import.meta.url);

/** Loaded at first use: some megabytes of native code, which a server without sign-ins by password does not need. */
export function argon2(): typeof import('@node-rs/argon2') {
  return load('@node-rs/argon2');
}

export function bcrypt(): typeof import('@node-rs/bcrypt') {
  return load('@node-rs/bcrypt');
}
