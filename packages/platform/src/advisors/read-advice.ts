import type { AdvisorReport, LintFinding } from '@basalt/contract';
import { type FailedLint, type Finding, LINTS, type LintReport, runLints } from '@basalt/postgres/advisors';
import { configOf, readStoredAuth } from '../auth-config/auth-settings.ts';
import { readDatabaseSide } from '../data-api/database-side.ts';
import { readDataApiSettings, splitNames } from '../data-api/settings.ts';
import { withDatabase } from '../database/with-database.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor, KeptLintReport } from '../kernel/ports.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { READ_ONLY_ROLE, SUPERUSER_ROLE } from '../project-cluster/roles.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { AUTH_LINTS, authFindings } from './auth-lints.ts';
import { listExceptions } from './store.ts';

type Kind = 'SECURITY' | 'PERFORMANCE';

const MINUTE_MS = 60_000;
/** The number beside a menu entry may be older than what a page shows. */
const COUNTS_MAX_AGE_MS = 10 * MINUTE_MS;

/** What is found now, for clients of the management API: also what was ignored, and checks that could not be made. */
export async function readLints(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
  kind?: Kind,
): Promise<LintFinding[]> {
  const { report } = await readKept(dependencies, actor, ref, 0);
  const lints = [...report.findings.map(presentFinding), ...report.failed.map(presentFailed)];
  return kind === undefined ? lints : lints.filter(({ categories }) => categories.includes(kind));
}

/** Everything that the pages show. */
export async function readAdvice(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
  isFresh: boolean,
): Promise<AdvisorReport> {
  const { at, report, projectId } = await readKept(dependencies, actor, ref, isFresh ? 0 : MINUTE_MS);
  const exceptions = await listExceptions(dependencies.db, projectId);
  return {
    ran_at: at.toISOString(),
    checks: { security: countChecks('SECURITY'), performance: countChecks('PERFORMANCE') },
    findings: report.findings.map((finding) => ({
      ...presentFinding(finding),
      fix: finding.fix,
      ignored: exceptions.get(finding.cache_key) ?? null,
    })),
    unavailable: report.failed.map(({ name, title, category, reason }) => ({
      name,
      title,
      category,
      reason,
    })),
    truncated: [...report.truncated],
  };
}

/** How many errors nobody has ignored. */
export async function countErrors(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
): Promise<{ security: number; performance: number }> {
  const { report, projectId } = await readKept(dependencies, actor, ref, COUNTS_MAX_AGE_MS);
  const exceptions = await listExceptions(dependencies.db, projectId);
  const errors = report.findings.filter(
    ({ level, cache_key }) => level === 'ERROR' && !exceptions.has(cache_key),
  );
  const of = (kind: Kind) => errors.filter(({ categories }) => categories.includes(kind)).length;
  return { security: of('SECURITY'), performance: of('PERFORMANCE') };
}

function countChecks(kind: Kind): number {
  const ofSettings = kind === 'SECURITY' ? AUTH_LINTS.length : 0;
  return LINTS.filter(({ category }) => category === kind).length + ofSettings;
}

/** @throws PlatformError as `withDatabase` does */
async function readKept(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
  maxAgeMs: number,
): Promise<KeptLintReport & { projectId: number }> {
  const { project } = await permittedProject(dependencies.db, actor, ref, 'read_sql');
  const kept = await dependencies.lintReports.read(ref, maxAgeMs, () => makeChecks(dependencies, project));
  // Settings are read each time: somebody who comes back from changing one sees what has become of the finding.
  const stored = await readStoredAuth(dependencies.db, project.id);
  const { report } = kept;
  const findings = [...report.findings, ...authFindings(configOf(stored, {}))];
  return { ...kept, report: { ...report, findings }, projectId: project.id };
}

/** Most checks are made as the role that can only read. */
async function makeChecks(dependencies: Dependencies, project: ProjectRow): Promise<LintReport> {
  const { db_schema } = await readDataApiSettings(dependencies.db, project.id);
  return withDatabase(dependencies, project, SUPERUSER_ROLE, async (superuser) => {
    const { stored } = await readDatabaseSide(superuser);
    // Switched off is switched off, whatever the database says.
    const exposedSchemas = splitNames(db_schema && (stored.db_schema ?? db_schema));
    return withDatabase(dependencies, project, READ_ONLY_ROLE, (reader) =>
      runLints({ reader, superuser }, { exposedSchemas }),
    );
  });
}

function presentFinding(finding: Finding): LintFinding {
  const { fix: _, ...told } = finding;
  return { ...told, categories: [...told.categories], metadata: { ...told.metadata } };
}

/** A check that could not be made is told of as a finding: its absence would look like good news. */
function presentFailed({ name, title, category, reason }: FailedLint): LintFinding {
  return {
    name: 'advisor_check_unavailable',
    title: 'Check unavailable',
    level: 'INFO',
    facing: 'EXTERNAL',
    categories: [category],
    description: 'A check could not be made, so it is not known whether there is something to find.',
    detail: `“${title}” could not be looked at, because: ${reason}`,
    remediation: 'Mend what the reason names, then run the checks again.',
    metadata: { lint: name },
    cache_key: `advisor_check_unavailable_${name}`,
  };
}
