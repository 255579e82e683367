import type { TaskStepFacts } from './task-facts.ts';

/**
 * Whether a task stands still: the last two steps of the agent that are done were both idle. A step is idle if no action of its run succeeded
 * or could have changed something, and what it said is empty or was said by a step before it, read without regard to case and spaces. A
 * first step that says something is never idle, so it takes three equal answers, or two empty ones. A step whose turn is gone counts as
 * one that did something.
 */
export function isStalled(done: readonly TaskStepFacts[]): boolean {
  const agent = done.filter(({ kind }) => kind === 'agent');
  return [2, 1].every((back) => isIdle(agent, agent.length - back));
}

function isIdle(agent: readonly TaskStepFacts[], at: number): boolean {
  const step = agent[at];
  const turn = step?.turn ?? null;
  if (step === undefined || turn === null || turn.acted > 0 || turn.effects > 0) return false;
  const said = plain(step.result);
  return said === '' || agent.slice(0, at).some(({ result }) => plain(result) === said);
}

function plain(result: string | null): string {
  return (result ?? '').normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();
}
