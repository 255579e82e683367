/** Learning to route: labels of decisions, reviews, calibrations, and policies that are regulated. */
export type * from '../queries/labels.ts';
export {
  listLabels,
  loadFollowUps,
  loadJudgedTurns,
  loadSilences,
  moveMark,
  saveLabels,
} from '../queries/labels.ts';
export type * from '../queries/decided.ts';
export {
  countDecisions,
  labelledAgents,
  learningMark,
  lastStanding,
  learningAgents,
  loadCalibration,
  loadDecisions,
  loadRecalibration,
  loadReflections,
  loadReviewed,
  loadReviewPool,
  releaseLearning,
  routerCalibration,
  saveCalibration,
  saveReflections,
  takeLearning,
} from '../queries/decided.ts';
export type * from '../queries/decided-by-agent.ts';
export { listDecided } from '../queries/decided-by-agent.ts';
export type * from '../queries/policies.ts';
export {
  findPolicyVersion,
  listPolicyChanges,
  listPolicyHeads,
  listPolicyNames,
  listPolicyReplicas,
  livePolicyVersions,
  newestPolicyVersion,
  noteAdopted,
  noteCycle,
  pinPolicy,
  policyAdoption,
  policyHead,
  publishPolicy,
} from '../queries/policies.ts';
export type * from '../queries/policy-standings.ts';
export {
  deleteOldStandings,
  listStandings,
  listVersions,
  loadRoutedDays,
  noteStanding,
} from '../queries/policy-standings.ts';
export type * from '../queries/policy-requests.ts';
export {
  askPolicy,
  findPolicyRequest,
  isAsked,
  listPolicyRequests,
  openPolicyRequests,
  settlePolicyRequest,
  supersededPin,
  supersedePolicyRequests,
} from '../queries/policy-requests.ts';
export type { LearningFacts } from '../queries/learning-diagnosis.ts';
export { inspectLearning } from '../queries/learning-diagnosis.ts';
