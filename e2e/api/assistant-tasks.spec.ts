import { expect, test } from '@playwright/test';
import { TASKS } from '../basalt/assistant-tasks/all-tasks.ts';
import { scriptOf, type TaskScene, tryAnswer, tryAssistant } from '../basalt/assistant-tasks/run-task.ts';
import { openTaskProject } from '../basalt/assistant-tasks/task-project.ts';
import { type Assisted, startAssisted } from '../basalt/assisted.ts';

let at: Assisted;
let scene: TaskScene;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  at = await startAssisted();
  await at.share('SQL', 'LOG', 'DATA');
  const project = await openTaskProject(at.api, at.basalt, at.ref);
  scene = { api: at.api, ref: at.ref, project, answer: at.answer };
});

test.afterAll(async () => {
  await scene?.project.close();
  await at?.dispose();
});

test('there are tasks enough, each with a name of its own', () => {
  const names = Object.entries(TASKS).flatMap(([area, tasks]) => tasks.map(({ name }) => `${area}: ${name}`));
  expect(names.length).toBeGreaterThanOrEqual(60);
  expect(new Set(names).size).toBe(names.length);
});

for (const [area, tasks] of Object.entries(TASKS))
  test(`${area}: a check takes what is right, and neither nothing nor what is wrong`, async () => {
    test.setTimeout(120_000);
    for (const task of tasks) {
      const refused = {
        nothing: await tryAnswer(scene, task, []),
        wrong: await tryAnswer(scene, task, task.wrong),
      };
      expect.soft(refused, task.name).toEqual({ nothing: expect.any(String), wrong: expect.any(String) });
      at.model.play(scriptOf(task));
      expect.soft(await tryAssistant(scene, task), task.name).toBe(null);
    }
  });
