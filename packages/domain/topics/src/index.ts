export { assignTopic, fallbackConfidence, fallbackTopic, generalTopicName } from './assign-topic.ts';
export type { KnownTopic, TopicAnswer, TopicQuestion } from './assign-topic.ts';
export { staleGapSeconds, stepBoundary } from './boundary/boundary.ts';
export type { BoundaryEvent, BoundaryResult } from './boundary/boundary.ts';
export { freshBoundaryState } from './boundary/boundary-state.ts';
export type { BoundaryState } from './boundary/boundary-state.ts';
export { updateCentroid } from './centroid.ts';
export { messageSalience } from './message-salience.ts';
export { nameTopic } from './name-topic.ts';
export { reinforce } from './reinforce.ts';
export { isShortOrAnaphoric } from './short-text.ts';
export {
  freshSessionState,
  sessionCountMax,
  silenceSeconds,
  topicCountMax,
  trackSession,
} from './track-session.ts';
export type { ClosedRange, SessionState, SessionStep } from './track-session.ts';
export type { ModelCalibration } from './vectors.ts';
