import { bounded, goalTerm, type Similarities, type WeighedGoal, weighGoals } from './goal-term.ts';
import { salienceOf } from './evaluate-action.ts';

/** A message that an agent heard. */
export interface HeardMessage {
  readonly text: string;
  /** It names or targets the agent. */
  readonly addressed: boolean;
  /** The type of the agent's thought of it. */
  readonly type: string;
  readonly immediateTypes: readonly string[];
  readonly goals: readonly WeighedGoal[];
  readonly similarity?: Similarities | undefined;
}

/** What a thought of an immediate type adds. */
const immediateWorth = 0.1;

/** How much an agent has to say to a message, 0 to 1: what it does for its goals, whether it is addressed, whether its thought presses. Four decimals. */
export function bidOf({ addressed, goals, immediateTypes, similarity, text, type }: HeardMessage): number {
  const goal = goalTerm(weighGoals([text], goals, similarity).map(({ contribution }) => contribution));
  const presses = immediateTypes.includes(type) ? immediateWorth : 0;
  return Math.round(bounded(salienceOf({ goal, addressed: Number(addressed) }) + presses) * 1e4) / 1e4;
}
