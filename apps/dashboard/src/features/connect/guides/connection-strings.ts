import {
  addressOf,
  connectionUri,
  PASSWORD_PLACEHOLDER,
  psqlCommand,
  uriPart,
} from '../../../lib/connection-strings.ts';
import { databaseEnv } from './env-file.ts';
import type { Guide, Target } from './guide.ts';

/** The address of the database in the forms that programs and drivers take. */
export const CONNECTION_STRINGS: readonly Guide[] = [
  {
    id: 'uri',
    label: 'URI',
    steps: ({ database, password }) => [
      {
        title: 'Connection URI',
        code: connectionUri(database, password),
        text: 'Any PostgreSQL client works.',
      },
    ],
  },
  {
    id: 'psql',
    label: 'psql',
    steps: ({ database }) => [
      {
        title: 'psql command',
        code: psqlCommand(database),
        text: 'psql asks for the password when it connects.',
      },
    ],
  },
  {
    id: 'parameters',
    label: 'Parameters',
    steps: ({ database: { host, port, database, user }, password }) => [
      { title: 'Host', code: host },
      { title: 'Port', code: String(port) },
      { title: 'Database', code: database },
      { title: 'User', code: user },
      { title: 'Password', code: password ?? PASSWORD_PLACEHOLDER },
    ],
  },
  { id: 'env', label: '.env', steps: (target) => [databaseEnv(target)] },
  {
    id: 'jdbc',
    label: 'JDBC',
    steps: (target) => [
      {
        title: 'JDBC URL',
        code: jdbcUrl(target),
        text: 'For the driver org.postgresql:postgresql.',
      },
    ],
  },
  {
    id: 'dotnet',
    label: '.NET',
    steps: (target) => [
      {
        title: 'Npgsql connection string',
        code: npgsqlString(target),
        text: 'Keep it in the environment variable DATABASE_CONNECTION, which the program below reads.',
      },
      { title: 'Install', code: 'dotnet add package Npgsql' },
      { title: 'Program.cs', code: PROGRAM_CS },
    ],
  },
  {
    id: 'go',
    label: 'Go (pgx)',
    steps: (target) => [
      { title: 'Install', code: 'go mod init example.com/app\ngo get github.com/jackc/pgx/v5' },
      databaseEnv(target),
      { title: 'main.go', code: MAIN_GO },
      { title: 'Run', code: `${READ_ENV}\ngo run .` },
    ],
  },
  {
    id: 'python',
    label: 'Python (psycopg)',
    steps: (target) => [
      { title: 'Install', code: `pip install 'psycopg[binary]'` },
      databaseEnv(target),
      { title: 'main.py', code: MAIN_PY },
      { title: 'Run', code: `${READ_ENV}\npython main.py` },
    ],
  },
];

/** Makes the lines of `.env` variables of the shell. */
const READ_ENV = 'set -a && . ./.env && set +a';

function jdbcUrl({ database, password }: Target): string {
  const secret = password === null ? PASSWORD_PLACEHOLDER : uriPart(password);
  return `jdbc:postgresql://${addressOf(database)}/${uriPart(database.database)}?user=${uriPart(database.user)}&password=${secret}`;
}

function npgsqlString({ database: { host, port, database, user }, password }: Target): string {
  const values = {
    Host: host,
    Port: String(port),
    Database: database,
    Username: user,
    Password: password ?? PASSWORD_PLACEHOLDER,
  };
  return Object.entries(values)
    .map(([name, value]) => `${name}=${npgsqlValue(value)}`)
    .join(';');
}

function npgsqlValue(value: string): string {
  return /^[\w.:[\]-]+$/.test(value) ? value : `"${value.replaceAll('"', '""')}"`;
}

const PROGRAM_CS = `using Npgsql;

var connectionString = Environment.GetEnvironmentVariable("DATABASE_CONNECTION")!;
await using var dataSource = NpgsqlDataSource.Create(connectionString);
await using var command = dataSource.CreateCommand("select version()");
Console.WriteLine(await command.ExecuteScalarAsync());`;

const MAIN_GO = `package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/jackc/pgx/v5"
)

func main() {
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, os.Getenv("DATABASE_URL"))
	if err != nil {
		log.Fatal(err)
	}
	defer conn.Close(ctx)

	var version string
	if err := conn.QueryRow(ctx, "select version()").Scan(&version); err != nil {
		log.Fatal(err)
	}
	fmt.Println(version)
}`;

const MAIN_PY = `import os

import psycopg

with psycopg.connect(os.environ["DATABASE_URL"]) as connection:
    print(connection.execute("select version()").fetchone()[0])`;
