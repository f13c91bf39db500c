import * as kubernetes from '@kubernetes/client-node';

export type Fields = { [name: string]: unknown };
export type KubernetesObject = Fields & { kind: string };

interface Model {
  getAttributeTypeMap(): { baseName: string; type: string }[];
}

/** As they are written: the client leaves out what it does not know, but of objects of kinds that it knows only. */
export function objectsOf(yaml: string): KubernetesObject[] {
  return yaml.split(/^---$/m).map((text) => {
    const wrapped = `apiVersion: v1\nkind: OfNoKind\nspec:\n${text.replace(/^/gm, '  ')}`;
    return (kubernetes.loadYaml(wrapped) as { spec: KubernetesObject }).spec;
  });
}

/** Where a value says what Kubernetes' OpenAPI does not know of, or in another type. */
export function mistakesIn(value: unknown, type: string, at: string): string[] {
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
