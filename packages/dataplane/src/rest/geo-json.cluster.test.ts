import { useTestCluster } from '@basalt/clusters/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
