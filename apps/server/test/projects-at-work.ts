import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Operation } from '@basalt/contract';
import { expect, vi } from 'vitest';
import { pushMigration } from './git-of-projects.ts';
import { DATABASE_PASSWORD, type PlatformUnderTest } from './platform-under-test.ts';

export const PATIENCE = 60_000;

/** A platform with one project that has a backup, and what tests of operations do with it. */
export class ProjectsAtWork {
  readonly platform: PlatformUnderTest;
  /** The project that most operations work on. */
  shared = '';
  /** A moment that the archive must be able to give back: everything of it was acknowledged before. */
  moment = '';
  /** What the newest request was answered with if it was refused. */
  refusal = '';
  #slug = '';

  constructor(platform: PlatformUnderTest) {
    this.platform = platform;
  }

  async setUp(): Promise<void> {
    const { platform } = this;
    this.#slug = ((await platform.api('GET', '/v1/organizations')).body as { slug: string }[])[0]?.slug ?? '';
    this.shared = await this.newProject('17');
    await this.#backUp(this.shared);
    await this.query(this.shared, 'checkpoint').catch(() => undefined);
    this.moment = new Date().toISOString();
    await eventually(
      async () => (await this.overview(this.shared)).pitr.latest ?? '',
      (seen) =>
        expect(seen).toSatisfy((latest: string) => Date.parse(latest) > Date.parse(this.moment) + 500),
    );
    await this.query(this.shared, "insert into kept values ('after the moment')");
  }

  async newProject(engine: string): Promise<string> {
    const input = {
      name: 'Kill me',
      db_pass: DATABASE_PASSWORD,
      organization_slug: this.#slug,
      postgres_engine: engine,
    };
    const { ref } = (await this.platform.api('POST', '/v1/projects', input)).body as { ref: string };
    await this.expectStatus(ref, ['ACTIVE_HEALTHY']);
    await this.query(ref, "create table kept (line text); insert into kept values ('still here')");
    return ref;
  }

  async removedProject(): Promise<string> {
    const ref = await this.newProject('17');
    await this.platform.api('DELETE', `/v1/projects/${ref}`);
    await this.expectStatus(ref, [null]);
    await eventually(
      async () => (await this.platform.api('GET', '/platform/projects-removed')).body,
      (seen) => expect(seen).toEqual(expect.arrayContaining([expect.objectContaining({ ref })])),
    );
    return ref;
  }

  /** The shared project's branch, made if there is none. */
  async branch({ masked } = { masked: false }): Promise<string> {
    const find = () => this.#findBranch(masked);
    const there = await find();
    if (there === '') await this.post(`/v1/projects/${this.shared}/branches`, { ...newBranch(), masked });
    return there === '' ? find() : there;
  }

  /** The shared project's masked branch; empty: there is none. */
  maskedBranch(): Promise<string> {
    return this.#findBranch(true);
  }

  async #findBranch(masked: boolean): Promise<string> {
    return (await this.branches()).find((branch) => branch.masked === masked)?.project_ref ?? '';
  }

  async branches(): Promise<BranchSeen[]> {
    const { body } = await this.platform.api('GET', `/v1/projects/${this.shared}/branches`);
    return body as BranchSeen[];
  }

  async removeBranches(): Promise<void> {
    for (const { project_ref } of await this.branches()) {
      await this.platform.api('DELETE', `/v1/branches/${project_ref}`);
      await this.expectStatus(project_ref, [null]);
    }
  }

  /** Connects the shared project to a repository and pushes a migration there. Answers the branch that has it. */
  async pushMigration(): Promise<string> {
    const pushed = pushMigration(path.join(this.platform.home, 'git'));
    const { status } = await this.platform.api('PUT', `/platform/projects/${this.shared}/git-connection`, {
      address: 'local:app.git',
    });
    expect(status).toBe(200);
    return pushed;
  }

  async #backUp(ref: string): Promise<void> {
    const before = (await this.overview(ref)).backups.length;
    await eventually(
      async () => (await this.platform.api('POST', `/platform/database/${ref}/backups`)).status,
      (seen) => expect(seen).toBe(200),
    );
    await eventually(
      async () => (await this.overview(ref)).backups.filter(({ state }) => state === 'done').length,
      (seen) => expect(seen).toBeGreaterThan(before === 0 ? 0 : before - 1),
    );
  }

  async inStatus(ref: string, status: string): Promise<string> {
    await eventually(
      async () => (await this.operations(ref))[0]?.state,
      (seen) => expect(seen).not.toBe('running'),
    );
    if ((await this.statusOf(ref)) !== status)
      await this.platform.api('POST', `/v1/projects/${ref}/${status === 'INACTIVE' ? 'pause' : 'restore'}`);
    await this.expectStatus(ref, [status]);
    return ref;
  }

  async expectStatus(ref: string, wanted: readonly (string | null)[]): Promise<void> {
    await eventually(
      async () => wanted.includes(await this.statusOf(ref)),
      (seen) => expect(seen).toBe(true),
    );
  }

  async statusOf(ref: string): Promise<string | null> {
    const { status, body } = await this.platform.api('GET', `/v1/projects/${ref}`);
    return status === 404 ? null : (body as { status: string }).status;
  }

  async operations(ref: string): Promise<Operation[]> {
    return (await this.platform.api('GET', `/platform/projects/${ref}/operations`)).body as Operation[];
  }

  async overview(ref: string) {
    const { body } = await this.platform.api('GET', `/platform/database/${ref}/backups`);
    return body as {
      backups: { state: string }[];
      kept_databases: { id: string }[];
      pitr: { latest: string | null };
    };
  }

  /** Former databases of a project take the room of a database each; the newest is there to go back to. */
  async discardOldKept(ref: string): Promise<void> {
    for (const { id } of (await this.overview(ref)).kept_databases.slice(1))
      await eventually(
        async () =>
          (await this.platform.api('DELETE', `/platform/database/${ref}/kept-databases/${id}`)).status,
        (seen) => expect([200, 404]).toContain(seen),
      );
  }

  query(ref: string, sql: string) {
    return this.platform.api('POST', `/v1/projects/${ref}/database/query`, { query: sql });
  }

  /** Asks for something that the process may not survive; again while a backup that the platform takes by itself is in the way. */
  async post(path: string, body: unknown = {}): Promise<void> {
    const end = Date.now() + PATIENCE;
    for (;;) {
      const answer = await this.platform.api('POST', path, body).catch(() => null);
      this.refusal = answer !== null && answer.status >= 400 ? JSON.stringify(answer.body) : '';
      if (answer?.status !== 409 || Date.now() > end) return;
      await setTimeout(200);
    }
  }
}

interface BranchSeen {
  project_ref: string;
  preview_project_status: string;
  masked: boolean;
}

/** What a branch is made with. Until one is erased its name is taken. */
export function newBranch() {
  return { branch_name: `kill/${Date.now()}`, with_data: true };
}

/** A promise that must not be waited for without end. */
export async function inTime(awaited: Promise<void>, otherwise: () => string): Promise<void> {
  const timer = new AbortController();
  const late = setTimeout(PATIENCE, null, { signal: timer.signal }).then(() => {
    throw new Error(otherwise());
  });
  await Promise.race([awaited, late]).finally(() => timer.abort());
  late.catch(() => undefined);
}

/** Looks again and again until what is seen is as it must be. Also for hooks, where `expect.poll` is not. */
export function eventually<T>(look: () => Promise<T>, check: (seen: T) => void): Promise<void> {
  return vi.waitFor(async () => check(await look()), { timeout: PATIENCE, interval: 50 });
}
