import { type ModelReply, type ModelRequest, type ModelScript, planningScript } from '@salience/testing';
import { type Errand, numberIn } from './errands.ts';

/**
 * The model of a run: plans one note that carries the number of what was asked for, and nothing once it knows what came of that; tells mails apart as
 * their errands say; prefers doing to talking. It is as good as a model can be, so whatever happens twice is not its fault.
 */
export function modelScript(errands: ReadonlyMap<number, Errand>): ModelScript {
  const failed = new Map<number, number>();
  const plan = ({ messages }: ModelRequest): ModelReply => {
    if (messages.some(({ role }) => role === 'tool')) return { text: 'That is all.' };
    const opening = messages.findLast(({ role }) => role === 'user')?.content;
    // What was said before stands before what is to be done now.
    const wished = [...JSON.stringify(opening ?? '').matchAll(/\bthing (\d+)(?:-\d+)?/g)].at(-1);
    if (wished === undefined) return { text: 'There is nothing to be done.' };
    const n = Number(wished[1]);
    const times = failed.get(n) ?? 0;
    if (times < (errands.get(n)?.failures ?? 0) * triesOfPlanner) {
      failed.set(n, times + 1);
      return { status: 500 };
    }
    return { calls: [{ tool: 'fake__note', arguments: { text: wished[0] } }] };
  };
  return planningScript(plan, ({ messages }) => otherwise(errands, JSON.stringify(messages)));
}

/** Requests of one planning that fails: the first, and those that try it again. */
const triesOfPlanner = 3;

function otherwise(errands: ReadonlyMap<number, Errand>, asked: string): ModelReply {
  const role = /<task name=\\+"(\w+)/.exec(asked)?.[1];
  const answer = role === undefined ? undefined : objects[role];
  if (answer !== undefined) return { text: JSON.stringify(answer(asked, errands.get(numberIn(asked) ?? 0))) };
  return { text: asked.includes('outcome=\\"unknown\\"') ? 'Nobody knows.' : 'Noted.' };
}

/** What it answers where an object is asked for, by the role. */
const objects: Readonly<Record<string, (asked: string, errand: Errand | undefined) => object>> = {
  triage: (_asked, errand) => ({ choice: 'errand', confidence: errand?.unsure === true ? 0.3 : 0.9 }),
  tiebreak: (asked) => ({
    choice: /label=\\+"([AB])\\+" mode=\\+"ACT/.exec(asked)?.[1] ?? 'A',
    reason: 'It asks for something to be done.',
  }),
  critic: () => ({ fits: true, reason: '' }),
};
