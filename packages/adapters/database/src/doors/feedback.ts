/** What people think of turns and thoughts. */
export type { FeedbackPage, FeedbackRow, GiveFeedback } from '../queries/feedback.ts';
export { giveFeedback, listFeedback } from '../queries/feedback.ts';
