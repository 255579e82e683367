/** What reaches people away from a stream: their channels, notices, deliveries. */
export type {
  AddedChannel,
  AnsweredCode,
  ChannelFacts,
  ChannelRow,
  SentToChannel,
} from '../queries/channels.ts';
export {
  addChannel,
  answerChannelCode,
  inspectChannels,
  listChannels,
  newChannelCode,
  removeChannel,
  rotateChannelSecret,
  sendToChannel,
} from '../queries/channels.ts';
export type {
  ClaimedDelivery,
  DueNotice,
  EndedAttempt,
  NoticeDecision,
  QuietHours,
} from '../queries/deliveries.ts';
export {
  beginDelivery,
  claimDeliveries,
  decideNotices,
  expireDeliveries,
  setChannelCode,
  settleDelivery,
  settleSeen,
} from '../queries/deliveries.ts';
