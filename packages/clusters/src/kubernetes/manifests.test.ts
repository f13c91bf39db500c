import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mistakesIn, objectsOf } from './kubernetes-types-for-test.ts';

const FOLDER = join(import.meta.dirname, '../../../../deploy/kubernetes');
it.each(['base/platform.yaml', 'base/gateways.yaml', 'databases/databases.yaml', 'rights.yaml'])(
  '%s says nothing that the API of Kubernetes does not know',
  (file) => {
    const objects = objectsOf(readFileSync(join(FOLDER, file), 'utf8'));
    expect(objects.length).toBeGreaterThan(0);
    expect(objects.flatMap((each) => mistakesIn(each, `V1${each.kind}`, each.kind))).toEqual([]);
  },
);

it('a field that nobody knows is noticed', () => {
  const wrong = objectsOf(
    'kind: Deployment\nspec:\n  replicas: two\n  template: { spec: { container: [] } }\n',
  );
  expect(wrong.flatMap((each) => mistakesIn(each, 'V1Deployment', 'it'))).toEqual([
    'it.spec.replicas is no number',
    'it.spec.template.spec.container is unknown',
  ]);
});
