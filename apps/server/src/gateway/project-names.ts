import type { ProjectNames } from '@basalt/dataplane';
import type { ProjectAddress } from '@basalt/platform/project-runtime';

/** By which names projects are found beside their refs, in memory. */
export interface KnownNames extends ProjectNames {
  /** A project as it was just read. */
  note(ref: string, address: ProjectAddress | null): void;
  /** Learns all of them anew. What is noted meanwhile is newer than what was read, and makes it read again. */
  learn(read: () => Promise<readonly { ref: string; address: ProjectAddress }[]>): Promise<void>;
}

export function openProjectNames(): KnownNames {
  const names = { vanity: new Map<string, string>(), custom: new Map<string, string>() };
  const ofProject = new Map<string, ProjectAddress>();
  let changes = 0;

  function note(ref: string, address: ProjectAddress | null): void {
    const former = ofProject.get(ref);
    if (former?.kind === address?.kind && former?.name === address?.name) return;
    changes += 1;
    if (former !== undefined) {
      ofProject.delete(ref);
      // Another project may have got it since.
      if (names[former.kind].get(former.name) === ref) names[former.kind].delete(former.name);
    }
    if (address === null) return;
    ofProject.set(ref, address);
    names[address.kind].set(address.name, ref);
  }

  return {
    refOfHost: (host) => names.custom.get(host) ?? null,
    refOfLabel: (label) => names.vanity.get(label) ?? null,
    note,
    async learn(read) {
      for (;;) {
        const seen = changes;
        const all = await read();
        if (seen !== changes) continue;
        const present = new Set(all.map(({ ref }) => ref));
        for (const ref of [...ofProject.keys()]) if (!present.has(ref)) note(ref, null);
        for (const { ref, address } of all) note(ref, address);
        return;
      }
    },
  };
}
