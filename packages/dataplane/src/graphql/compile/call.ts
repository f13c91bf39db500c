import { quoteIdent } from '@basalt/sql';
import type { CollectedField } from '../document/collect-fields.ts';
import { fail } from '../errors/graphql-failure.ts';
import type { ApiFunction } from '../schema/api-schema.ts';
import { compileConnection } from './connection.ts';
import { bindValue } from './input-texts.ts';
import { outputValue } from './output-values.ts';
import { PAGE_ARGUMENTS } from './page.ts';
import { type CompileNode, type CompileScope, checkArguments, type RowRef, rowOf } from './scope.ts';

/** A function of the root, called with the arguments of the field, as SQL that gives JSON. @throws {GraphqlFailure} */
export function compileRootCall(
  called: ApiFunction,
  field: CollectedField,
  scope: CompileScope,
  compileNode: CompileNode,
): string {
  const own = called.arguments.map((argument) => argument.field);
  checkArguments(field, called.returns.kind === 'rows' ? [...own, ...PAGE_ARGUMENTS] : own);
  const given = called.arguments.flatMap((argument) => {
    const value = field.args.get(argument.field);
    if (value === undefined || (value === null && argument.required)) {
      if (argument.required) fail('Invalid input for NonNull type');
      return [];
    }
    return `${quoteIdent(argument.name)} => ${bindValue(argument.type, value, scope)}`;
  });
  const sql = compileResult(called, `${called.sql}(${given.join(', ')})`, field, scope, compileNode);
  return called.returns.kind === 'value' ? `to_json(${sql})` : sql;
}

/** A function of a row, as a field of it. @throws {GraphqlFailure} */
export function compileComputed(
  called: ApiFunction,
  row: RowRef,
  field: CollectedField,
  scope: CompileScope,
  compileNode: CompileNode,
): string {
  checkArguments(field, called.returns.kind === 'rows' ? PAGE_ARGUMENTS : []);
  return compileResult(called, `${called.sql}(${row.row()})`, field, scope, compileNode);
}

function compileResult(
  { returns, volatile }: ApiFunction,
  call: string,
  field: CollectedField,
  scope: CompileScope,
  compileNode: CompileNode,
): string {
  switch (returns.kind) {
    case 'void':
      return `(select null::json from ${call} as v)`;
    case 'value':
      return outputValue(returns.type, call);
    case 'row': {
      const alias = scope.aliases.next();
      const node = compileNode(returns.table, rowOf(alias), field.selections, scope);
      return `(select ${node} from ${call} as ${alias} where not (${alias}.* is null) limit 1)`;
    }
    case 'rows': {
      const where = () => '';
      if (!volatile) {
        const from = (alias: string) => `${call} as ${alias}`;
        return compileConnection(
          { table: returns.table, from, row: rowOf, where },
          field,
          scope,
          compileNode,
        );
      }
      // Called once, however often its rows are looked at.
      const called = scope.aliases.next();
      const from = (alias: string) => `${called} as ${alias}`;
      const row = (alias: string) => ({
        column: (name: string) => `(${alias}.w).${quoteIdent(name)}`,
        row: () => `${alias}.w`,
      });
      const sql = compileConnection({ table: returns.table, from, row, where }, field, scope, compileNode);
      return `(with ${called} as materialized (select ${call} as w) select ${sql})`;
    }
  }
}
