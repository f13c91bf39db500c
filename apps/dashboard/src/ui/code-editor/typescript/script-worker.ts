import type { ScriptAnswers, ScriptRequest, ScriptResponse } from './script-messages.ts';
import { createScriptService, type ScriptService } from './script-service.ts';

// A worker of its own: to check a file takes moments in which the page must go on.
let service: Promise<ScriptService> | null = null;

async function load(): Promise<ScriptService> {
  const [standard, deno] = await Promise.all([
    import('virtual:type-files/standard'),
    import('virtual:type-files/deno'),
  ]);
  return createScriptService([...standard.texts, ...deno.texts]);
}

function answer(known: ScriptService, { path, question }: ScriptRequest): ScriptAnswers[keyof ScriptAnswers] {
  switch (question.type) {
    case 'problems':
      return known.problems(path);
    case 'complete':
      return known.complete(path, question.at);
    case 'describe':
      return known.describe(path, question.at, question.name);
    case 'hover':
      return known.hover(path, question.at);
  }
}

self.onmessage = async ({ data }: MessageEvent<ScriptRequest>) => {
  let response: ScriptResponse = { id: data.id, answer: null };
  try {
    service ??= load();
    const known = await service;
    if (data.packages !== null) known.setPackages(data.packages);
    if (data.files !== null) known.setFiles(data.files);
    response = { id: data.id, answer: answer(known, data) };
  } catch {
    // Text that TypeScript stumbles over is not the end: the next question comes with another one.
  }
  self.postMessage(response);
};
