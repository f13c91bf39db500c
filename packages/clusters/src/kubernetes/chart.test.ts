import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from '@evertdespiegeleer/go-template';
import { loadYaml } from '@kubernetes/client-node';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Fields, type KubernetesObject, mistakesIn, objectsOf } from './kubernetes-types-for-test.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const read = (file: string) => readFileSync(join(ROOT, 'deploy/kubernetes', file), 'utf8');
const defaults = loadYaml(read('chart/values.yaml')) as Fields;

/** Settings of every pod, as kustomize puts them into a ConfigMap. */
const settings = [...read('base/kustomization.yaml').matchAll(/^ {6}- (BASALT_\w+)=(.*)$/gm)].map(
  ([, name, value]) => ({ name, value }),
);
const [publicUrl, gatewayUrl] = settings.map(({ value }) => value);
const [, tag] = /newTag: (\S+)/.exec(read('base/kustomization.yaml')) ?? [];

/** What Helm makes of the templates. They name no function but those of Go, whose own engine this is. */
async function render(values: Fields): Promise<KubernetesObject[]> {
  const rendered = ['platform', 'gateways'].map((name) =>
    parse(read('chart/templates/_parts.tpl') + read(`chart/templates/${name}.yaml`), {
      Values: { ...defaults, publicUrl, gatewayUrl, ...values },
      Release: { Namespace: 'basalt' },
    }),
  );
  return (await Promise.all(rendered)).flatMap(objectsOf);
}

interface Pod {
  automountServiceAccountToken: boolean;
  imagePullSecrets?: unknown;
  containers: { image: string; env: Fields[]; envFrom: Fields[]; resources?: unknown }[];
}
const podOf = (object: KubernetesObject | undefined) =>
  (object as { spec?: { template?: { spec: Pod } } } | undefined)?.spec?.template?.spec;
const ofKind = (objects: KubernetesObject[], kind: string) => objects.find((each) => each.kind === kind);

/** The manifests as kustomize puts them together, with settings in the pods: a change of them starts pods anew there, too. */
function manifests(overlay: KubernetesObject[] = []): KubernetesObject[] {
  const objects = ['platform', 'gateways'].flatMap((name) => objectsOf(read(`base/${name}.yaml`)));
  for (const object of objects) {
    const pod = podOf(object);
    const change = podOf(ofKind(overlay, object.kind));
    for (const container of pod?.containers ?? []) {
      container.image = `${container.image}:${tag}`;
      container.env.push(...(change?.containers[0]?.env ?? []), ...settings);
      container.envFrom = container.envFrom.filter((from) => !('configMapRef' in from));
    }
    if (pod && change) pod.automountServiceAccountToken = change.automountServiceAccountToken;
  }
  return objects.filter(({ kind }) => kind !== 'Namespace');
}

describe('the chart', () => {
  it('makes what the manifests make', async () => {
    expect(await render({})).toEqual(manifests());
  });

  it('makes what they make with databases in Kubernetes', async () => {
    const databases = { inKubernetes: true, namespace: 'basalt-projects', poolers: 0 };
    expect(await render({ databases })).toEqual(manifests(objectsOf(read('databases/databases.yaml'))));
  });

  it('takes every other value as it is written', async () => {
    const resources = { requests: { cpu: '500m', memory: '4Gi' }, limits: { memory: '8Gi' } };
    const objects = await render({
      image: { repository: 'registry.example.com/basalt', tag: '1.2', pullSecrets: ['one', 'two'] },
      settings: { BASALT_TRUSTED_PROXIES: '10.0.0.0/8', BASALT_SMTP_FROM: 'It: "us" \\ # <a@b.c>\n- x' },
      platform: { storage: { size: '9Gi', className: 'fast' }, resources },
      gateways: { replicas: 3, resources },
      databases: { inKubernetes: true, namespace: 'projects', poolers: 2 },
    });
    expect(objects.flatMap((each) => mistakesIn(each, `V1${each.kind}`, each.kind))).toEqual([]);
    for (const kind of ['StatefulSet', 'Deployment']) {
      const pod = podOf(ofKind(objects, kind));
      expect(pod?.imagePullSecrets).toEqual([{ name: 'one' }, { name: 'two' }]);
      expect(pod?.containers[0]).toMatchObject({
        image: 'registry.example.com/basalt:1.2',
        resources,
        env: expect.arrayContaining([
          { name: 'BASALT_TRUSTED_PROXIES', value: '10.0.0.0/8' },
          { name: 'BASALT_SMTP_FROM', value: 'It: "us" \\ # <a@b.c>\n- x' },
        ]),
      });
    }
    expect(ofKind(objects, 'Deployment')).toMatchObject({ spec: { replicas: 3 } });
    expect(podOf(ofKind(objects, 'StatefulSet'))?.containers[0]?.env).toContainEqual({
      name: 'BASALT_KUBERNETES_POOLERS',
      value: '2',
    });
    expect(ofKind(objects, 'StatefulSet')).toMatchObject({
      spec: {
        volumeClaimTemplates: [
          { spec: { storageClassName: 'fast', resources: { requests: { storage: '9Gi' } } } },
        ],
      },
    });
  });

  it('refuses what it does not know, and asks for the addresses', () => {
    const schema = z.fromJSONSchema(JSON.parse(read('chart/values.schema.json')));
    const mistakes = (values: Fields) =>
      schema
        .safeParse({ ...defaults, publicUrl, gatewayUrl, ...values })
        .error?.issues.map(({ path }) => path.join('.')) ?? [];
    expect(mistakes({})).toEqual([]);
    expect(mistakes({ publicUrl: '', gatewayUrl: 'api' })).toEqual(['publicUrl', 'gatewayUrl']);
    expect(mistakes({ replicas: 3 })).toEqual(['']);
    const databases = { inKubernetes: true, namespace: 'projects' };
    expect(mistakes({ databases: { ...databases, poolers: 9 } })).toEqual([]);
    expect(mistakes({ databases: { ...databases, poolers: 1.5 } })).toEqual(['databases.poolers']);
    expect(mistakes({ databases: { ...databases, poolers: 10 } })).toEqual(['databases.poolers']);
    expect(mistakes({ settings: { BASALT_DRAIN_SECONDS: 5 } })).toEqual(['settings.BASALT_DRAIN_SECONDS']);
    expect(mistakes({ settings: { PATH: '/' } })).toHaveLength(1);
    expect(mistakes({ gateways: { replicas: 2, resources: { limits: { cpu: 1 } } } })).toEqual([
      'gateways.resources.limits.cpu',
    ]);
  });

  it('is of the version that it runs, and says what is left to do', async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(loadYaml(read('chart/Chart.yaml'))).toMatchObject({
      apiVersion: 'v2',
      version,
      appVersion: version,
    });
    expect([tag, (defaults.image as Fields).tag]).toEqual([version, version]);
    const values = { Values: { publicUrl, gatewayUrl }, Release: { Namespace: 'quarry' } };
    expect(await parse(read('chart/templates/NOTES.txt'), values)).toContain(
      'kubectl -n quarry create secret generic basalt-key',
    );
  });
});
