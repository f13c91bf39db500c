import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { tryImage } from './try-image.mjs';

// Makes a container image, as an archive in OCI's format that `docker load`, `podman load` and `skopeo` read, out of the package and a
// few packages of Debian. Needs root, mmdebstrap and GNU tar; nothing is run but npm and Debian's tools, and no registry of images asked.

const root = join(import.meta.dirname, '..');
const SUITE = 'bookworm';
/** What the programs of the package and of PostgreSQL need of a system: namespaces, users, certificates, an init that reaps. */
const DEBIAN_PACKAGES = ['ca-certificates', 'libstdc++6', 'tini', 'tzdata', 'util-linux'];
const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' };
const APP = 'opt/basalt';
const RUNTIME = `/${APP}/node_modules/node-linux-${process.arch}/bin/node`;
/** Files bear one time, so that the same packages make the same layers. */
const EPOCH = '0';

/**
 * @param target folder of the image
 * @param tarball of the package, by `npm run package`
 * @returns the image's file
 */
async function makeImage(target, tarball) {
  const architecture = ARCHITECTURES[process.arch];
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const work = mkdtempSync(join(tmpdir(), 'basalt-image-'));
  try {
    const base = join(work, 'base.tar');
    say('Making the base of Debian packages …');
    run(
      'mmdebstrap',
      [
        '--quiet',
        '--variant=essential',
        '--mode=root',
        `--include=${DEBIAN_PACKAGES.join(',')}`,
        ...['usr/share/doc', 'usr/share/man', 'usr/share/locale'].map(
          (path) => `--dpkgopt=path-exclude=/${path}/*`,
        ),
        '--aptopt=Acquire::Languages "none"',
        SUITE,
        base,
      ],
      { SOURCE_DATE_EPOCH: EPOCH },
    );
    say('Installing the package …');
    const files = join(work, 'files');
    const app = join(files, APP);
    mkdirSync(app, { recursive: true });
    writeFileSync(join(app, 'package.json'), '{ "private": true }\n');
    run(
      'npm',
      ['install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', '--omit=dev', tarball],
      {},
      app,
    );
    mkdirSync(join(files, 'data'), { mode: 0o711 });
    const layer = join(work, 'app.tar');
    run('tar', [
      '--create',
      `--file=${layer}`,
      `--directory=${files}`,
      '--sort=name',
      `--mtime=@${EPOCH}`,
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      '--format=gnu',
      '.',
    ]);
    say('Putting the image together …');
    const image = join(work, 'image');
    const blobs = join(image, 'blobs/sha256');
    mkdirSync(blobs, { recursive: true });
    const layers = [await addLayer(blobs, base), await addLayer(blobs, layer)];
    const config = addBlob(blobs, {
      architecture,
      os: 'linux',
      config: {
        Entrypoint: ['/usr/bin/tini', '--', RUNTIME, `/${APP}/node_modules/basalt/bin/basalt.mjs`],
        Env: [
          'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
          'BASALT_HOME=/data',
          'BASALT_HOST=0.0.0.0',
        ],
        ExposedPorts: { '8000/tcp': {}, '8001/tcp': {} },
        Volumes: { '/data': {} },
        WorkingDir: `/${APP}`,
        StopSignal: 'SIGTERM',
        Labels: { 'org.opencontainers.image.title': 'Basalt', 'org.opencontainers.image.version': version },
      },
      rootfs: { type: 'layers', diff_ids: layers.map(({ diffId }) => diffId) },
    });
    const manifest = addBlob(blobs, {
      schemaVersion: 2,
      mediaType: 'application/vnd.oci.image.manifest.v1+json',
      config: { mediaType: 'application/vnd.oci.image.config.v1+json', ...config },
      layers: layers.map(({ digest, size }) => ({
        mediaType: 'application/vnd.oci.image.layer.v1.tar+gzip',
        digest,
        size,
      })),
    });
    write(join(image, 'oci-layout'), { imageLayoutVersion: '1.0.0' });
    write(join(image, 'index.json'), {
      schemaVersion: 2,
      mediaType: 'application/vnd.oci.image.index.v1+json',
      manifests: [
        {
          mediaType: 'application/vnd.oci.image.manifest.v1+json',
          ...manifest,
          annotations: {
            'org.opencontainers.image.ref.name': version,
            'io.containerd.image.name': `basalt:${version}`,
          },
          platform: { architecture, os: 'linux' },
        },
      ],
    });
    const file = join(target, `basalt-${version}-${architecture}.oci.tar`);
    mkdirSync(target, { recursive: true });
    run('tar', [
      '--create',
      `--file=${file}.part`,
      `--directory=${image}`,
      '--sort=name',
      `--mtime=@${EPOCH}`,
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      '.',
    ]);
    renameSync(`${file}.part`, file);
    say(
      `${relative(process.cwd(), file)}: ${manifest.digest}, ${layers.map(({ size }) => `${(size / 1e6).toFixed(0)} MB`).join(' + ')}`,
    );
    return file;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** @returns what the manifest says of a layer, and the digest of its content */
async function addLayer(blobs, tar) {
  const [content, packed] = [hashing(), hashing()];
  const part = join(blobs, 'part');
  await pipeline(
    createReadStream(tar),
    content.through,
    createGzip({ level: 6 }),
    packed.through,
    createWriteStream(part),
  );
  const { digest, size } = packed.end();
  renameSync(part, join(blobs, digest.replace('sha256:', '')));
  return { digest, size, diffId: content.end().digest };
}

function addBlob(blobs, value) {
  const bytes = Buffer.from(JSON.stringify(value));
  const hash = createHash('sha256').update(bytes).digest('hex');
  writeFileSync(join(blobs, hash), bytes);
  return { digest: `sha256:${hash}`, size: bytes.length };
}

function hashing() {
  const hash = createHash('sha256');
  let size = 0;
  const through = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  return { through, end: () => ({ digest: `sha256:${hash.digest('hex')}`, size }) };
}

function write(path, value) {
  writeFileSync(path, `${JSON.stringify(value)}\n`);
}

function run(command, args, environment = {}, cwd = root) {
  execFileSync(command, args, {
    cwd,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...environment },
  });
}

function say(text) {
  console.log(text);
}

const target = join(root, 'dist');
execFileSync(process.execPath, [join(import.meta.dirname, 'make-package.mjs'), target], { stdio: 'inherit' });
const [tarball] = readdirSync(target)
  .filter((name) => name.endsWith('.tgz'))
  .sort()
  .slice(-1);
const file = await makeImage(target, join(target, tarball));
if (!process.argv.includes('--untried')) await tryImage(file);
