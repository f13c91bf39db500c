import { type ConnectionTarget, openPipeline, type Pipeline, type PipelineOptions } from '@basalt/postgres';
import type { ProjectSnapshot } from '../project/project-snapshot.ts';
import { loadSchemaCache } from './schema-cache/load-schema-cache.ts';
import type { SchemaCache } from './schema-cache/schema-cache.ts';
import { SchemaCacheKeeper } from './schema-cache-keeper.ts';

export interface RestProjectOptions {
  pipeline?: PipelineOptions | undefined;
  onFailure(error: unknown): void;
}

/** What the Data API holds for one project while it is in use: connections and the schema cache. */
export class RestProject {
  readonly pipeline: Pipeline;
  readonly #database: ProjectSnapshot['database'];
  readonly #keeper: SchemaCacheKeeper;
  readonly #servicesRestart: string | null;
  #rest: ProjectSnapshot['rest'];
  #active = 0;
  #lastUsed = Date.now();
  #closeWhenIdle = false;

  constructor({ database, rest, servicesRestart }: ProjectSnapshot, options: RestProjectOptions) {
    this.#database = database;
    this.#rest = rest;
    this.#servicesRestart = servicesRestart;
    this.pipeline = openPipeline(loginTarget(database), options.pipeline);
    this.#keeper = new SchemaCacheKeeper({
      target: loginTarget(database),
      settings: rest,
      load: loadSchemaCache,
      onFailure: options.onFailure,
    });
  }

  /** @throws {RestError} PGRST002 */
  schemaCache(): SchemaCache | Promise<SchemaCache> {
    return this.#keeper.current();
  }

  /** Takes over what a newer snapshot says. False when the database is another one or services were restarted: then this must go. */
  follow({ database, rest, servicesRestart }: ProjectSnapshot): boolean {
    if (servicesRestart !== this.#servicesRestart) return false;
    if (rest !== this.#rest) {
      this.#rest = rest;
      this.#keeper.useSettings(rest);
    }
    const mine = this.#database;
    return database === mine || sameDatabase(database, mine);
  }

  enter(): void {
    this.#active += 1;
    this.#lastUsed = Date.now();
  }

  leave(): void {
    this.#active -= 1;
    if (this.#active === 0 && this.#closeWhenIdle) void this.close();
  }

  isUnusedSince(time: number): boolean {
    return this.#active === 0 && this.#lastUsed < time;
  }

  /** Lets requests under way finish first. */
  closeWhenIdle(): void {
    this.#closeWhenIdle = true;
    if (this.#active === 0) void this.close();
  }

  async close(): Promise<void> {
    this.#keeper.close();
    await this.pipeline.close();
  }
}

function loginTarget(database: ProjectSnapshot['database']): ConnectionTarget {
  return { ...database, user: 'authenticator', applicationName: 'basalt-rest' };
}

function sameDatabase(a: ProjectSnapshot['database'], b: ProjectSnapshot['database']): boolean {
  return a.host === b.host && a.port === b.port && a.database === b.database;
}
