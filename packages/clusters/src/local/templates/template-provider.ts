import { join } from 'node:path';
import type { ClusterKind, Log, PostgresMajor, Template } from '../../driver.ts';
import { type Binaries, installedBinaries, placeBinaries } from './binaries.ts';
import { readControlFile } from './control-file.ts';
import type { Installation } from './installation.ts';
import { type FreeBytes, type NewOwner, Pool, type PoolCopy, type PoolTemplate } from './pool.ts';
import { ensureTemplate, type ScriptsOf, templateName, touchTemplate } from './template.ts';
import type { TemplateRecipe } from './template-recipe.ts';

/** A refill waits so long, to stay out of the way of the start that usually follows a creation. */
const REFILL_DELAY_MS = 400;

export interface TemplateProviderOptions {
  root: string;
  /** Holds the folders `postgres` and `templates`; the root, unless throw-away clusters share them. */
  shared: string;
  poolSize: number;
  durable: boolean;
  scripts: ScriptsOf;
  newOwner: NewOwner;
  freeBytes: FreeBytes;
  /** What of the machine itself runs projects instead of our programs, by major version. */
  installations: ReadonlyMap<PostgresMajor, Installation>;
  log: Log;
}

/** What a new database holds: a project's schemas and roles, nothing yet, or nothing because it is the platform's. */
export type Content = 'project' | 'empty' | 'platform';

/** Where new data directories come from: binaries → template → warm copies. Each is made once, when first needed. */
export class TemplateProvider {
  readonly #options: TemplateProviderOptions;
  readonly #pool: Pool;
  readonly #made = new Map<string, Promise<unknown>>();
  readonly #refills = new Set<NodeJS.Timeout>();
  readonly #closing = new AbortController();

  constructor(options: TemplateProviderOptions) {
    this.#options = options;
    const { root, poolSize: size, durable, newOwner, freeBytes } = options;
    this.#pool = new Pool({ folder: join(root, 'pool'), size, durable, newOwner, freeBytes });
  }

  /** The platform's own database always runs on our programs: no setting for projects can keep it from starting. */
  async binaries(major: PostgresMajor, kind: Content | ClusterKind): Promise<Binaries> {
    const installation = kind === 'platform' ? null : this.installation(major);
    if (installation !== null) return installedBinaries(installation);
    return this.#once(`binaries ${major}`, () =>
      placeBinaries(join(this.#options.shared, 'postgres'), major),
    );
  }

  /** What of the machine itself runs projects of this version; null: our programs do. */
  installation(major: PostgresMajor): Installation | null {
    return this.#options.installations.get(major) ?? null;
  }

  async prepare(major: PostgresMajor): Promise<void> {
    const template = await this.#template(major, 'project');
    await this.#pool.discardOthers(template.name);
    await this.#pool.fill(template);
  }

  /** What new databases of projects are copies of. */
  async template(major: PostgresMajor): Promise<Template> {
    const { name, path } = await this.#template(major, 'project');
    return { name, major, dataDirectory: path };
  }

  /** Builds the template of databases that hold nothing. */
  async prepareEmpty(major: PostgresMajor): Promise<void> {
    await this.#template(major, 'empty');
  }

  /** Puts a new, never started database at the path, which must not exist. */
  async deliver(
    kind: Content,
    major: PostgresMajor,
    target: string,
  ): Promise<PoolCopy & { template: string }> {
    const template = await this.#template(major, kind);
    const copy = await this.#pool.take(template, target);
    if (kind === 'project') this.#refillSoon(template); // empty ones are rare
    return { ...copy, template: template.name };
  }

  /** Gives up what is in the making: nothing of it outlives this. */
  async close(): Promise<void> {
    this.#closing.abort();
    for (const timer of this.#refills) clearTimeout(timer);
    await Promise.allSettled([this.#pool.close(), ...this.#made.values()]);
  }

  async #template(major: PostgresMajor, kind: Content): Promise<PoolTemplate> {
    const key = `template ${major} ${kind}`;
    const build = () => this.#once(key, () => this.#build(major, kind));
    const making = build();
    const template = await making;
    if (await isStillThere(template)) return template;
    if (this.#made.get(key) === making) this.#made.delete(key);
    return build();
  }

  async #build(major: PostgresMajor, kind: Content): Promise<PoolTemplate> {
    const { root, shared } = this.#options;
    const isProject = kind === 'project';
    const recipe: TemplateRecipe = {
      kind: isProject ? kind : 'platform',
      binaries: await this.binaries(major, kind),
      scripts: isProject ? this.#options.scripts(major) : [],
    };
    const path = await ensureTemplate(root, join(shared, 'templates'), recipe, this.#closing.signal);
    const { systemIdentifier } = await readControlFile(path);
    // Two builds of the same recipe are not the same byte by byte.
    return { name: `${templateName(recipe)}-${systemIdentifier.toString(16)}`, path, systemIdentifier };
  }

  #refillSoon(template: PoolTemplate): void {
    const timer = setTimeout(() => {
      this.#refills.delete(timer);
      this.#pool.fill(template).catch((error: unknown) => {
        this.#options.log(
          'warn',
          { error, template: template.name },
          'A warm copy for the next database could not be made.',
        );
      });
    }, REFILL_DELAY_MS);
    timer.unref();
    this.#refills.add(timer);
  }

  /** A failure is not remembered: the next caller tries again. */
  #once<T>(key: string, make: () => Promise<T>): Promise<T> {
    const made = this.#made.get(key) as Promise<T> | undefined;
    if (made) return made;
    const making = make();
    this.#made.set(key, making);
    making.catch(() => this.#made.delete(key));
    return making;
  }
}

/**
 * Marks a template as used just now. False: in the life of this process it has gone unused for so long that another one has swept
 * it away, and may have built another under the same path.
 */
async function isStillThere({ path, systemIdentifier }: PoolTemplate): Promise<boolean> {
  if (!(await touchTemplate(path))) return false;
  const control = await readControlFile(path).catch(() => null);
  return control?.systemIdentifier === systemIdentifier;
}
