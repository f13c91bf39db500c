import { TASKS } from '../e2e/basalt/assistant-tasks/all-tasks.ts';
import { scriptOf, type TaskScene, tryAssistant } from '../e2e/basalt/assistant-tasks/run-task.ts';
import type { Task } from '../e2e/basalt/assistant-tasks/task.ts';
import { openTaskProject } from '../e2e/basalt/assistant-tasks/task-project.ts';
import { askAssistant, readChunks, shareWithModels, startAssisted } from '../e2e/basalt/assisted.ts';
import type { BenchContext } from './bench-context.ts';
import type { Figure } from './figure.ts';

interface Evaluated {
  scene: TaskScene;
  /** Of whom the score is. */
  model: string;
  /** Tells a model that plays a script what to say. */
  prepare(task: Task): void;
  end(): Promise<void>;
}

/**
 * How many of the tasks a model does, by area: it is asked as in the panel, what it shows is run, and what came of it is looked at. The
 * model is the one that the environment names by its key (`OPENAI_API_KEY`, `ANTHROPIC_API_KEY`, or `BASALT_AI_BASE_URL` and
 * `BASALT_AI_MODEL`); without one it is a script that knows the solutions, which shows that the tasks themselves are sound.
 */
export async function measureAssistant(context: BenchContext): Promise<Figure[]> {
  const { scene, model, prepare, end } = await open(context);
  const figures: Figure[] = [];
  const all = Object.values(TASKS).flat().length;
  let done = 0;
  try {
    for (const [area, tasks] of Object.entries(TASKS)) {
      const missed: string[] = [];
      for (const task of tasks) {
        prepare(task);
        const problem = await tryAssistant(scene, task);
        if (problem === null) continue;
        missed.push(task.name);
        console.log(`  ${area}: ${task.name}\n    ${problem.replaceAll('\n', '\n    ')}`);
      }
      done += tasks.length - missed.length;
      figures.push(
        score(`assistant, ${area}`, tasks.length - missed.length, tasks.length, missed.join(', ')),
      );
    }
  } finally {
    await end();
  }
  return [...figures, score('assistant, all tasks', done, all, `by ${model}`)];
}

function score(name: string, done: number, of: number, note: string): Figure {
  return {
    name,
    value: (100 * done) / of,
    unit: '%',
    target: null,
    note: `${done} of ${of}${note === '' ? '' : `; ${note}`}`,
  };
}

async function open({ api, basalt }: BenchContext): Promise<Evaluated> {
  const { body } = await api.request('GET', '/api/ai/sql/check-api-key');
  if (body.hasKey !== true) {
    const at = await startAssisted();
    await at.share('SQL', 'LOG', 'DATA');
    const project = await openTaskProject(at.api, at.basalt, at.ref);
    return {
      scene: { api: at.api, ref: at.ref, project, answer: at.answer },
      model: 'a script that knows the solutions',
      prepare: (task) => at.model.play(scriptOf(task)),
      end: async () => {
        await project.close();
        await at.dispose();
      },
    };
  }
  const { ref } = await api.createProject('Bench of the assistant');
  await shareWithModels(api, await api.organization(), ['SQL', 'LOG', 'DATA']);
  const project = await openTaskProject(api, basalt, ref);
  return {
    scene: {
      api,
      ref,
      project,
      answer: async (...question) => readChunks(await askAssistant(api, ref, ...question)),
    },
    model: body.model ?? 'a model without a name',
    prepare: () => {},
    end: () => project.close(),
  };
}
