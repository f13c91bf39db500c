import { sessionOptions } from '../../../lib/client-code.ts';
import { projectUrl } from '../../../lib/project-url.ts';
import { envFile } from './env-file.ts';
import type { ApiTarget, Guide, Step } from './guide.ts';
import { NOTES_COMPONENT, SAMPLE_TABLE } from './sample-table.ts';

/** Applications that read a table with the publishable key. */
export const FRAMEWORKS: readonly Guide<ApiTarget>[] = [
  {
    id: 'react',
    label: 'React (Vite)',
    steps: (target) => [
      { title: 'Create the app', code: withVite('react-ts') },
      apiEnv('.env.local', 'VITE_', target),
      { title: 'src/client.ts', code: viteClient(target) },
      { title: 'src/App.tsx', code: REACT_APP },
      SAMPLE_TABLE,
      RUN,
    ],
  },
  {
    id: 'nextjs',
    label: 'Next.js',
    steps: (target) => [
      {
        title: 'Create the app',
        code: `npx create-next-app@latest my-app --yes
cd my-app
npm install @supabase/supabase-js`,
      },
      apiEnv('.env.local', 'NEXT_PUBLIC_', target),
      {
        title: 'lib/client.ts',
        text: 'A client for each request to the server, so that no session is shared.',
        code: NEXT_CLIENT,
      },
      { title: 'app/page.tsx', code: NEXT_PAGE },
      SAMPLE_TABLE,
      RUN,
    ],
  },
  {
    id: 'vue',
    label: 'Vue (Vite)',
    steps: (target) => [
      { title: 'Create the app', code: withVite('vue-ts') },
      apiEnv('.env.local', 'VITE_', target),
      { title: 'src/client.ts', code: viteClient(target) },
      { title: 'src/App.vue', code: VUE_APP },
      SAMPLE_TABLE,
      RUN,
    ],
  },
  {
    id: 'sveltekit',
    label: 'SvelteKit',
    steps: (target) => [
      {
        title: 'Create the app',
        code: `npx sv create my-app --template minimal --types ts --no-add-ons --install npm
cd my-app
npm install @supabase/supabase-js`,
      },
      apiEnv('.env', 'PUBLIC_', target),
      {
        title: 'src/lib/client.ts',
        code: `import { PUBLIC_SUPABASE_PUBLISHABLE_KEY, PUBLIC_SUPABASE_URL } from '$env/static/public'
${clientFile('PUBLIC_SUPABASE_URL', 'PUBLIC_SUPABASE_PUBLISHABLE_KEY', target)}`,
      },
      { title: 'src/routes/+page.ts', code: SVELTE_LOAD },
      { title: 'src/routes/+page.svelte', code: SVELTE_PAGE },
      SAMPLE_TABLE,
      RUN,
    ],
  },
  {
    id: 'node',
    label: 'Node.js',
    steps: (target) => [
      {
        title: 'Create the app',
        code: `mkdir my-app && cd my-app
npm init -y
npm pkg set type=module
npm install @supabase/supabase-js`,
      },
      apiEnv('.env', '', target),
      { title: 'index.js', code: NODE_INDEX },
      SAMPLE_TABLE,
      { title: 'Run', code: 'node --env-file=.env index.js' },
    ],
  },
];

const RUN: Step = { title: 'Run', code: 'npm run dev' };

function withVite(template: string): string {
  return `npm create vite@latest my-app -- --template ${template} --no-interactive
cd my-app
npm install @supabase/supabase-js`;
}

function apiEnv(title: string, prefix: string, target: ApiTarget): Step {
  return {
    title,
    text: 'This key is made for browsers: what it may do is up to your policies.',
    code: envFile({
      [`${prefix}SUPABASE_URL`]: projectUrl(target),
      [`${prefix}SUPABASE_PUBLISHABLE_KEY`]: target.key,
    }),
  };
}

function viteClient(target: ApiTarget): string {
  const variable = (name: string) => `import.meta.env.VITE_SUPABASE_${name}`;
  return clientFile(variable('URL'), variable('PUBLISHABLE_KEY'), target);
}

function clientFile(url: string, key: string, target: ApiTarget): string {
  return `import { createClient } from '@supabase/supabase-js'

const url = ${url}
const key = ${key}

export const client = createClient(url, key${sessionOptions(target)})`;
}

const REACT_APP = `import { useEffect, useState } from 'react'
import { client } from './client'

${NOTES_COMPONENT}
  return (
    <ul>
      {notes.map(({ id, title }) => (
        <li key={id}>{title}</li>
      ))}
    </ul>
  )
}`;

const NEXT_CLIENT = `import { createClient } from '@supabase/supabase-js'

const url = process.env.NEXT_PUBLIC_SUPABASE_URL!
const key = process.env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY!

export function serverClient() {
  return createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } })
}`;

const NEXT_PAGE = `import { connection } from 'next/server'
import { serverClient } from '@/lib/client'

export default async function Page() {
  // Read with each request, not once when the app is built.
  await connection()
  const { data: notes, error } = await serverClient().from('notes').select('id, title')
  if (error) throw new Error(error.message)
  return (
    <ul>
      {notes.map(({ id, title }) => (
        <li key={id}>{title}</li>
      ))}
    </ul>
  )
}`;

const VUE_APP = `<script setup lang="ts">
import { onMounted, ref } from 'vue'
import { client } from './client'

const notes = ref<{ id: number; title: string }[]>([])

onMounted(async () => {
  const { data, error } = await client.from('notes').select('id, title')
  if (error) console.error(error)
  else notes.value = data
})
</script>

<template>
  <ul>
    <li v-for="note in notes" :key="note.id">{{ note.title }}</li>
  </ul>
</template>`;

const SVELTE_LOAD = `import { client } from '$lib/client'

export async function load() {
  const { data: notes, error } = await client.from('notes').select('id, title')
  if (error) throw new Error(error.message)
  return { notes }
}`;

const SVELTE_PAGE = `<script lang="ts">
  let { data } = $props()
</script>

<ul>
  {#each data.notes as { id, title } (id)}
    <li>{title}</li>
  {/each}
</ul>`;

const NODE_INDEX = `import { createClient } from '@supabase/supabase-js'

const client = createClient(process.env.SUPABASE_URL, process.env.SUPABASE_PUBLISHABLE_KEY)

const { data, error } = await client.from('notes').select('id, title')
if (error) throw error
console.log(data)`;
