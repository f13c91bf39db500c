import { databaseEnv } from './env-file.ts';
import type { Guide, Step } from './guide.ts';
import { SAMPLE_TABLE } from './sample-table.ts';

const START = `npm init -y
npm pkg set type=module`;

const RUN: Step = {
  title: 'Run',
  text: 'Node.js runs TypeScript as it is from version 22.18 on.',
  code: 'node --env-file=.env index.ts',
};

/** Libraries that talk to the database itself, for servers. */
export const ORMS: readonly Guide[] = [
  {
    id: 'drizzle',
    label: 'Drizzle',
    steps: (target) => [
      { title: 'Install', code: `${START}\nnpm install drizzle-orm pg\nnpm install --save-dev @types/pg` },
      databaseEnv(target),
      { title: 'schema.ts', code: DRIZZLE_SCHEMA },
      { title: 'index.ts', code: DRIZZLE_INDEX },
      SAMPLE_TABLE,
      RUN,
    ],
  },
  {
    id: 'prisma',
    label: 'Prisma',
    steps: (target) => [
      {
        title: 'Install',
        code: `${START}
npm install @prisma/client@7 @prisma/adapter-pg@7 dotenv
npm install --save-dev prisma@7 tsx`,
      },
      databaseEnv(target),
      { title: 'prisma.config.ts', code: PRISMA_CONFIG },
      { title: 'prisma/schema.prisma', code: PRISMA_SCHEMA },
      { title: 'index.ts', code: PRISMA_INDEX },
      SAMPLE_TABLE,
      { title: 'Run', code: 'npx prisma generate\nnpx tsx index.ts' },
    ],
  },
  {
    id: 'kysely',
    label: 'Kysely',
    steps: (target) => [
      { title: 'Install', code: `${START}\nnpm install kysely pg\nnpm install --save-dev @types/pg` },
      databaseEnv(target),
      { title: 'db.ts', code: KYSELY_DB },
      { title: 'index.ts', code: KYSELY_INDEX },
      SAMPLE_TABLE,
      RUN,
    ],
  },
];

const DRIZZLE_SCHEMA = `import { integer, pgTable, text } from 'drizzle-orm/pg-core'

export const notes = pgTable('notes', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  title: text().notNull(),
})`;

const DRIZZLE_INDEX = `import { drizzle } from 'drizzle-orm/node-postgres'
import { notes } from './schema.ts'

const db = drizzle(process.env.DATABASE_URL!)

console.log(await db.select().from(notes))
await db.$client.end()`;

const PRISMA_CONFIG = `import 'dotenv/config'
import { defineConfig, env } from 'prisma/config'

export default defineConfig({
  schema: 'prisma/schema.prisma',
  datasource: { url: env('DATABASE_URL') },
})`;

const PRISMA_SCHEMA = `generator client {
  provider = "prisma-client"
  output   = "../generated/prisma"
}

datasource db {
  provider = "postgresql"
}

model Note {
  id    Int    @id @default(autoincrement())
  title String

  @@map("notes")
}`;

const PRISMA_INDEX = `import 'dotenv/config'
import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaClient } from './generated/prisma/client'

const adapter = new PrismaPg({ connectionString: process.env.DATABASE_URL })
const prisma = new PrismaClient({ adapter })

console.log(await prisma.note.findMany())
await prisma.$disconnect()`;

const KYSELY_DB = `import { type GeneratedAlways, Kysely, PostgresDialect } from 'kysely'
import { Pool } from 'pg'

interface Database {
  notes: { id: GeneratedAlways<number>; title: string }
}

const pool = new Pool({ connectionString: process.env.DATABASE_URL })

export const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })`;

const KYSELY_INDEX = `import { db } from './db.ts'

console.log(await db.selectFrom('notes').selectAll().execute())
await db.destroy()`;
