import { newSealingKey } from '@basalt/object-store/sealing';

/** Prints a key that backups in a bucket are encrypted with. It is kept nowhere else. */
console.log(await newSealingKey());
console.error(
  'Set it as BASALT_BACKUPS_KEY, and keep a copy away from this machine: without it nobody reads the backups.',
);
