import type { KeptItemView } from '@salience/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FileNames } from './file-names.ts';
import { memoryPages } from './memory-pages.ts';

const item = (kind: KeptItemView['kind'], id: string, more: object): KeptItemView => ({
  kind,
  id,
  at: '2026-03-01T12:30:00.000Z',
  text: '',
  trust: 'user',
  source: 'test',
  sources: [],
  ...more,
});

const memory = [
  item('exchange', 'ex_1', {
    text: 'My sister Ana lives in Porto.',
    reply: 'Noted.',
    thread_id: 'thr_1',
    speaker: null,
  }),
  item('trait', 'trt_1', { person: 'Ana', key: 'lives_in', value: 'Porto', valid_to: null }),
  item('trait', 'trt_2', {
    person: 'Ana',
    key: 'lives_in',
    value: 'Braga',
    valid_to: '2026-02-01T00:00:00Z',
  }),
  item('episode', 'ep_1', {
    text: 'They talked about Ana.',
    intent: 'learn how Ana is',
    intent_type: 'exploration',
    direction: 'open_ended',
    context: { situational: 'after a move', conversational: null, constraints: ['no phone'] },
    emotion: { type: 'joy', valence: 0.8, intensity: 0.5, arc: '' },
    factors: { novelty: 0.5 },
    durability: 'stable',
    open_loops: [],
  }),
  item('concept', 'con_1', { name: 'Porto', type: 'place', definition: 'A city.', sources: ['ep_1'] }),
  item('concept', 'con_2', { name: 'Ana', type: 'person', definition: '' }),
  item('relation', 'rel_1', { text: 'Ana lives-in Porto', from_id: 'con_2', to_id: 'con_1', valid_to: null }),
  item('autobiography', 'bio_1', { version: 1, sections: { identity: [{ text: 'I was older.' }] } }),
  item('autobiography', 'bio_2', {
    version: 2,
    sections: { identity: [{ text: 'I help Ana.' }, { text: '' }] },
  }),
];

test('pages hold identity, people, days and concepts, with what was superseded marked', () => {
  const pages = Object.fromEntries(memoryPages(memory).map(({ path, text }) => [path, text]));
  expect(Object.keys(pages)).toEqual([
    'identity.md',
    'people/ana.md',
    'days/2026-03-01.md',
    'concepts/ana.md',
    'concepts/porto.md',
  ]);
  expect(pages['identity.md']).toContain('- I help Ana.');
  expect(pages['identity.md']).not.toContain('older');
  expect(pages['people/ana.md']).toContain('lives in: Porto <!-- trt_1, trust user -->');
  expect(pages['people/ana.md']).toContain('lives in: Braga (until 2026-02-01)');
  expect(pages['days/2026-03-01.md']).toContain('12:30 **user**: My sister Ana lives in Porto.');
  expect(pages['days/2026-03-01.md']).toContain(
    [
      '- They talked about Ana. <!-- ep_1, trust user -->',
      '  - intent: learn how Ana is (exploration, open\\_ended)',
      '  - situation: after a move',
      '  - constraints: no phone',
      '  - emotion: joy (0.80 good, 0.50 strong)',
      '  - factors: novelty 0.50',
      '  - durability: stable',
    ].join('\n'),
  );
  expect(pages['concepts/porto.md']).toContain('Ana lives-in Porto');
  expect(pages['concepts/porto.md']).toContain('They talked about Ana.');
});

test('threat: whatever names and words are, pages stay below their folder and words stay words', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('../../etc/passwd', '/root', 'C:\\x', '..', 'nul', '<script>', '# x\n# y'),
  );
  fc.assert(
    fc.property(fc.array(hostile, { maxLength: 20 }), (names) => {
      const items = names.flatMap((name, n) => [
        item('concept', `con_${n}`, { name, type: 'thing', definition: name }),
        item('trait', `trt_${n}`, { person: name, key: 'said', value: name, valid_to: null }),
      ]);
      const pages = memoryPages(items);
      expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length);
      for (const { path, text } of pages) {
        expect(path).toMatch(/^(?:identity|(?:people|concepts)\/[\p{L}\p{N}-]{1,80})\.md$/u);
        expect(text.split('\n').filter((line) => line.startsWith('# '))).toHaveLength(1);
        expect(text.replaceAll(/<!-- [^\n]*? -->/g, '').replaceAll('\\<', '')).not.toContain('<');
      }
    }),
  );
});

test('names that look alike get files of their own', () => {
  const names = new FileNames();
  expect(['Ana', 'ana!', 'ANA', 'con', ''].map((name) => names.of(name))).toEqual([
    'ana',
    'ana-2',
    'ana-3',
    'con-x',
    'unnamed',
  ]);
});
