import { messageElement } from './message-element.ts';
import type { PlanPromptInput } from './prompt-input.ts';
import { budgetWithin, compaction } from './render-prompt.ts';
import { systemText } from './system-text.ts';
import { timesFrom } from './times.ts';
import { estimateTokens } from './token-count.ts';

/** What tools may take, and what later steps are to find free, of what instructions and message leave of a prompt. */
const toolsShare = 0.4;
const stepsShare = 0.3;
/** The share of a window that the form of a request takes: names, ids, marks and escapes around texts, calls and results. */
const formShare = 0.06;

/** How a planner's prompt shares the window of its model, in tokens. */
export interface PlanRoom {
  /** Instructions, material, steps and tools together, so that with their form they are 75 % of the window. The rest is the answer's. */
  readonly prompt: number;
  /** The most that tools may take. */
  readonly tools: number;
  /** What the opening leaves free for the steps that follow. */
  readonly steps: number;
}

/** How the window is shared; undefined where no window is known. Tools and steps get nothing where the message alone fills it. */
export function planRoom(input: PlanPromptInput): PlanRoom | undefined {
  const { agent, budgetTokens, message, windowTokens } = input;
  if (windowTokens === undefined) return undefined;
  const prompt = Math.floor(windowTokens * (compaction.above - formShare));
  const system = systemText(agent, 'ACT', budgetWithin(windowTokens, budgetTokens));
  const told = messageElement(message, timesFrom(message.at, message.zone), undefined);
  const left = Math.max(0, prompt - estimateTokens(system.text) - estimateTokens(told));
  return { prompt, tools: Math.floor(left * toolsShare), steps: Math.floor(left * stepsShare) };
}
