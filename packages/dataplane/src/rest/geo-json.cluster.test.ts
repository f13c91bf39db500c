import { noInstallation, startDebianCluster, useTestCluster } from '@basalt/clusters/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRestApi, type RestApi } from './rest-api-for-test.ts';

const cluster = useTestCluster();
let api: RestApi;

beforeAll(async () => {
  api = await openRestApi(await cluster.createDatabase());
  await api.sql('create table places (id int primary key); insert into places values (7)');
});
afterAll(() => api?.close());

const GEO_JSON = 'application/geo+json';
const askFor = (accept: string) => api.ask('GET /places', { headers: { accept } });

test('GeoJSON is not to be had without PostGIS, and what the client likes less is taken', async () => {
  expect(await askFor(GEO_JSON)).toMatchObject({
    status: 406,
    json: { code: 'PGRST107', message: `None of these media types are available: ${GEO_JSON}` },
  });
  expect(await askFor(`${GEO_JSON}, application/json;q=0.5`)).toMatchObject({
    status: 200,
    json: [{ id: 7 }],
  });
});

test('where there is what PostGIS brings, rows are features', async () => {
  await api.sql(`create function extensions.st_asgeojson(r record) returns text language plpgsql stable as $$ begin
    return json_build_object('type', 'Feature', 'properties', to_json(r)); end $$`);
  await expect
    .poll(() => askFor(GEO_JSON))
    .toMatchObject({
      status: 200,
      json: { type: 'FeatureCollection', features: [{ type: 'Feature', properties: { id: 7 } }] },
      headers: { 'content-type': `${GEO_JSON}; charset=utf-8` },
    });
});

// `noInstallation` says which packages are missing.
describe.skipIf(noInstallation !== null)(`with PostGIS of Debian ${noInstallation ?? ''}`, () => {
  let debian: Awaited<ReturnType<typeof startDebianCluster>>;
  let rest: RestApi;
  const point = (x: number, y: number) => ({ type: 'Point', coordinates: [x, y] });

  beforeAll(async () => {
    debian = await startDebianCluster();
    rest = await openRestApi(debian.address);
    await rest.sql(`
      create extension postgis schema extensions;
      create table sites (
        id int primary key, name text, at extensions.geometry(Point, 4326), area extensions.geometry(Polygon)
      );
      create table visits (id int primary key, site int references sites);
      create function near(x float8, y float8, metres float8) returns setof sites language sql stable as
        'select * from sites where extensions.st_dwithin(at::extensions.geography, extensions.st_point(x, y)::extensions.geography, metres)'`);
  });
  afterAll(async () => {
    await rest?.close();
    await debian?.stop();
  });

  test('columns are written as GeoJSON and as text, and read as GeoJSON', async () => {
    await expect
      .poll(() => rest.ask('GET /sites', { headers: { accept: GEO_JSON } }))
      .toMatchObject({ status: 200, json: { type: 'FeatureCollection', features: [] } });
    const area = {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 0],
        ],
      ],
    };
    const rows = [
      { id: 1, name: 'Zürich', at: point(8.5, 47.4), area },
      { id: 2, name: 'Null Island', at: 'SRID=4326;POINT(0 0)', area: null },
      { id: 3, name: 'nowhere', at: null, area: null },
    ];
    const made = await rest.ask('POST /sites', { body: rows, headers: { prefer: 'return=representation' } });
    expect(made).toMatchObject({
      status: 201,
      json: [
        { id: 1, at: point(8.5, 47.4), area },
        { id: 2, at: point(0, 0), area: null },
        { id: 3, at: null },
      ],
    });
    expect(await rest.ask('PATCH /sites?id=eq.2', { body: { at: point(1, 2) } })).toMatchObject({
      status: 204,
    });
    expect(await rest.ask('GET /sites?select=at&id=eq.2')).toMatchObject({ json: [{ at: point(1, 2) }] });
    expect(await rest.ask('PATCH /sites?id=eq.2', { body: { at: 'not a place' } })).toMatchObject({
      status: 500,
      json: { message: expect.stringMatching(/parse error/) },
    });
  });

  test('rows are features: filtered, chosen, embedded, of functions, and one alone', async () => {
    const ask = (request: string) => rest.ask(request, { headers: { accept: GEO_JSON } });
    expect(await ask('GET /sites?id=lt.3&order=id.desc&select=name,at')).toMatchObject({
      status: 200,
      headers: { 'content-type': `${GEO_JSON}; charset=utf-8`, 'content-range': '0-1/*' },
      json: {
        type: 'FeatureCollection',
        features: [
          { type: 'Feature', geometry: point(1, 2), properties: { name: 'Null Island' } },
          { type: 'Feature', geometry: point(8.5, 47.4), properties: { name: 'Zürich' } },
        ],
      },
    });
    await rest.sql('insert into visits values (1, 1)');
    expect(await ask('GET /sites?select=at,visits(id)&id=eq.1')).toMatchObject({
      json: { features: [{ geometry: point(8.5, 47.4), properties: { visits: [{ id: 1 }] } }] },
    });
    expect(await ask('GET /rpc/near?x=8.51&y=47.4&metres=2000&select=name,at')).toMatchObject({
      json: { features: [{ geometry: point(8.5, 47.4), properties: { name: 'Zürich' } }] },
    });
    expect(await ask('GET /visits')).toMatchObject({
      status: 400,
      json: { message: expect.stringMatching(/geometry column is missing/) },
    });
  });
});
