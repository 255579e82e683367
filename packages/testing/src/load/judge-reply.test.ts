import { describe, expect, test } from 'vitest';
import { judgeReply, type SeenReply } from './judge-reply.ts';

const message = (text: string) => ({ type: 'message', data: JSON.stringify({ text }) });
const done = { type: 'done', data: '{"state":"answered"}' };
const reply = (changes: Partial<SeenReply>): SeenReply => ({
  ms: 1,
  status: 200,
  state: 'answered',
  events: [{ type: 'status', data: '{}' }, message('Order 42 is noted.'), done],
  ...changes,
});

describe('what counts as a reply', () => {
  test('a stream with one message and one done', () => {
    expect(judgeReply(reply({}), undefined)).toBeUndefined();
    expect(judgeReply(reply({}), '42')).toBeUndefined();
  });

  test('a turn that was ignored by right has no message', () => {
    expect(judgeReply(reply({ state: 'ignored', events: [done] }), undefined)).toBeUndefined();
    expect(judgeReply(reply({ state: 'ignored' }), undefined)).toContain('with a message');
  });

  test.each<[string, Partial<SeenReply>, string | undefined]>([
    ['no answer', { failure: 'socket hang up', status: 0 }, undefined],
    ['a refusal', { status: 429, body: 'too many', events: [] }, undefined],
    ['no done', { events: [message('x')] }, undefined],
    ['two dones', { events: [message('x'), done, done] }, undefined],
    ['something after done', { events: [message('x'), done, message('y')] }, undefined],
    ['no message', { events: [done] }, undefined],
    ['two messages', { events: [message('x'), message('y'), done] }, undefined],
    ['an empty message', { events: [message(''), done] }, undefined],
    ['a failed turn', { state: 'failed' }, undefined],
    ['the reply to another message', {}, '4'],
  ])('%s is a fault', (_what, changes, mark) => {
    expect(judgeReply(reply(changes), mark)).toBeTypeOf('string');
  });
});
