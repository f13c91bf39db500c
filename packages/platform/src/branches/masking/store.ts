import type { MaskedTable, MaskTableRules } from '@basalt/contract';
import { readDatabase } from '../../database/read-database.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { Database } from '../../kernel/open-database.ts';
import { PlatformError } from '../../kernel/platform-error.ts';
import type { Actor } from '../../kernel/ports.ts';
import { permittedProject } from '../../projects/permitted-project.ts';
import { readTables } from './read-tables.ts';
import { usualRule } from './usual-rule.ts';

/** The rules of a project; none: everything is treated as usual. */
export async function readRules(db: Database, projectId: number): Promise<MaskTableRules[]> {
  const row = await db
    .selectFrom('branch_masking')
    .select('rules')
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return row?.rules ?? [];
}

/** The tables of a project, with the rules for them. @throws PlatformError `forbidden`, `not_found`, `conflict` for a branch, or as `readDatabase` */
export async function presentMasking(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
): Promise<MaskedTable[]> {
  const project = await ruledProject(dependencies, actor, ref);
  const rules = await readRules(dependencies.db, project.id);
  const tables = await readDatabase(dependencies, actor, ref, readTables);
  return tables.map(({ schema, name, columns }) => {
    const own = rules.find((each) => each.schema === schema && each.table === name);
    const chosen = new Map(own?.columns.map((each) => [each.name, each.rule]));
    return {
      schema,
      table: name,
      most_rows: own?.most_rows ?? null,
      columns: columns.map((column) => ({
        name: column.name,
        type: column.type,
        kind: column.kind,
        nullable: column.isNullable,
        usual: usualRule(column),
        rule: chosen.get(column.name) ?? null,
      })),
    };
  });
}

/** @throws PlatformError `forbidden`, `not_found`, `conflict` for a branch */
export async function setMasking(
  dependencies: Dependencies,
  actor: Actor,
  { ref, tables }: { ref: string; tables: MaskTableRules[] },
): Promise<void> {
  const project = await ruledProject(dependencies, actor, ref);
  const rules = JSON.stringify(tables);
  await dependencies.db
    .insertInto('branch_masking')
    .values({ project_id: project.id, rules })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ rules, updated_at: new Date() }))
    .execute();
}

async function ruledProject({ db }: Pick<Dependencies, 'db'>, actor: Actor, ref: string) {
  const { project, parent } = await permittedProject(db, actor, ref, 'manage_branches');
  if (parent !== null)
    throw new PlatformError('conflict', 'This is a branch. The rules belong to its project.');
  return project;
}
