import type { Lookup } from './write-schema.ts';

// Of the transaction that asks: what it has made bears its number.
const MADE_NOW = 'xmin = pg_catalog.pg_current_xact_id()::pg_catalog.xid';

export function schemaNamed(name: string): Lookup {
  return {
    sql: 'select oid::pg_catalog.text as id from pg_catalog.pg_namespace where nspname = $1',
    values: [name],
  };
}

export function relationNamed(schema: string, name: string): Lookup {
  return {
    sql: `select c.oid::pg_catalog.text as id from pg_catalog.pg_class c
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace where n.nspname = $1 and c.relname = $2`,
    values: [schema, name],
  };
}

export function columnNamed(table: number, name: string): Lookup {
  return {
    sql: `select attrelid::pg_catalog.text || '.' || attnum::pg_catalog.text as id from pg_catalog.pg_attribute
      where attrelid = $1 and attname = $2 and not attisdropped`,
    values: [table, name],
  };
}

/** @param type as `pg_constraint` has it */
export function newConstraintOf(table: number, type: 'p' | 'u' | 'c' | 'f'): Lookup {
  return {
    sql: `select oid::pg_catalog.text as id from pg_catalog.pg_constraint
      where conrelid = $1 and contype = $2 and conparentid = 0 and ${MADE_NOW}`,
    values: [table, type],
  };
}

export function newIndexOf(table: number): Lookup {
  return {
    sql: `select indexrelid::pg_catalog.text as id from pg_catalog.pg_index where indrelid = $1 and ${MADE_NOW}`,
    values: [table],
  };
}

export function policyNamed(schema: string, table: string, name: string): Lookup {
  return {
    sql: `select p.oid::pg_catalog.text as id from pg_catalog.pg_policy p
      join pg_catalog.pg_class c on c.oid = p.polrelid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where n.nspname = $1 and c.relname = $2 and p.polname = $3`,
    values: [schema, table, name],
  };
}

export function triggerNamed(schema: string, table: string, name: string): Lookup {
  return {
    sql: `select t.oid::pg_catalog.text as id from pg_catalog.pg_trigger t
      join pg_catalog.pg_class c on c.oid = t.tgrelid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where n.nspname = $1 and c.relname = $2 and t.tgname = $3 and not t.tgisinternal`,
    values: [schema, table, name],
  };
}

/** By its name alone there may be several. */
export function newFunction(schema: string, name: string): Lookup {
  return {
    sql: `select p.oid::pg_catalog.text as id from pg_catalog.pg_proc p
      join pg_catalog.pg_namespace n on n.oid = p.pronamespace
      where n.nspname = $1 and p.proname = $2 and p.${MADE_NOW}`,
    values: [schema, name],
  };
}

export function typeNamed(schema: string, name: string): Lookup {
  return {
    sql: `select t.oid::pg_catalog.text as id from pg_catalog.pg_type t
      join pg_catalog.pg_namespace n on n.oid = t.typnamespace where n.nspname = $1 and t.typname = $2`,
    values: [schema, name],
  };
}

export function roleNamed(name: string): Lookup {
  return {
    sql: 'select oid::pg_catalog.text as id from pg_catalog.pg_roles where rolname = $1',
    values: [name],
  };
}

export function publicationNamed(name: string): Lookup {
  return {
    sql: 'select oid::pg_catalog.text as id from pg_catalog.pg_publication where pubname = $1',
    values: [name],
  };
}
