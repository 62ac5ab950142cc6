import { fromServices, Runtime } from '@cuecard/core';
import { connect } from '@cuecard/testing';
import { expect, test } from '@jest/globals';
import { Directory, Invitation } from '../dist/completion.js';

const all = (...values: string[]) => ({ values, total: values.length, hasMore: false });

test.each([
  ['team', 'co', {}, all('compiler', 'core library')],
  ['team', 'lib', {}, all('core library')],
  ['team', 'cry', {}, all('core library')],
  ['time', '1', {}, all('11:00', '14:00', '16:00')],
  ['people', 'Ada, Gr', {}, all('Ada,Grace')],
  ['people', '', { team: 'compiler' }, all('Grace', 'Frances')],
  ['room', '1', {}, { values: ['Room 1', 'Room 10', 'Room 11'], total: 4, hasMore: true }],
  ['tone', 'f', {}, all('formal', 'friendly', 'funny')],
  ['cake', 't', {}, all('true')],
  ['nobody', 't', {}, all()],
])('Invitation completes %s from %j with the arguments %j', async (name, value, given, expected) => {
  const resolver = fromServices([[Directory, new Directory()]]);
  const client = await connect(new Runtime({ prompts: [Invitation], resolver }));
  const ref = { type: 'ref/prompt', name: 'invitation' } as const;
  const { completion } = await client.complete({
    ref,
    argument: { name, value },
    context: { arguments: { ...given } },
  });
  expect(completion).toEqual(expected);
  await client.close();
});
