/** Unknown refs are asked for by scanners and mistyped addresses: their answer is kept so long. */
const ABSENCE_MS = 5_000;
const MAX_ABSENT = 1_000;

export interface ProjectSource<Project> {
  /** Null: there is no such project. */
  read(ref: string): Promise<Project | null>;
  /** Calls back with the ref of a project that changed; null: any may have, because notices were missed. */
  listen(onChange: (ref: string | null) => void): () => void;
}

/** Where projects are looked up. */
export interface ProjectDirectory<Project> {
  /** At once where it is known. Null: there is no such project. */
  find(ref: string): Project | null | Promise<Project | null>;
  /** Calls back with the ref of a project that changed. @returns stops that */
  onChange(listener: (ref: string) => void): () => void;
  close(): void;
}

interface Entry<Project> {
  project: Project;
  /** Set while a newer state is being read: whoever asks waits for it. */
  refreshing: Promise<Project | null> | null;
}

/**
 * What a process that serves projects knows of them: read once, kept in memory, read anew when something changed. While the source cannot
 * be read, projects that are known go on being served as they were.
 */
export function openProjectDirectory<Project extends object>(
  source: ProjectSource<Project>,
  onError: (error: unknown) => void,
): ProjectDirectory<Project> {
  const known = new Map<string, Entry<Project>>();
  const absent = new Map<string, number>();
  const reading = new Map<string, Promise<Project | null>>();
  const listeners = new Set<(ref: string) => void>();

  function readOnce(ref: string): Promise<Project | null> {
    const running = reading.get(ref);
    if (running !== undefined) return running;
    const answer: Promise<Project | null> = source.read(ref).then(
      // A newer reading may have overtaken this one: then what it found counts.
      (project) => (reading.get(ref) === answer ? keep(ref, project) : find(ref)),
      (error: unknown) => {
        if (reading.get(ref) === answer) reading.delete(ref);
        throw error;
      },
    );
    reading.set(ref, answer);
    return answer;
  }

  function keep(ref: string, project: Project | null): Project | null {
    reading.delete(ref);
    if (project !== null) {
      known.set(ref, { project, refreshing: null });
      return project;
    }
    known.delete(ref);
    if (absent.size >= MAX_ABSENT) absent.clear();
    absent.set(ref, Date.now() + ABSENCE_MS);
    return null;
  }

  function refresh(ref: string): void {
    absent.delete(ref);
    const entry = known.get(ref);
    // What is being read at this moment may be of before the change, so it is not joined.
    reading.delete(ref);
    if (entry !== undefined) {
      const refreshing: Promise<Project | null> = readOnce(ref).catch((error: unknown) => {
        onError(error);
        // Served as it was; the source tells again when it is back.
        if (entry.refreshing === refreshing) entry.refreshing = null;
        return entry.project;
      });
      entry.refreshing = refreshing;
    }
    for (const listener of listeners) listener(ref);
  }

  const stop = source.listen((ref) => {
    if (ref !== null) return refresh(ref);
    absent.clear();
    for (const each of known.keys()) refresh(each);
  });

  function find(ref: string): Project | null | Promise<Project | null> {
    const entry = known.get(ref);
    if (entry !== undefined) return entry.refreshing ?? entry.project;
    const until = absent.get(ref);
    if (until !== undefined && until > Date.now()) return null;
    if (!/^[a-z]{20}$/.test(ref)) return null;
    return readOnce(ref);
  }

  return {
    find,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: stop,
  };
}
