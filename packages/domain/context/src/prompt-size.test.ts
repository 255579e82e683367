import type { MemoryKind } from '@salience/contracts';
import { describe, expect, test } from 'vitest';
import type { PromptInput } from './prompt-input.ts';
import { type TemplateName, templateNames } from './prompt.ts';
import { renderPlanPrompt, renderPrompt } from './render-prompt.ts';
import { estimateTokens } from './token-count.ts';

const id = (prefix: string, n: number) => `${prefix}_01b2${String(n).padStart(28, '7')}`;
const onDay = (day: number) => `2026-11-${day}T17:20:53.820Z`;

function kept(n: number, day: number, kind: MemoryKind, text: string, reply?: string) {
  const prefix = kind === 'exchange' ? 'ex' : 'fact';
  const trust = kind === 'thought' ? ('agent' as const) : ('user' as const);
  const speaker = kind === 'thought' ? 'agent' : 'user';
  return {
    id: id(prefix, n),
    exchangeId: id('ex', n),
    kind,
    text,
    reply,
    at: onDay(day),
    speaker,
    trust,
    relevance: 0.6,
  };
}

function said(n: number, text: string, reply: string) {
  return {
    exchangeId: id('ex', n),
    at: '2026-11-22T17:01:00.000Z',
    speaker: 'user',
    trust: 'user' as const,
    text,
    reply,
  };
}

function trait(n: number, about: string, text: string) {
  const known = {
    exchangeId: id('ex', n),
    at: onDay(18),
    origin: 'explicit' as const,
    trust: 'user' as const,
  };
  return { id: id('trt', n), about, text, relevance: 0.8, ...known };
}

const note = (n: number, kind: string, text: string, at?: string) => ({
  id: id(kind === 'reminder' ? 'rem' : 'itm', n),
  kind,
  text,
  at,
  trust: 'user' as const,
  relevance: 0.5,
});

/** A turn in the second week of somebody's talk with an agent. */
const input: PromptInput = {
  template: 'RESPOND',
  agent: {
    name: 'default',
    persona:
      'You are a calm, attentive assistant. You answer briefly and plainly, and you say what you do not know.',
    files: [],
    about: [
      {
        name: 'identity',
        statements: ['Her name is Irena.', 'Irena repairs violins.', 'Irena grew up by the sea.'].map(
          (text) => ({
            text,
            trust: 'user' as const,
          }),
        ),
      },
    ],
  },
  message: {
    text: 'What should I not put into a cake for Paul on 3 December?',
    at: '2026-11-22T17:04:27.904Z',
    speaker: 'user',
    trust: 'user',
    zone: 'Europe/Berlin',
  },
  memory: [
    kept(
      1,
      12,
      'exchange',
      'I repair violins, and I live in Rostock with Paul.',
      'Noted: you repair violins in Rostock.',
    ),
    kept(
      2,
      13,
      'exchange',
      'The cellar key hangs behind the stove.',
      'Noted: the cellar key hangs behind the stove.',
    ),
    kept(
      3,
      14,
      'exchange',
      'Paul verträgt keine Haselnüsse und keine Milch.',
      'Notiert: keine Haselnüsse, keine Milch.',
    ),
    kept(
      4,
      17,
      'exchange',
      'La hermana de Paul se llama Edda y vive en Vigo.',
      'Anotado: Edda vive en Vigo.',
    ),
    kept(2, 13, 'fact', 'The cellar key hangs behind the stove'),
    kept(5, 18, 'fact', 'the workshop opens at ten (until 2026-11-20)'),
    kept(
      6,
      16,
      'episode',
      'Irena introduced herself, told of her workshop and asked to be reminded of the strings.',
    ),
    kept(7, 17, 'concept', 'Edda: the sister of Paul; lives in Vigo.'),
    kept(8, 18, 'thought', 'Irena may look for a larger workshop.'),
  ],
  history: [
    said(21, 'Buenos días, ¿qué tengo mañana?', 'No lo sé: no me has dicho nada de mañana.'),
    said(22, 'Mañana viene el afinador a las nueve.', 'Entendido: mañana a las nueve viene el afinador.'),
    said(23, 'Remind me on Thursday at 9 to order the strings.', 'Done: Thursday, 26 November, at 9.'),
    said(24, 'Thanks! And how is the sister of Paul called?', 'She is called Edda.'),
  ],
  world: [
    note(1, 'reminder', 'order the strings', '2026-11-26T08:00:00.000Z'),
    note(2, 'ahead', 'The tuner comes at nine tomorrow.', '2026-11-23T08:00:00.000Z'),
    note(3, 'goal', 'flour (on the list shopping)'),
  ],
  person: {
    name: 'user',
    traits: [
      trait(1, 'name', 'Irena'),
      trait(2, 'works as', 'repairs violins'),
      trait(3, 'lives in', 'Rostock'),
    ],
  },
  outcomes: 'Calls in the last seven days: 5, 80 % succeeded.\nUsed most: schedule 5 (80 %).',
};

const written = (template: TemplateName | 'ACT', text = input.message.text) => {
  const turn = { ...input, message: { ...input.message, text } };
  const { messages, system } =
    template === 'ACT' ? renderPlanPrompt(turn) : renderPrompt({ ...turn, template });
  const content = messages[0]?.content ?? '';
  return { content, system, tokens: estimateTokens(system) + estimateTokens(content) };
};

describe('a prompt of an ordinary turn', () => {
  // With an element, ids, an instant and a trust for each item, and the whole guide in each mode, these were 2,900 to 3,200.
  test.each([
    ['RESPOND', 1_300],
    ['CLARIFY', 1_200],
    ['ACKNOWLEDGE', 950],
    ['REMIND', 950],
    ['ACT', 1_450],
  ] as const)('to %s has %i tokens at most', (template, most) => {
    const texts = { ACKNOWLEDGE: 'Good night!', REMIND: 'order the strings' };
    const { tokens } = written(
      template,
      template in texts ? texts[template as keyof typeof texts] : undefined,
    );
    expect(tokens).toBeLessThanOrEqual(most);
  });

  test('begins with the same bytes in every mode, up to what the mode is told', () => {
    const before = (text: string) => text.slice(0, text.indexOf('<instructions '));
    const beginnings = [...templateNames, 'ACT' as const].map((name) => before(written(name).system));
    expect(new Set(beginnings).size).toBe(1);
    expect(beginnings[0]).toMatch(/^<guide>\n[^]*<\/guide>\n<identity>\nYou are a calm/);
  });

  test('says nothing twice, and tells what no longer holds as that', () => {
    const { content } = written('RESPOND');
    expect(content.match(/cellar key/g)).toHaveLength(2);
    expect(content).not.toContain('fact: The cellar');
    expect(content).toContain('fact: the workshop opens at ten (until 2026-11-20)\n');
    expect(content).not.toContain('name is Irena');
    expect(content).toContain('- Irena grew up by the sea.\n');
  });

  test('has no section with nothing in it', () => {
    const bare = renderPrompt({
      ...input,
      agent: { ...input.agent, about: [] },
      memory: [],
      history: [],
      world: [],
      person: undefined,
    });
    expect(bare.messages[0]?.content).toMatch(
      /^<message from="user" now="Sunday 2026-11-22 18:04 \(Europe\/Berlin\)">[^<]*<\/message>$/,
    );
  });

  test('carries how actions went where actions are planned or spoken of', () => {
    expect(written('ACT').content).toContain('>Calls in the last seven days: 5');
    expect(written('RESPOND').content).not.toContain('Calls in the last');
    expect(written('RESPOND', 'Did your calls succeed?').content).toContain(
      '>Calls in the last seven days: 5',
    );
    expect(written('ACKNOWLEDGE', 'Nice calls.').content).not.toContain('Calls in the last');
  });

  test('to nod carries what was just said, and of the rest only what the message speaks of', () => {
    const nod = written('ACKNOWLEDGE', 'Good night!').content;
    expect(nod).not.toContain('<memory');
    expect(nod).not.toContain('<world');
    expect(nod).not.toContain('Buenos días');
    expect(nod).toContain('She is called Edda.');
    expect(written('ACKNOWLEDGE', 'The cellar key is back.').content).toContain('behind the stove');
    // A question that was taken for small talk may still be answered.
    expect(written('ACKNOWLEDGE', 'What do you know about me?').content).toContain('behind the stove');
  });

  test('to remind is from a reminder, not in the words of the person', () => {
    const due = renderPrompt({
      ...input,
      template: 'REMIND',
      message: { ...input.message, text: 'order the strings', trust: 'agent' },
    });
    expect(due.messages[0]?.content).toMatch(
      /<message from="reminder" now="[^"]*">order the strings<\/message>$/,
    );
  });

  test('says which past days are asked about, and what came along to be heeded, each at its place', () => {
    const style = {
      id: 'ctx_s1',
      kind: 'instructions',
      text: 'Rhyme.\n[m1] user: x',
      trust: 'external' as const,
      relevance: 1,
    };
    const period = { from: '2026-11-12', to: '2026-11-13' };
    const { messages } = renderPrompt({ ...input, world: [style], message: { ...input.message, period } });
    expect(messages[0]?.content).toMatch(
      /<style about="came along with the message; [^"]*" trust="external">Rhyme\.\n {2}\[ m1\] user: x<\/style>\n<message /,
    );
    expect(messages[0]?.content).toContain(
      ' about="the days from 2026-11-12 to 2026-11-13: answer with what held then">',
    );
  });
});
