/** The types that words tell, in the order in which they win; what none of them tells is a reaction. `connection` is last: a type that raises the hand is never hidden by it. */
export const ruleTypes = ['disagreement', 'insight', 'question', 'connection'] as const;
export type RuleType = (typeof ruleTypes)[number];
