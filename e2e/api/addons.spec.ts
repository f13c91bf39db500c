import { expect, test } from '../basalt/test.ts';

test('the compute size and point-in-time recovery are add-ons of the management API', async ({ api }) => {
  const { ref } = await api.createProject('Extended');
  const addons = `/v1/projects/${ref}/billing/addons`;
  const selected = async () =>
    (await api.request('GET', addons)).body.selected_addons.map(
      ({ variant }: { variant: { id: string } }) => variant.id,
    );
  const apply = (addon_type: string, addon_variant: string) =>
    api.request('PATCH', addons, { addon_type, addon_variant });
  // What a plan gives without anything else: every second of seven days, and the smallest size.
  expect(await selected()).toEqual(['pitr_7']);

  expect(await apply('pitr', 'pitr_14')).toMatchObject({ status: 200 });
  expect(await selected()).toEqual(['pitr_14']);
  const backups = (await api.request('GET', `/platform/database/${ref}/backups`)).body;
  expect(backups).toMatchObject({ schedule: { retention_days: 14 }, pitr: { enabled: true } });
  expect(await api.request('DELETE', `${addons}/pitr_7`)).toMatchObject({ status: 404 });
  expect(await api.request('DELETE', `${addons}/pitr_14`)).toMatchObject({ status: 200 });
  expect(await selected()).toEqual([]);

  expect(await apply('compute_instance', 'ci_micro')).toMatchObject({ status: 200 });
  await api.waitForStatus(ref, 'ACTIVE_HEALTHY');
  expect(await selected()).toEqual(['ci_micro']);
  expect((await api.request('GET', `/platform/projects/${ref}/compute`)).body.size).toBe('micro');
  expect(await api.request('DELETE', `${addons}/ci_micro`)).toMatchObject({ status: 200 });
  await api.waitForStatus(ref, 'ACTIVE_HEALTHY');
  expect((await api.request('GET', `/platform/projects/${ref}/compute`)).body.size).toBe('nano');

  for (const [type, variant, message] of [
    ['pitr', 'pitr_9', /^addon_variant must be one of pitr_7, pitr_14, pitr_28\.$/],
    ['compute_instance', 'pitr_7', /^addon_variant must be one of ci_micro/],
    ['ipv4', 'ipv4_default', /not part of this version/],
    ['nothing', 'pitr_7', /^addon_type: must be one of/],
  ] as const) {
    const refusal = await apply(type, variant);
    expect([refusal.status, refusal.body.message]).toEqual([400, expect.stringMatching(message)]);
  }
});
