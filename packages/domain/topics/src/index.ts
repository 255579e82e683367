export { assignTopic, fallbackTopic, generalTopicName, rankTopics } from './assign-topic.ts';
export type { Candidate, KnownTopic, TopicAnswer, TopicQuestion } from './assign-topic.ts';
export { hearReply, stepBoundary } from './boundary/boundary.ts';
export type { BoundaryEvent, BoundaryResult, Focus } from './boundary/boundary.ts';
export { decodeHearing, encodeHearing, foldBoundary } from './boundary/fold-boundary.ts';
export type { Hearing, HeardTurn } from './boundary/fold-boundary.ts';
export { boundaryFeatureNames } from './boundary/boundary-feature-names.ts';
export type { BoundaryFeature } from './boundary/boundary-feature-names.ts';
export { readDirections } from './boundary/boundary-meaning.ts';
export type {
  BoundaryDirections,
  BoundaryModel,
  BoundaryModels,
  PackedDirection,
} from './boundary/boundary-model.ts';
export { boundaryModels } from './boundary/boundary-weights.ts';
export { freshBoundaryState } from './boundary/boundary-state.ts';
export { levelNames } from './boundary/boundary-state.ts';
export type { BoundaryState, LevelName } from './boundary/boundary-state.ts';
export { confidenceInThread, reinforce } from './reinforce.ts';
export { messageSalience } from './message-salience.ts';
export { isShortOrAnaphoric } from './short-text.ts';
export { learnStatistics, samplesMin } from './statistics/learn-statistics.ts';
export { decodeStatistics, encodeStatistics } from './statistics/stored-statistics.ts';
export type { TopicSample, TopicStatistics } from './statistics/statistics.ts';
export { addTaught, centreOf, taughtBytes, taughtNumbers, taughtVector } from './taught.ts';
export { focusOf, freshSessionState, passSession, trackSession } from './track-session.ts';
export type { SessionState } from './track-session.ts';
export { calibrated, cosine, type ModelCalibration } from './vectors.ts';
export { wordStems } from './word-hash.ts';
