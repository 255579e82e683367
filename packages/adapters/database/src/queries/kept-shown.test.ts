import type { ContextSnapshot } from '@salience/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type KeptContext, readContext } from './kept-context.ts';
import { keepShown, readShown, standingOf } from './kept-shown.ts';

type Shown = NonNullable<ContextSnapshot['shown']>;

const content = 'the key of cabinet 7 lies in the drawer, and "Ana" asked for it & left';
const ids = ['ex_1', 'fact_2', 'ep_3'];
/** Texts that stand in the prompt, in part, and not at all. */
const text = fc.oneof(
  fc.string({ maxLength: 40, unit: 'grapheme' }),
  fc
    .tuple(fc.nat(content.length), fc.nat(content.length))
    .map(([a, b]) => content.slice(Math.min(a, b), Math.max(a, b))),
);
const id = fc.oneof(fc.constantFrom(...ids), fc.string());
const instant = fc.oneof(
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.constantFrom(
    '2026-11-28T03:38:12.04+00:00',
    '2026-11-28T03:38:12+00:00',
    '2026-11-28T03:38:12.267123+00:00',
    '',
    'soon',
  ),
);
const trust = fc.constantFrom('owner', 'user', 'agent', 'external', 'unverified');
const said = { exchangeId: id, at: instant, speaker: text, trust, text };
const maybe: fc.RecordConstraints<'id' | 'kind' | 'exchangeId' | 'at' | 'speaker' | 'trust' | 'text'> = {
  requiredKeys: ['id', 'kind', 'exchangeId', 'at', 'speaker', 'trust', 'text'],
};
const shown = fc.record(
  {
    template: fc.constantFrom('RESPOND', 'CLARIFY', 'WAKE'),
    agentName: text,
    open: fc.record({ about: text, readings: fc.array(text) }),
    person: fc.record({
      name: text,
      traits: fc.array(
        fc.record({
          id,
          about: text,
          exchangeId: id,
          at: instant,
          origin: fc.constantFrom('explicit', 'inferred'),
          trust,
          text,
        }),
      ),
    }),
    memory: fc.array(
      fc.record(
        { id, kind: fc.constantFrom('exchange', 'fact', 'thought'), threadId: id, reply: text, ...said },
        maybe,
      ),
    ),
    history: fc.array(
      fc.record({ ...said, reply: text }, { requiredKeys: ['exchangeId', 'at', 'speaker', 'trust', 'text'] }),
    ),
    world: fc.array(
      fc.record(
        { id, kind: text, at: instant, trust, text },
        { requiredKeys: ['id', 'kind', 'trust', 'text'] },
      ),
    ),
    message: fc.record(
      { text, at: instant, speaker: text, trust, zone: text, completes: text },
      { requiredKeys: ['text', 'at', 'speaker', 'trust'] },
    ),
    actions: fc.array(
      fc.record(
        { tool: text, outcome: text, trust, arguments: text, text, doubt: text },
        { requiredKeys: ['tool', 'outcome', 'trust', 'arguments', 'text'] },
      ),
    ),
    approvals: fc.array(fc.record({ tool: text, reason: text, arguments: text })),
    conclusion: text,
  },
  {
    requiredKeys: ['template', 'agentName', 'memory', 'history', 'world', 'message', 'actions', 'approvals'],
    noNullPrototype: true,
  },
);
const items = ids.map((of) => ({ id: of })) as unknown as ContextSnapshot['items'];
const standing = standingOf({ items, messages: [{ role: 'user', content }] });

test('law 13: what a prompt showed is read as it was kept, through JSON', () => {
  fc.assert(
    fc.property(shown, (one) => {
      const kept = JSON.parse(JSON.stringify(keepShown(one as Shown, standing))) as ReturnType<
        typeof keepShown
      >;
      expect(readShown(kept, standing)).toEqual(one);
    }),
    { numRuns: 300, seed: 7 },
  );
});

test('a text that stands in the prompt is not kept twice', () => {
  const message = {
    text: content,
    at: '2026-11-28T03:38:12.04+00:00',
    speaker: 'user',
    trust: 'user',
  } as const;
  const item = { ...message, id: 'fact_2', kind: 'fact', exchangeId: 'ex_1' } as const;
  const kept = keepShown(
    {
      template: 'RESPOND',
      agentName: 'a',
      memory: [item],
      history: [],
      world: [],
      message,
      actions: [],
      approvals: [],
    },
    standing,
  );
  expect(kept.memory).toEqual([[1, 'fact', null, 0, 0, 'user', 'user', [0, content.length], null]]);
});

test('a context whose values another release kept otherwise is read without them', () => {
  const body = {
    role: 'respond',
    items: [],
    sections: [],
    messages: [],
    shown: { memory: [{ id: 'ex_1' }], message: {} },
  };
  expect(readContext(body as unknown as KeptContext)).toEqual({
    role: 'respond',
    items: [],
    sections: [],
    messages: [],
  });
});
