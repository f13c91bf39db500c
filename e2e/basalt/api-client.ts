import { DATABASE_PASSWORD } from './owner.ts';

/** An answer of the platform; `body` is parsed JSON, or text when it is none. */
export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a black box answers anything, and the tests look at it
  body: any;
  headers: Headers;
}

export interface CreatedProject {
  ref: string;
  name: string;
}

const READY_TIMEOUT = 60_000;

/** Talks to the platform with an access token, as a script would. */
export class ApiClient {
  readonly #origin: string;
  readonly #token: string | null;

  constructor(origin: string, token: string | null) {
    this.#origin = origin;
    this.#token = token;
  }

  /** The answer as it comes, for bodies that are not JSON. */
  send(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(`${this.#origin}${path}`, {
      ...init,
      headers: { ...(this.#token !== null && { authorization: `Bearer ${this.#token}` }), ...init.headers },
    });
  }

  async request(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await fetch(`${this.#origin}${path}`, {
      method,
      headers: {
        ...(this.#token !== null && { authorization: `Bearer ${this.#token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: parse(await response.text()), headers: response.headers };
  }

  /** The slug of the organization that the first start made. */
  async organization(): Promise<string> {
    const { body } = await this.request('GET', '/v1/organizations');
    return body[0].slug;
  }

  /** Creates a project and waits until it is active. */
  async createProject(name: string, extra: Record<string, unknown> = {}): Promise<CreatedProject> {
    const organization_slug = await this.organization();
    const input = { name, db_pass: DATABASE_PASSWORD, organization_slug, ...extra };
    const { status, body } = await this.request('POST', '/v1/projects', input);
    if (status !== 201) throw new Error(`The project was not created: ${status} ${JSON.stringify(body)}`);
    await this.waitForStatus(body.ref, 'ACTIVE_HEALTHY');
    return { ref: body.ref, name };
  }

  /** Waits until a project has a status; fails at once when it gets a failed one instead. */
  async waitForStatus(ref: string, wanted: string, patience = READY_TIMEOUT): Promise<void> {
    const until = Date.now() + patience;
    for (;;) {
      const { body } = await this.request('GET', `/platform/projects/${ref}`);
      if (body.status === wanted) return;
      if (/FAILED/.test(body.status) || Date.now() > until) {
        throw new Error(`Project ${ref} is ${body.status} (${body.status_reason}), not ${wanted}.`);
      }
      await new Promise((done) => setTimeout(done, 50));
    }
  }

  async query(ref: string, query: string): Promise<Answer> {
    return await this.request('POST', `/v1/projects/${ref}/database/query`, { query });
  }

  /** Runs SQL that must work and gives its rows. */
  async rows(ref: string, query: string): Promise<Record<string, unknown>[]> {
    const { status, body } = await this.query(ref, query);
    if (status !== 201) throw new Error(`${query} was refused: ${JSON.stringify(body)}`);
    return body;
  }

  /** The connection string an ordinary Postgres client uses. */
  async connectionString(ref: string): Promise<string> {
    const { body } = await this.request('GET', `/platform/projects/${ref}/connection`);
    return `postgresql://${body.user}:${encodeURIComponent(body.password)}@${body.host}:${body.port}/${body.database}`;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
