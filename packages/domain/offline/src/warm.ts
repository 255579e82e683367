import type { ShownPrompt } from '@salience/context';
import { findBackground } from './plan/background-orders.ts';
import { findMail } from './plan/mail-orders.ts';
import { readPart } from './plan/plan-patterns.ts';
import { respond } from './reply/respond.ts';

// A pattern is compiled for one-byte and for two-byte text, and once more when it is used again.
const texts = ['a', '…', 'a', '…'];

// The reader of due times is loaded by the first message that names one.
const readNothing = () => ({ kind: 'none' }) as const;

/** Pays now what the first plan would pay: compiled patterns. */
export function warmPlans(): void {
  for (const text of texts) {
    findBackground(text);
    findMail(`${text}@`);
    readPart(text, { now: new Date(0), zone: 'UTC' }, readNothing);
  }
}

/** The same for replies. */
export function warmReplies(): void {
  for (const text of texts)
    for (const template of [
      'RESPOND',
      'CLARIFY',
      'ACKNOWLEDGE',
      'REMIND',
      'THOUGHT',
      'WAKE',
      'FLOOR',
    ] as const)
      respond(shown(template, text), () => false, readNothing);
}

function shown(template: ShownPrompt['template'], name: string): ShownPrompt {
  const said = { speaker: 'user', trust: 'user' as const };
  return {
    template,
    agentName: '',
    person: undefined,
    memory: [],
    world: [],
    actions: [],
    approvals: [],
    conclusion: undefined,
    history: [
      {
        ...said,
        at: '2026-01-01T00:00:00Z',
        exchangeId: name,
        text: 'The key is in the drawer.',
        reply: undefined,
      },
    ],
    message: { ...said, at: '2026-01-02T00:00:00Z', text: `My name is Sam ${name}. Where is it?` },
  };
}
