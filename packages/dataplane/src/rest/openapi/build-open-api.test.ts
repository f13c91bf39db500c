import { describe, expect, it } from 'vitest';
import { cacheOf, columnOf, functionOf, keyOf, relationOf } from '../schema-cache/schema-cache-for-test.ts';
import { buildOpenApi, type OpenApiOptions, openApiText } from './build-open-api.ts';

const follow = () =>
  cacheOf({ relations: [relationOf('films')], functions: [functionOf('f', '', { oid: 1 })] });
const options = { schema: 'public', privileges: null, serverUrl: 'http://db.test/', version: '1' };
const readers = (select: boolean) => ({
  relations: new Map([['films', { select, insert: false, update: false, delete: false }]]),
  functions: new Set<number>(),
});

describe('openApiText', () => {
  it('is the document, again and again', () => {
    const cache = follow();
    const expected = JSON.stringify(buildOpenApi(cache, options));
    for (let time = 0; time < 20; time += 1) expect(openApiText(cache, options)).toBe(expected);
  });

  it('never gives one caller the document of another', () => {
    const cache = follow();
    const paths = (more: object) =>
      Object.keys(JSON.parse(openApiText(cache, { ...options, ...more })).paths);
    for (let time = 0; time < 3; time += 1) {
      expect(paths({ privileges: readers(true) })).toEqual(['/', '/films']);
      expect(paths({ privileges: readers(false) })).toEqual(['/']);
      expect(paths({ privileges: { ...readers(false), functions: new Set([1]) } })).toEqual(['/', '/rpc/f']);
      expect(paths({ privileges: readers(true), schema: 'other' })).toEqual(['/']);
      for (let host = 0; host < 10; host += 1)
        expect(openApiText(cache, { ...options, serverUrl: `http://h${host}/` })).toContain(
          `"host":"h${host}"`,
        );
    }
  });

  it('does not outlive the schema cache it was made from', () => {
    const before = openApiText(follow(), { ...options, privileges: readers(true) });
    const after = openApiText(cacheOf({}), { ...options, privileges: readers(true) });
    expect(before).toContain('/films');
    expect(after).not.toContain('/films');
  });
});

const PARTS: Parameters<typeof cacheOf>[0] = {
  relations: [
    relationOf('films', {
      comment: 'Films\nAll of them.',
      primaryKey: ['id'],
      columns: new Map([
        columnOf('id', 'bigint', { nullable: false }),
        columnOf('title', 'character varying', {
          maxLength: 80,
          comment: 'As released',
          default: "'?'::text",
        }),
        columnOf('director_id', 'integer', { comment: 'Who made it' }),
        columnOf('mood', 'public.mood', { enumValues: ['sad', 'happy'] }),
      ]),
    }),
    relationOf('directors', { primaryKey: ['id'], columns: new Map([columnOf('id', 'integer')]) }),
    relationOf('stored', { insertable: false, updatable: false, deletable: false }),
    relationOf('films_2024', { isPartition: true }),
  ],
  relationships: keyOf('films(director_id)', 'directors(id)', 'films_director_fkey'),
  functions: [
    functionOf('search', 'term text, years integer[]?', { oid: 1, comment: 'Find films' }),
    functionOf('act', 'a integer', { oid: 2, volatility: 'volatile' }),
    functionOf('take', 'jsonb', { oid: 3 }),
  ],
};

// Through JSON, as clients get it.
function build(settings: Record<string, string> = {}, more: Partial<OpenApiOptions> = {}, parts = PARTS) {
  const options = {
    schema: 'public',
    privileges: null,
    serverUrl: 'https://db.test:8001/ref/rest/v1',
    version: '1',
  };
  const mode = { 'pgrst.openapi_mode': 'ignore-privileges', ...settings };
  return JSON.parse(
    JSON.stringify(buildOpenApi(cacheOf({ ...parts, settings: mode }), { ...options, ...more })),
  );
}

describe('buildOpenApi', () => {
  it('says where and what it is', () => {
    expect(build()).toMatchObject({
      swagger: '2.0',
      schemes: ['https'],
      host: 'db.test:8001',
      basePath: '/ref/rest/v1',
      info: { title: 'Data API of the schema public', version: '1' },
    });
    const behindProxy = { 'pgrst.openapi_server_proxy_uri': 'http://proxy.test/' };
    expect(build(behindProxy)).toMatchObject({ schemes: ['http'], host: 'proxy.test', basePath: '/' });
    expect(build({ 'pgrst.openapi_server_proxy_uri': 'no url' })).toMatchObject({ host: 'db.test:8001' });
  });

  it('takes title and description from the comment of the schema', () => {
    const commented = (text: string) =>
      buildOpenApi({ ...cacheOf(PARTS), schemaComments: new Map([['public', text]]) }, options).info;
    expect(commented('Stones\nAll that\nwere found')).toMatchObject({
      title: 'Stones',
      description: 'All that\nwere found',
    });
    expect(commented('')).toMatchObject({ title: 'Data API of the schema public' });
  });

  it('defines relations with their keys as notes', () => {
    expect(build().definitions.films).toEqual({
      description: 'Films\nAll of them.',
      type: 'object',
      required: ['id'],
      properties: {
        id: { format: 'int64', type: 'integer', description: 'Note:\nThis is a Primary Key.<pk/>' },
        title: {
          format: 'character varying',
          type: 'string',
          description: 'As released',
          maxLength: 80,
          default: '?',
        },
        director_id: {
          format: 'int32',
          type: 'integer',
          description:
            "Who made it\n\nNote:\nThis is a Foreign Key to `directors.id`.<fk table='directors' column='id'/>",
        },
        mood: { format: 'public.mood', type: 'string', enum: ['sad', 'happy'] },
      },
    });
  });

  it('describes what can be done with relations', () => {
    const { paths } = build();
    expect(Object.keys(paths)).toEqual([
      '/',
      '/directors',
      '/films',
      '/stored',
      '/rpc/act',
      '/rpc/search',
      '/rpc/take',
    ]);
    expect(Object.keys(paths['/films'])).toEqual(['get', 'post', 'delete', 'patch']);
    expect(Object.keys(paths['/stored'])).toEqual(['get']);
    expect(paths['/films'].get).toMatchObject({
      tags: ['films'],
      summary: 'Films',
      description: 'All of them.',
    });
    expect(paths['/films'].get.parameters).toContainEqual({ $ref: '#/parameters/rowFilter.films.title' });
    expect(paths['/films'].post.parameters).toContainEqual({ $ref: '#/parameters/body.films' });
  });

  it('describes functions by their arguments', () => {
    const { paths } = build();
    expect(paths['/rpc/search'].get.parameters).toEqual([
      { in: 'query', name: 'term', required: true, format: 'text', type: 'string' },
      { in: 'query', name: 'years', required: false, format: 'integer[]', type: 'string' },
    ]);
    expect(paths['/rpc/search'].post.parameters[0].schema).toEqual({
      type: 'object',
      description: 'Find films',
      required: ['term'],
      properties: {
        term: { format: 'text', type: 'string' },
        years: { format: 'integer[]', type: 'array', items: { type: 'integer' } },
      },
    });
    expect(Object.keys(paths['/rpc/act'])).toEqual(['post']);
    expect(paths['/rpc/take'].post).toMatchObject({ consumes: ['application/json'] });
  });

  it('refers only to parts that are there, whatever the names', () => {
    const names = ['a/b~c', 'ü ñ', '__proto__', 'with.dot', '%41', '{id}'];
    const relations = names.map((name) =>
      relationOf(name, { columns: new Map(names.map((one) => columnOf(one, 'text'))) }),
    );
    const document = build({}, {}, { relations });
    expect(Object.keys(document.definitions).sort()).toEqual([...names].sort());
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]*)"/g)].map(
      ([, pointer]) => pointer ?? '',
    );
    expect(references.length).toBeGreaterThan(names.length ** 2);
    for (const pointer of references) expect(resolve(document, pointer)).toBeDefined();
  });

  it('shows only what the caller may do', () => {
    const none = { select: false, insert: false, update: false, delete: false };
    const privileges = {
      relations: new Map([
        ['films', { ...none, select: true, update: true }],
        ['directors', none],
      ]),
      functions: new Set([2]),
    };
    const { paths, definitions } = build({ 'pgrst.openapi_mode': 'follow-privileges' }, { privileges });
    expect(Object.keys(paths)).toEqual(['/', '/films', '/rpc/act']);
    expect(Object.keys(paths['/films'])).toEqual(['get', 'patch']);
    expect(Object.keys(definitions)).toEqual(['films']);
  });

  it('shows nothing without privileges, and everything when they do not count', () => {
    const followed = build({ 'pgrst.openapi_mode': 'follow-privileges' });
    expect(Object.keys(followed.paths)).toEqual(['/']);
    expect(
      Object.keys(build({}, { privileges: { relations: new Map(), functions: new Set() } }).paths),
    ).toHaveLength(7);
  });

  it('can be switched off', () => {
    expect(() => build({ 'pgrst.openapi_mode': 'disabled' })).toThrow(
      expect.objectContaining({ status: 404, code: 'PGRST126' }),
    );
  });

  it('asks for tokens when it is told to', () => {
    expect(build().security).toBeUndefined();
    expect(build({ 'pgrst.openapi_security_active': 'true' })).toMatchObject({
      security: [{ JWT: [] }],
      securityDefinitions: { JWT: { type: 'apiKey', in: 'header', name: 'Authorization' } },
    });
  });
});

function resolve(document: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (value, part) => (Object.hasOwn(Object(value), part) ? Object(value)[part] : undefined),
      document,
    );
}
