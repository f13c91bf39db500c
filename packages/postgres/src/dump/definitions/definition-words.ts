import { statementTokens, tokenize, wordOf } from '@basalt/sql';
import { QueryError, SQLSTATE } from '../../errors/query-error.ts';

const NAMED = [
  'schema|extension if|type|domain|function|procedure|aggregate|operator|cast|collation|conversion|server',
  'user mapping for|text search (?:configuration|dictionary|parser|template)|foreign data wrapper|access method',
  '(?:unlogged |foreign )?table|(?:or replace )?view|materialized view|(?:unlogged )?sequence|(?:unique )?index|statistics',
  '(?:constraint |event )?trigger|rule|policy|publication|transform for|(?:or replace )?(?:trusted )?(?:procedural )?language',
].join('|');
const ALTERED = [
  '(?:foreign )?table|view|materialized view|sequence|index|type|domain|function|procedure|aggregate|operator|collation',
  'conversion|server|schema|publication|event trigger|statistics|default privileges|extension|language|foreign data wrapper',
  'text search (?:configuration|dictionary)',
].join('|');

/** The first words of everything that pg_dump writes into a schema without rows. */
const KNOWN = new RegExp(
  `^(?:create (?:${NAMED})|alter (?:${ALTERED})|comment on|grant|revoke|set|reset session|security label)\\b`,
);
const PARAMETERS = new Set([
  ...['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout'],
  ...['client_encoding', 'standard_conforming_strings', 'check_function_bodies', 'xmloption'],
  ...['client_min_messages', 'row_security', 'default_tablespace', 'default_table_access_method', 'session'],
]);
const WORDS_LOOKED_AT = 5;

/** Whether a statement is of a kind that pg_dump writes. Its last word on the matter: no name is looked up. */
export function isDefinition(statement: string): boolean {
  if (statement === "SELECT pg_catalog.set_config('search_path', '', false)") return true;
  const [tokens, ...others] = statementTokens(statement);
  if (tokens === undefined || others.length > 0) return false;
  const words = tokens.map((token) => wordOf(statement, token));
  const head = words.slice(0, WORDS_LOOKED_AT).join(' ');
  if (!KNOWN.test(head)) return false;
  if (words[0] === 'set') return PARAMETERS.has(words[1] ?? '');
  // GRANT of a role has no ON.
  if (words[0] === 'grant' || words[0] === 'revoke') return words.includes('on');
  return tokenize(statement).every(
    ({ kind, terminated }) =>
      terminated && kind !== 'line-comment' && kind !== 'block-comment' && kind !== 'unknown',
  );
}

/** @throws {QueryError} 0A000 for a text that holds what pg_dump never writes */
export function refuseStrangers(statements: readonly string[]): void {
  const stranger = statements.find((statement) => !isDefinition(statement));
  if (stranger === undefined) return;
  const [word = ''] = /^\S{1,40}/.exec(stranger) ?? [];
  throw new QueryError({
    message: `A definition of the database holds a statement of its own (${word} …), which would run wherever it is restored. Look for EXTRACT with a field that does not exist, and change it.`,
    code: SQLSTATE.notSupported,
  });
}
