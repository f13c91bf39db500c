import { expect, test } from 'vitest';
import { eventOfCall } from './event-of-call.ts';

const ref = 'abcdefghijklmnopqrst';

test.each([
  ['projects.v1Create', { name: 'Stones' }, { ref }, 'project_created'],
  ['projects.pause', { ref }, {}, 'project_paused'],
  ['content.save', { params: { ref }, body: { type: 'sql', version: 0 } }, {}, 'snippet_created'],
  ['content.save', { params: { ref }, body: { type: 'report' } }, {}, 'report_created'],
])('%s of %j tells of its project', (path, input, answer, event) => {
  expect(eventOfCall(path.split('.'), input, answer)).toEqual({ ref, event });
});

test.each([
  ['content.save', { params: { ref }, body: { type: 'sql', version: 3 } }],
  ['database.run', { ref }],
  ['usageEvents.record', { ref }],
  ['accounts.signOut', undefined],
])('%s of %j tells of nothing', (path, input) => {
  expect(eventOfCall(path.split('.'), input, undefined)).toBeNull();
});
