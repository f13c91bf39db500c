import type { RestSettings } from '@basalt/project';
import { DEFAULT_ROLE_CLAIM, parseClaimPath } from '../../../caller/claim-path.ts';
import { createKeyRing } from '../../../tokens/key-ring.ts';
import { parseTokenKeys } from '../../../tokens/parse-token-keys.ts';
import type { TokenVerifier } from '../../../tokens/token-verifier.ts';
import { isHeader } from '../../errors/header-rules.ts';
import type { DatabaseRestSettings, QualifiedName } from '../schema-cache.ts';

const TX_ENDS = ['commit', 'commit-allow-override', 'rollback', 'rollback-allow-override'] as const;
const OPENAPI_MODES = ['follow-privileges', 'ignore-privileges', 'disabled'] as const;
const VERBOSITIES = ['verbose', 'minimal'] as const;
const DEFAULT_ANON_ROLE = 'anon';

/**
 * The settings in force: the project's own, with those over them that are stored in the database under `pgrst.` (given here
 * with the prefix). A stored value that makes no sense counts as not there.
 */
export function parseSettings(
  project: RestSettings,
  stored: Readonly<Record<string, string>>,
): DatabaseRestSettings {
  const get = (name: string) =>
    Object.hasOwn(stored, `pgrst.${name}`) ? stored[`pgrst.${name}`] : undefined;
  const schemas = list(get('db_schemas'));
  const extra = get('db_extra_search_path');
  return {
    schemas: schemas.length > 0 ? schemas : project.dbSchemas,
    extraSearchPath: extra === undefined ? project.dbExtraSearchPath : list(extra),
    maxRows: maxRows(get('db_max_rows'), project.dbMaxRows),
    anonRole: get('db_anon_role') === undefined ? DEFAULT_ANON_ROLE : get('db_anon_role') || null,
    preRequest: functionName(get('db_pre_request')),
    rootSpec: inPublic(functionName(get('db_root_spec'))),
    planEnabled: flag(get('db_plan_enabled'), false),
    aggregatesEnabled: flag(get('db_aggregates_enabled'), false),
    txEnd: choice(TX_ENDS, get('db_tx_end')),
    openapiMode: choice(OPENAPI_MODES, get('openapi_mode')),
    openapiSecurityActive: flag(get('openapi_security_active'), false),
    openapiServerProxyUri: get('openapi_server_proxy_uri') || null,
    jwtAudience: get('jwt_aud') || null,
    roleClaim: parseClaimPath(get('jwt_role_claim_key') ?? '') ?? DEFAULT_ROLE_CLAIM,
    foreignVerifier: verifierOf(get('jwt_secret'), flag(get('jwt_secret_is_base64'), false)),
    corsOrigins: list(get('server_cors_allowed_origins')),
    traceHeader: headerName(get('server_trace_header')),
    serverTimingEnabled: flag(get('server_timing_enabled'), false),
    errorVerbosity: choice(VERBOSITIES, get('client_error_verbosity')),
    legacyTargetNames: flag(get('url_use_legacy_target_names'), true),
  };
}

function list(value: string | undefined): string[] {
  const entries = value?.match(/"(?:[^"]|"")*"|[^,"]+/g) ?? [];
  return entries.map((entry) => unquote(entry.trim())).filter((entry) => entry !== '');
}

function unquote(name: string): string {
  return /^".*"$/s.test(name) ? name.slice(1, -1).replaceAll('""', '"') : name;
}

/** Empty means no limit. */
function maxRows(value: string | undefined, otherwise: number | null): number | null {
  if (value === undefined) return otherwise;
  if (value.trim() === '') return null;
  return /^\d{1,15}$/.test(value.trim()) ? Number(value) : otherwise;
}

function flag(value: string | undefined, otherwise: boolean): boolean {
  const word = value?.trim().toLowerCase() ?? '';
  if (['true', 'on', 'yes', 't', '1'].includes(word)) return true;
  return ['false', 'off', 'no', 'f', '0'].includes(word) ? false : otherwise;
}

function headerName(value: string | undefined): string | null {
  const name = value?.trim().toLowerCase() ?? '';
  return isHeader(name, '') ? name : null;
}

function verifierOf(secret: string | undefined, isBase64: boolean): TokenVerifier | null {
  const keys = secret === undefined ? [] : parseTokenKeys(secret, { isBase64 });
  return keys.length === 0 ? null : createKeyRing(keys);
}

/** The first choice is the default. */
function choice<const T extends string>(choices: readonly [T, ...T[]], value: string | undefined): T {
  return choices.find((one) => one === value?.trim().toLowerCase()) ?? choices[0];
}

/** `schema.name` or a name alone, either part quoted where it has to be. */
function functionName(value: string | undefined): { schema: string | null; name: string } | null {
  const parts = value?.trim().match(/^(?:("(?:[^"]|"")+"|[^".]+)\.)?("(?:[^"]|"")+"|[^".]+)$/);
  if (!parts?.[2]) return null;
  return { schema: parts[1] === undefined ? null : unquote(parts[1]), name: unquote(parts[2]) };
}

function inPublic(named: ReturnType<typeof functionName>): QualifiedName | null {
  return named === null ? null : { ...named, schema: named.schema ?? 'public' };
}
