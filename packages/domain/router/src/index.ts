export { readApprovalAnswer } from './approval/read-approval-answer.ts';
export type { ApprovalWord } from './approval/read-approval-answer.ts';
export { openThing } from './clarity/open-thing.ts';
export { type KnownThings, readReadings, type Readings } from './clarity/read-readings.ts';
export { contentWords, extractCues } from './cues/extract-cues.ts';
export type { TextCues } from './cues/extract-cues.ts';
export { readClauses, type ReadLanguage } from './cues/read-clauses.ts';

export {
  decide,
  decideAfterActions,
  excludedModes,
  freshRouterState,
  nextRouterState,
} from './decision/decide.ts';
export type { AfterActions, DecideOptions, RouterState, RoutingResult } from './decision/decide.ts';
export { decideEarly } from './decision/decide-early.ts';
export type { EarlyResult } from './decision/decide-early.ts';
export { explainDecision, neutralOf } from './decision/influence.ts';
export type { ExplainedRouting, Influence, RuleShare } from './decision/influence.ts';
export { decideUnder, replay } from './decision/replay.ts';
export type { Replay, ReplayedRouting } from './decision/replay.ts';
export { scoreBound, scoreModes } from './decision/score.ts';
export { applyTiebreak, toDecision, toEarlyDecision } from './decision/tiebreak.ts';
export type { Rerouted, Settled, TiebreakAnswer } from './decision/tiebreak.ts';
export { noExchange, readExchange } from './exchange/read-exchange.ts';
export type { ExchangeCues, PastExchange } from './exchange/read-exchange.ts';
export { boundLikeness, courtesies } from './likeness/bound-likeness.ts';
export type { LikenessBounds } from './likeness/bound-likeness.ts';
export { readLikeness } from './likeness/read-likeness.ts';
export type { Likeness, LikenessInput } from './likeness/read-likeness.ts';
export { parsePolicy } from './policy/policy.ts';
export type { Policy } from './policy/policy.ts';
export { referencePolicy } from './policy/reference.ts';
export { shippedPolicy } from './policy/shipped.ts';
export type { WeightName } from './policy/terms.ts';
export { readRoom } from './room/read-room.ts';
export type { RoomCues, RoomLine, RoomView } from './room/read-room.ts';
export { buildSignals, coldSnapshot, contextWarmth } from './signals/build-signals.ts';
export type { Snapshot } from './signals/build-signals.ts';
export { signalDefinitions, signalNames } from './signals/signals.ts';
export type { SignalDefinition, SignalName, Signals } from './signals/signals.ts';
