import { REFUSED_IPV4 } from '@basalt/network';

/** Where the folders of a function stand inside of its sandbox, and outside of one where there is none. */
export interface Places {
  /** What was deployed and what it imports. Never written. */
  function: string;
  /** Sockets: the one that it answers on, and those into its own project. */
  door: string;
  /** Its own temporary files. */
  temporary: string;
  /** Our program that loads it. */
  program: string;
}

/**
 * What a function may do, as options of Deno. It may read what was deployed with it, write temporary files, and connect to
 * addresses of the public internet: Deno checks the addresses that a name leads to, in every notation. IPv6, of which Deno knows
 * no ranges, is closed by `program/close-off.ts`, which is also the only one to use `--allow-ffi` and gives it up before the
 * function is loaded. Nothing else is allowed: no programs, no native code, no information about the machine.
 */
export function permissionOptions({ function: own, door, temporary, program }: Places): string[] {
  return [
    '--no-prompt',
    '--allow-env',
    '--allow-net',
    `--deny-net=${[...REFUSED_IPV4.map(([network, prefix]) => `${network}/${prefix}`), 'localhost', '[::1]', '[::]'].join(',')}`,
    '--allow-ffi',
    `--allow-read=${[own, door, temporary, program].join(',')}`,
    `--allow-write=${[`${door}/listen`, `${door}/api.sock`, `${door}/.s.PGSQL.5432`, temporary].join(',')}`,
  ];
}
