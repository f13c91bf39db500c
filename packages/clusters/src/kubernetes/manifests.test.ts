import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as kubernetes from '@kubernetes/client-node';
import { expect, it } from 'vitest';

const FOLDER = join(import.meta.dirname, '../../../../deploy/kubernetes');
type Fields = { [name: string]: unknown };
interface Model {
  getAttributeTypeMap(): { baseName: string; type: string }[];
}

/** As they are written: the client leaves out what it does not know, but of objects of kinds that it knows only. */
function objectsOf(yaml: string): { kind: string }[] {
  return yaml.split(/^---$/m).map((text) => {
    const wrapped = `apiVersion: v1\nkind: OfNoKind\nspec:\n${text.replace(/^/gm, '  ')}`;
    return (kubernetes.loadYaml(wrapped) as { spec: { kind: string } }).spec;
  });
}

/** Where an object says what Kubernetes' OpenAPI does not know of, or in another type. */
function mistakesIn(value: unknown, type: string, at: string): string[] {
  const [, item] = /^Array<(.*)>$/.exec(type) ?? [];
  if (item !== undefined)
    return Array.isArray(value)
      ? value.flatMap((each, place) => mistakesIn(each, item, `${at}[${place}]`))
      : [`${at} is no list`];
  const [, entry] = /^\{ \[key: string\]: (.*); \}$/.exec(type) ?? [];
  if (entry !== undefined)
    return Object.entries(value as Fields).flatMap(([name, each]) =>
      mistakesIn(each, entry, `${at}.${name}`),
    );
  const model = (kubernetes as unknown as Record<string, Model | undefined>)[type];
  if (typeof model?.getAttributeTypeMap !== 'function')
    return type === 'IntOrString' || typeof value === type ? [] : [`${at} is no ${type}`];
  const known = new Map(model.getAttributeTypeMap().map(({ baseName, type }) => [baseName, type]));
  return Object.entries(value as Fields).flatMap(([name, each]) => {
    const of = known.get(name);
    return of === undefined ? [`${at}.${name} is unknown`] : mistakesIn(each, of, `${at}.${name}`);
  });
}

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
