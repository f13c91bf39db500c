import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import { DATABASE_PASSWORD } from './platform-under-test.ts';
import { eventually, inTime, newBranch, type ProjectsAtWork } from './projects-at-work.ts';
import type { SmallDisk } from './small-disk.ts';

interface BackupFile {
  id: string;
  state: 'running' | 'ready' | 'failed';
  error: string | null;
  bytes: number | null;
}

/** What else needs space, on a disk that gets full to the last block meanwhile and is emptied later. */
export class FullDiskCases {
  readonly #at: ProjectsAtWork;
  readonly #disk: SmallDisk | null;

  constructor(at: ProjectsAtWork, disk: SmallDisk | null) {
    this.#at = at;
    this.#disk = disk;
  }

  /** Ends with a project that works, or with one that says why there is none and can be deleted. */
  async restoreToNew(step: string): Promise<void> {
    const { platform, shared } = this.#at;
    await this.#atRest();
    await platform.killAt(`restore_to_new:${step}:before`, 'disk');
    const obeyed = platform.obeyed();
    const answer = await platform.api('POST', `/platform/database/${shared}/backups/restore-to-new-project`, {
      name: 'From a backup',
      db_pass: DATABASE_PASSWORD,
      at: this.#at.moment,
    });
    const { ref } = answer.body as { ref: string };
    await inTime(obeyed, () => `Nothing happened at ${step}. ${JSON.stringify(answer.body)}`);
    await setTimeout(3_000);
    await this.#disk?.clear();
    await this.#at.expectStatus(ref, ['ACTIVE_HEALTHY', 'INIT_FAILED']);
    await eventually(
      async () => (await this.#at.operations(ref))[0]?.state,
      (seen) => expect(seen).not.toBe('running'),
    );
    const [operation] = await this.#at.operations(ref);
    if (operation?.state === 'failed') expect(operation.reason).toMatch(/\.$/);
    else expect((await this.#at.query(ref, 'select line from kept')).body).toEqual([{ line: 'still here' }]);
    await this.#expectAsBefore();
    await eventually(
      async () => (await platform.api('DELETE', `/v1/projects/${ref}`)).status,
      (seen) => expect([200, 404]).toContain(seen),
    );
    await this.#at.expectStatus(ref, [null]);
  }

  async discard(): Promise<void> {
    const { shared, platform } = this.#at;
    await this.#atRest();
    const listed = async () => (await this.#at.overview(shared)).kept_databases;
    if ((await listed()).length === 0) {
      await this.#at.post(`/platform/database/${shared}/backups/pitr`, { at: this.#at.moment });
      await eventually(listed, (seen) => expect(seen).not.toEqual([]));
      await this.#atRest();
    }
    const [point] = await listed();
    this.#disk?.fill();
    const url = `/platform/database/${shared}/kept-databases/${point?.id}`;
    await eventually(
      async () => (await platform.api('DELETE', url)).status,
      (seen) => expect([200, 404]).toContain(seen),
    );
    await this.#disk?.clear();
    expect((await listed()).map(({ id }) => id)).not.toContain(point?.id);
    await this.#expectAsBefore();
  }

  /** One for which there is no room is refused before anything is begun. */
  async branch(): Promise<void> {
    const { shared, platform } = this.#at;
    await this.#atRest();
    const before = await this.#at.branches();
    const create = () => platform.api('POST', `/v1/projects/${shared}/branches`, newBranch());
    this.#disk?.fill();
    const { status, body } = await create();
    await this.#disk?.clear();
    expect([status, body]).toEqual([
      409,
      expect.objectContaining({ message: expect.stringMatching(/needs about \d+ MB .* 0 MB are free/) }),
    ]);
    expect(await this.#at.branches()).toEqual(before);
    await this.#expectAsBefore();
  }

  /** The file fails and says why, or is there whole; asked for again it is made. */
  async download(): Promise<void> {
    const { shared, platform } = this.#at;
    await this.#atRest();
    const url = `/platform/database/${shared}/backups/download`;
    const asked = await platform.api('POST', url, { id: 0 });
    this.#disk?.fill();
    expect(asked.status).toBe(200);
    await setTimeout(3_000);
    await this.#disk?.clear();
    const { id } = asked.body as BackupFile;
    const first = await this.#ended(id);
    if (first.state === 'failed') expect(first.error).toMatch(/(full|little space).*\.$/);
    const again = await this.#ended(((await platform.api('POST', url, { id: 0 })).body as BackupFile).id);
    expect(again).toMatchObject({ state: 'ready', error: null });
    await this.#expectAsBefore();
  }

  /** Nothing is said against the backup that is not so, and it is verified in the end. */
  async verify(): Promise<void> {
    const { shared, platform } = this.#at;
    await this.#atRest();
    const before = Date.now();
    const [backup] = await this.#goodBackups();
    const url = `/platform/database/${shared}/backups/${backup?.id}/verify`;
    expect((await platform.api('POST', url)).status).toBe(200);
    // Until one is seen at work, or for as long as it would take to begin.
    for (let look = 0; look < 60 && !(await this.#isVerifying()); look += 1) await setTimeout(100);
    this.#disk?.fill();
    await setTimeout(3_000);
    await this.#disk?.clear();
    const known = await this.#goodBackups();
    const error = known.find(({ id }) => id === backup?.id)?.verify_error ?? null;
    if (error !== null) expect(error).toMatch(/(full|free).*\.$/);
    await platform.api('POST', url);
    await eventually(
      async () => (await this.#goodBackups()).find(({ id }) => id === backup?.id),
      (seen) => {
        expect(seen?.verify_error).toBeNull();
        expect(Date.parse(seen?.verified_at ?? '')).toBeGreaterThan(before);
      },
    );
    await this.#expectAsBefore();
  }

  async #isVerifying(): Promise<boolean> {
    return (await this.#at.platform.onThisMachine()).scratch.some((name) => name.startsWith('verify'));
  }

  async #goodBackups() {
    const { backups } = (await this.#at.overview(this.#at.shared)) as unknown as {
      backups: { id: number; state: string; verified_at: string | null; verify_error: string | null }[];
    };
    return backups.filter(({ state }) => state === 'done');
  }

  async #ended(id: string): Promise<BackupFile> {
    const { shared, platform } = this.#at;
    const find = async () => {
      const files = (await platform.api('GET', `/platform/database/${shared}/backups/files`)).body;
      return (files as BackupFile[]).find((file) => file.id === id);
    };
    await eventually(find, (seen) => expect(seen?.state).not.toBe('running'));
    const file = await find();
    if (file === undefined) throw new Error('The file is not there any more.');
    return file;
  }

  async #atRest(): Promise<void> {
    await this.#at.inStatus(this.#at.shared, 'ACTIVE_HEALTHY');
  }

  async #expectAsBefore(): Promise<void> {
    await eventually(
      async () =>
        (await this.#at.query(this.#at.shared, "select line from kept where line = 'still here'")).body,
      (seen) => expect(seen).toEqual([{ line: 'still here' }]),
    );
    const look = async () =>
      (await this.#at.platform.onThisMachine()).scratch.filter((name) => !name.startsWith('verify'));
    await eventually(look, (seen) => expect(seen).toEqual([]));
  }
}
