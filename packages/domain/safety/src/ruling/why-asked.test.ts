import type { Authorisation, ConsequenceTier, Trust } from '@salience/contracts';
import { expect, test } from 'vitest';
import { ruleAction } from './rule-action.ts';
import { whyAsked } from './why-asked.ts';

const fresh = { successes: 0, failures: 0 };

function ruled(
  tier: ConsequenceTier,
  more: { trust?: Trust; selfStarted?: boolean; private?: boolean; says?: Authorisation } = {},
) {
  return ruleAction({
    gate: { level: 'safe', reasons: [] },
    tier,
    confidence: 0.6,
    least: { section: 'message', id: 'm', trust: more.trust ?? 'user' },
    own: more.private === true ? 'memory' : null,
    outside: tier === 'act' ? 'tier act' : null,
    selfStarted: more.selfStarted ?? false,
    later: null,
    kind: '',
    grant: more.says && { class: 'write_local', says: more.says },
  });
}

test.each([
  ['what cannot be undone', ruled('commit', { trust: 'external' }), fresh, { code: 'irreversible' }],
  ['text from outside', ruled('act', { trust: 'external' }), fresh, { code: 'from_outside' }],
  ['an unknown speaker', ruled('act', { trust: 'unverified' }), fresh, { code: 'unknown_speaker' }],
  [
    'text from outside with private data',
    ruled('act', { trust: 'external', private: true }),
    fresh,
    { code: 'private_and_outside' },
  ],
  ['nobody', ruled('act', { selfStarted: true }), fresh, { code: 'unprompted' }],
  ['the grant of its task', ruled('observe', { says: 'review' }), fresh, { code: 'not_granted' }],
  [
    'text from outside in a task that may not do it',
    ruled('act', { trust: 'external', says: 'review' }),
    fresh,
    { code: 'not_granted' },
  ],
  [
    'what cannot be undone, in a task that may not do it',
    ruled('commit', { says: 'review' }),
    fresh,
    { code: 'irreversible' },
  ],
  [
    'text from outside in a task that may do it',
    ruled('act', { trust: 'external', says: 'allow' }),
    fresh,
    { code: 'from_outside' },
  ],
  ['failures', ruled('act'), { successes: 3, failures: 2 }, { code: 'failed_before', times: 2, of: 5 }],
  ['no record', ruled('act'), { successes: 1, failures: 0 }, { code: 'too_new', times: 1 }],
  [
    'a tool that nobody vouches for',
    { ...ruled('act'), gate: { level: 'confirm' as const, reasons: ['unknown tool: mail'] } },
    fresh,
    { code: 'unknown_tool' },
  ],
  [
    'a safety rule',
    { ...ruled('commit'), gate: { level: 'confirm' as const, reasons: ['command: rm removes files'] } },
    fresh,
    { code: 'safety_rule', detail: 'command: rm removes files' },
  ],
])('a person is asked because of %s', (_name, ruling, record, why) => {
  expect(whyAsked(ruling, record)).toEqual(why);
});

test('a person is asked because of others’ words that would have the agent act later', () => {
  const ruling = ruled('organise', { trust: 'unverified' });
  expect(whyAsked(ruling, fresh, true)).toEqual({ code: 'others_words_later' });
});
