import { NOTHING_ALLOWED } from '@basalt/network';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const IN_KUBERNETES = { BASALT_CLUSTERS: 'kubernetes', BASALT_KUBERNETES_NAMESPACE: 'projects' };

describe('readConfig', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toEqual({
      home: './.basalt',
      host: '127.0.0.1',
      port: 8000,
      tls: null,
      gatewayPort: 8001,
      gatewayUrl: null,
      trustedProxies: null,
      drainSeconds: 0,
      door: null,
      platformDoor: null,
      databasePorts: { first: 15432, last: 16431 },
      pooler: {
        session: { port: 5432, isDefault: true },
        transaction: { port: 6543, isDefault: true },
        host: null,
      },
      publicUrl: null,
      projectDomain: null,
      outgoingAllowed: NOTHING_ALLOWED,
      mail: null,
      modelServer: null,
      modelTimeout: 120,
      openId: null,
      objectStore: null,
      backupBucket: null,
      restores: false,
      installations: [],
      kubernetes: null,
      allowedExtensions: null,
      gitRepositories: null,
      defaultPlan: 'pro',
      dnsServers: null,
      deletionGraceDays: 7,
      bootstrap: null,
      logLevel: 'info',
      databaseUrl: null,
    });
  });

  it('restores from the bucket in which backups are kept from then on', () => {
    const store = {
      BASALT_BACKUPS_S3_ENDPOINT: 'https://store.example.com',
      BASALT_BACKUPS_S3_ACCESS_KEY: 'a',
      BASALT_BACKUPS_S3_SECRET_KEY: 's',
    };
    const read = (from: string, more = {}) =>
      readConfig({ ...store, BASALT_RESTORE_FROM: from, ...more }).backupBucket;
    expect(read('s3://kept')).toMatchObject({ bucket: 'kept', prefix: '' });
    expect(read('s3://kept/')).toMatchObject({ bucket: 'kept', prefix: '' });
    expect(read('s3://kept/of/us')).toMatchObject({ bucket: 'kept', prefix: 'of/us/' });
    expect(read('s3://kept/of/us/', { BASALT_BACKUPS_S3_PREFIX: 'of/us/' })).toMatchObject({
      bucket: 'kept',
    });
    expect(readConfig({ ...store, BASALT_RESTORE_FROM: 's3://kept' }).restores).toBe(true);
    expect(read('s3://kept')).toMatchObject({ localCopy: false, encryption: null, lock: null });
    const more = {
      BASALT_BACKUPS_S3_ENCRYPTION: 'aws:kms:alias/ours',
      BASALT_BACKUPS_S3_LOCK: 'governance:30',
    };
    expect(read('s3://kept', more)).toMatchObject({
      encryption: { kind: 'aws:kms', keyId: 'alias/ours' },
      lock: { mode: 'governance', days: 30 },
    });
    expect(read('s3://kept', { BASALT_BACKUPS_LOCAL_COPY: 'on' })?.localCopy).toBe(true);
    expect(() => read('s3://kept/of', { BASALT_BACKUPS_S3_BUCKET: 'other' })).toThrow(
      'BASALT_BACKUPS_S3_BUCKET must name what is restored from s3://kept/of, or be left out.',
    );
    expect(() => readConfig({ BASALT_RESTORE_FROM: 's3://kept' })).toThrow(
      'BASALT_BACKUPS_S3_ENDPOINT must be set',
    );
    for (const wrong of ['kept', 'https://kept/', 's3://kept/../', 's3://Kept', 's3://kept//a'])
      expect(() => read(wrong), wrong).toThrow('BASALT_RESTORE_FROM must be a bucket');
  });

  it('asks a model server of its own first, then OpenAI, then Anthropic', () => {
    const both = { OPENAI_API_KEY: 'sk-o', ANTHROPIC_API_KEY: 'sk-a' };
    const own = { BASALT_AI_BASE_URL: 'http://127.0.0.1:11434/v1', BASALT_AI_MODEL: 'small' };
    expect(readConfig({ ...both, ...own }).modelServer).toEqual({
      provider: 'openai-compatible',
      baseUrl: 'http://127.0.0.1:11434/v1',
      model: 'small',
      apiKey: null,
    });
    expect(readConfig(both).modelServer).toMatchObject({ provider: 'openai', apiKey: 'sk-o' });
    expect(readConfig({ ANTHROPIC_API_KEY: 'sk-a', BASALT_AI_MODEL: 'large' }).modelServer).toMatchObject({
      provider: 'anthropic',
      model: 'large',
      apiKey: 'sk-a',
    });
    expect(() => readConfig({ BASALT_AI_BASE_URL: 'http://127.0.0.1:11434/v1' })).toThrow(
      'BASALT_AI_MODEL must be set where BASALT_AI_BASE_URL is',
    );
    expect(readConfig({ BASALT_AI_TIMEOUT: '300' }).modelTimeout).toBe(300);
    expect(() => readConfig({ BASALT_AI_TIMEOUT: '0' })).toThrow('BASALT_AI_TIMEOUT');
  });

  it('knows whether it keeps the projects or reaches them by a door', () => {
    expect(readConfig({ BASALT_DOOR_PORT: '8002', BASALT_HOST: '10.0.0.5' }).door).toEqual({
      host: '10.0.0.5',
      port: 8002,
    });
    const far = readConfig({ BASALT_PLATFORM_DOOR: '[fd00::5]:8002' });
    expect([far.platformDoor, far.door, far.drainSeconds]).toEqual([
      { host: 'fd00::5', port: 8002 },
      null,
      5,
    ]);
    for (const wrong of ['10.0.0.5', 'http://a:1', 'a:b', 'a:0', ':8002'])
      expect(() => readConfig({ BASALT_PLATFORM_DOOR: wrong }), wrong).toThrow(
        /^BASALT_PLATFORM_DOOR must be/,
      );
    expect(() => readConfig({ BASALT_PLATFORM_DOOR: 'a:1', BASALT_DOOR_PORT: '2' })).toThrow(
      'BASALT_DOOR_PORT must be left out where BASALT_PLATFORM_DOOR is set',
    );
    expect(() => readConfig({ BASALT_DOOR_HOST: '10.0.0.5' })).toThrow('BASALT_DOOR_PORT must be set');
    expect(() =>
      readConfig({ BASALT_GATEWAY_URL: 'https://a.example.com', BASALT_PROJECT_DOMAIN: 'a.example.com' }),
    ).toThrow('BASALT_GATEWAY_URL must be left out');
    expect(() => readConfig({ BASALT_TRUSTED_PROXIES: 'proxy.internal' })).toThrow(
      'BASALT_TRUSTED_PROXIES must be addresses',
    );
  });

  it('opens the pooler where it is told to, or not at all', () => {
    const environment = {
      BASALT_POOLER_PORT: '5433',
      BASALT_POOLER_TRANSACTION_PORT: 'off',
      BASALT_POOLER_HOST: 'pooler.example.com',
    };
    expect(readConfig(environment).pooler).toEqual({
      session: { port: 5433, isDefault: false },
      transaction: null,
      host: 'pooler.example.com',
    });
    expect(() => readConfig({ BASALT_POOLER_PORT: 'on' })).toThrow('BASALT_POOLER_PORT must be a number');
  });

  it('fills what a bootstrap leaves out', () => {
    const accessToken = `sbp_${'0'.repeat(40)}`;
    expect(readConfig({ BASALT_BOOTSTRAP_ACCESS_TOKEN: accessToken }).bootstrap).toEqual({
      email: 'owner@basalt.local',
      password: null,
      accessToken,
    });
    expect(readConfig({ BASALT_BOOTSTRAP_EMAIL: 'Ada@example.com' }).bootstrap).toEqual({
      email: 'ada@example.com',
      password: null,
      accessToken: null,
    });
  });

  it('reads where servers may be that projects name', () => {
    const { outgoingAllowed } = readConfig({ BASALT_OUTGOING_ALLOW: '10.0.0.0/8, keycloak.internal' });
    expect(outgoingAllowed.hasAddress('10.1.2.3')).toBe(true);
    expect(outgoingAllowed.hasName('keycloak.internal')).toBe(true);
    expect(outgoingAllowed.hasAddress('127.0.0.1')).toBe(false);
  });

  it('takes what operators write', () => {
    const config = readConfig({
      BASALT_PUBLIC_URL: 'https://basalt.example.com',
      BASALT_PROJECT_DOMAIN: 'api.Example-1.com.',
      BASALT_BOOTSTRAP_EMAIL: "o'brien+basalt@mail.example.co.uk",
      BASALT_DELETION_GRACE_DAYS: '0',
      BASALT_DATABASE_PORTS: '20000-24999',
      DATABASE_URL: 'postgres://basalt@db/basalt',
      BASALT_SMTP_URL: 'smtps://mailer:se%3Acret@mail.example.com',
      BASALT_MAIL_FROM: 'basalt@example.com',
      BASALT_POSTGRES_15: '/usr/lib/postgresql/15',
      BASALT_POSTGRES_EXTENSIONS: 'postgis, vector',
    });
    expect(config).toMatchObject({
      publicUrl: 'https://basalt.example.com',
      projectDomain: 'api.example-1.com',
      bootstrap: { email: "o'brien+basalt@mail.example.co.uk" },
      deletionGraceDays: 0,
      databasePorts: { first: 20_000, last: 24_999 },
      databaseUrl: 'postgres://basalt@db/basalt',
      installations: [{ major: 15, folder: '/usr/lib/postgresql/15' }],
      allowedExtensions: ['postgis', 'vector'],
      mail: { server: 'smtps://mailer:se%3Acret@mail.example.com', from: 'basalt@example.com' },
    });
  });

  it('reads the provider that people sign in with', () => {
    const given = {
      BASALT_OIDC_ISSUER: 'https://login.example.com',
      BASALT_OIDC_CLIENT_ID: 'basalt',
      BASALT_OIDC_CLIENT_SECRET: 'quarry',
      BASALT_OIDC_DOMAINS: 'Example.com, example.org',
    };
    expect(readConfig(given).openId).toMatchObject({ domains: ['example.com', 'example.org'] });
    expect(readConfig({}).openId).toBeNull();
  });

  it('takes an empty variable for an absent one', () => {
    expect(readConfig({ BASALT_PORT: '' }).port).toBe(8000);
  });

  it.each([
    [{ BASALT_PORT: 'eighty' }, 'BASALT_PORT must be a number.'],
    [
      { BASALT_POSTGRES_15: 'postgresql/15' },
      'BASALT_POSTGRES_15 must be the absolute path of a folder, such as /usr/lib/postgresql/15.',
    ],
    [
      { BASALT_POSTGRES_EXTENSIONS: 'postgis vector' },
      'BASALT_POSTGRES_EXTENSIONS must be names of extensions with commas between them, such as postgis,vector.',
    ],
    [{ BASALT_PORT: '80.5' }, 'BASALT_PORT must be a whole number.'],
    [{ BASALT_PORT: '0' }, 'BASALT_PORT must be at least 1.'],
    [{ BASALT_PORT: ' ' }, 'BASALT_PORT must be a number.'],
    [{ BASALT_PROJECT_DOMAIN: 'api_example' }, 'BASALT_PROJECT_DOMAIN must be a host name.'],
    [{ BASALT_PROJECT_DOMAIN: `${'a'.repeat(64)}.example` }, 'BASALT_PROJECT_DOMAIN must be a host name.'],
    [{ BASALT_PUBLIC_URL: 'https://' }, 'BASALT_PUBLIC_URL must be an http or https address.'],
    [{ BASALT_BOOTSTRAP_EMAIL: 'ada' }, 'BASALT_BOOTSTRAP_EMAIL must be an e-mail address.'],
    [{ BASALT_BOOTSTRAP_EMAIL: 'a..b@example.com' }, 'BASALT_BOOTSTRAP_EMAIL must be an e-mail address.'],
    [{ BASALT_BOOTSTRAP_PASSWORD: 'short' }, 'BASALT_BOOTSTRAP_PASSWORD must have at least 8 characters.'],
    [{ BASALT_DELETION_GRACE_DAYS: '366' }, 'BASALT_DELETION_GRACE_DAYS must be at most 365.'],
    [{ BASALT_LOG_LEVEL: 'loud' }, 'BASALT_LOG_LEVEL must be one of debug, info, warn, error, silent.'],
    [{ BASALT_DATABASE_PORTS: '20000-25000' }, 'BASALT_DATABASE_PORTS must hold at most 5000 ports.'],
    [{ BASALT_PORT: '70000' }, 'BASALT_PORT must be at most 65535.'],
    [{ BASALT_PORT: '8001' }, 'BASALT_GATEWAY_PORT must differ'],
    [{ BASALT_DATABASE_PORTS: '15432' }, 'BASALT_DATABASE_PORTS must look like 15432-16431.'],
    [{ BASALT_DATABASE_PORTS: '9-8' }, 'BASALT_DATABASE_PORTS must be a range between 1024 and 65535.'],
    [{ BASALT_DEFAULT_PLAN: 'gold' }, 'BASALT_DEFAULT_PLAN must be one of free, pro, team, enterprise.'],
    [{ BASALT_PUBLIC_URL: 'ftp://x' }, 'BASALT_PUBLIC_URL must be an http or https address.'],
    [
      { BASALT_OUTGOING_ALLOW: '10.0.0.0/8,10.0.0.0/33' },
      'BASALT_OUTGOING_ALLOW must be a list of ranges like 10.0.0.0/8 and host names; "10.0.0.0/33" is neither.',
    ],
    [{ BASALT_TLS_KEY: '/k.pem' }, 'BASALT_TLS_PORT must be set where BASALT_TLS_KEY is.'],
    [
      { BASALT_TLS_PORT: '443', BASALT_TLS_KEY: '/k.pem' },
      'BASALT_TLS_CERTIFICATE must be set where BASALT_TLS_KEY is.',
    ],
    [{ BASALT_DNS_SERVERS: '1.1.1.1,dns.example.com' }, 'BASALT_DNS_SERVERS must be IP addresses'],
    [
      { BASALT_SMTP_URL: 'mail.example.com:25', BASALT_MAIL_FROM: 'a@example.com' },
      'BASALT_SMTP_URL must look like smtps://',
    ],
    [{ BASALT_SMTP_URL: 'smtp://mail.example.com' }, 'BASALT_MAIL_FROM must be set where BASALT_SMTP_URL is'],
    [
      { BASALT_OIDC_ISSUER: 'https://login.example.com', BASALT_OIDC_CLIENT_ID: 'basalt' },
      'BASALT_OIDC_CLIENT_SECRET must be set where BASALT_OIDC_ISSUER is',
    ],
    [
      { BASALT_CLUSTERS: 'kubernetes' },
      'BASALT_KUBERNETES_NAMESPACE must be set where BASALT_CLUSTERS is kubernetes',
    ],
    [
      { BASALT_KUBERNETES_NAMESPACE: 'projects' },
      'BASALT_CLUSTERS must be kubernetes where BASALT_KUBERNETES_NAMESPACE is set',
    ],
    [
      { ...IN_KUBERNETES, BASALT_KUBERNETES_CONTEXT: 'home' },
      'BASALT_KUBERNETES_CONFIG must be set where BASALT_KUBERNETES_CONTEXT is',
    ],
    [{ ...IN_KUBERNETES, BASALT_KUBERNETES_POOLERS: '10' }, 'BASALT_KUBERNETES_POOLERS must be at most 9.'],
    [
      { BASALT_KUBERNETES_POOLERS: '1' },
      'BASALT_CLUSTERS must be kubernetes where BASALT_KUBERNETES_POOLERS',
    ],
    [
      { ...IN_KUBERNETES, BASALT_KUBERNETES_IMAGE_CATALOG: 'postgresql' },
      'BASALT_KUBERNETES_IMAGE_CATALOG must look like ClusterImageCatalog/postgresql',
    ],
    [
      { ...IN_KUBERNETES, BASALT_KUBERNETES_BACKUP_SCHEDULE: '0 3 * * *' },
      'BASALT_KUBERNETES_BACKUP_SCHEDULE must be six fields of cron',
    ],
    [{ BASALT_OIDC_DOMAINS: 'example.com, @x' }, 'BASALT_OIDC_DOMAINS must be domains of e-mail addresses'],
    [{ BASALT_MAIL_FROM: 'a@example.com' }, 'BASALT_SMTP_URL must be set where BASALT_MAIL_FROM is'],
    [{ BASALT_S3_BUCKET: 'objects' }, 'BASALT_S3_ENDPOINT must be set where BASALT_S3_BUCKET is'],
    [{ BASALT_S3_REGION: 'eu-central-1' }, 'BASALT_S3_ENDPOINT must be set where BASALT_S3_REGION is'],
    [{ BASALT_S3_ENDPOINT: 'localhost:9000' }, 'BASALT_S3_ENDPOINT must be an http or https address'],
    [{ BASALT_S3_BUCKET: 'a/b' }, 'BASALT_S3_BUCKET must be the name of a bucket'],
    [
      { BASALT_BACKUPS_S3_BUCKET: 'kept' },
      'BASALT_BACKUPS_S3_ENDPOINT must be set where BASALT_BACKUPS_S3_BUCKET is',
    ],
    [
      { BASALT_BACKUPS_S3_PREFIX: 'kept/' },
      'BASALT_BACKUPS_S3_BUCKET must be set where BASALT_BACKUPS_S3_PREFIX is',
    ],
    [
      { BASALT_BACKUPS_KEY: `AGE-SECRET-KEY-1${'Q'.repeat(58)}` },
      'BASALT_BACKUPS_S3_BUCKET must be set where BASALT_BACKUPS_KEY is',
    ],
    [
      { BASALT_BACKUPS_LOCAL_COPY: 'on' },
      'BASALT_BACKUPS_S3_BUCKET must be set where BASALT_BACKUPS_LOCAL_COPY is',
    ],
    [{ BASALT_BACKUPS_S3_ENCRYPTION: 'rot13' }, 'BASALT_BACKUPS_S3_ENCRYPTION must be AES256, aws:kms, or'],
    [{ BASALT_BACKUPS_S3_LOCK: 'governance:0' }, 'BASALT_BACKUPS_S3_LOCK must be governance or compliance'],
    [
      { BASALT_BACKUPS_S3_LOCK: 'compliance:7' },
      'BASALT_BACKUPS_S3_BUCKET must be set where BASALT_BACKUPS_S3_LOCK is',
    ],
    [{ BASALT_BACKUPS_LOCAL_COPY: 'yes' }, 'BASALT_BACKUPS_LOCAL_COPY must be one of on, off'],
    [{ BASALT_BACKUPS_KEY: 'secret' }, 'BASALT_BACKUPS_KEY must be a key that "npm run -s backup-key"'],
    [
      { BASALT_BACKUPS_S3_PREFIX: '../' },
      'BASALT_BACKUPS_S3_PREFIX must be names of letters and digits, each followed by a slash',
    ],
    [{ BASALT_MAIL_FROM: 'Basalt' }, 'BASALT_MAIL_FROM must be an e-mail address.'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must start with postgresql://.'],
    [
      {
        BASALT_BOOTSTRAP_EMAIL: 'a@example.com',
        BASALT_BOOTSTRAP_PASSWORD: 'correct-horse',
        BASALT_BOOTSTRAP_ACCESS_TOKEN: 'sbp_1',
      },
      'BASALT_BOOTSTRAP_ACCESS_TOKEN must be sbp_ followed by 40 hex digits.',
    ],
  ])('refuses %j and names the variable', (environment, sentence) => {
    expect(() => readConfig(environment as Record<string, string>)).toThrow(ConfigError);
    expect(() => readConfig(environment as Record<string, string>)).toThrow(sentence);
  });
});
