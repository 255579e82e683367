import type { Route } from '../http/route.ts';
import { getOpenApi } from '../openapi/route.ts';
import { boardRoutes } from '../operator/board.ts';
import { getAgent, getAgents, postAgentServer } from '../operator/routes/agents.ts';
import { getAudit } from '../operator/routes/audit.ts';
import * as letters from '../operator/routes/dead-letters.ts';
import { getFleetEvents } from '../operator/routes/events.ts';
import { getFleet, getQueues, getWorkers } from '../operator/routes/fleet.ts';
import * as keys from '../operator/routes/keys.ts';
import { getLanes } from '../operator/routes/lanes.ts';
import {
  getQuarantine,
  getQuarantinedTurn,
  postDropTurn,
  postRetryTurn,
} from '../operator/routes/quarantine.ts';
import {
  deleteOperatorSession,
  getOperatorSession,
  postOperatorSession,
} from '../operator/routes/session.ts';
import { getCosts, getModelHealth } from '../operator/routes/usage.ts';
import {
  getConsole,
  getConsoleFile,
  getConsolePage,
  getHome,
  getRouting,
  getSwitchboard,
} from '../pages/console.ts';
import { getAsset, getDocs, getSignIn } from '../pages/pages.ts';
import { deleteSession, getSession, postSession, postSessionCode } from '../person/session.ts';
import { getOwnAgent, getSeenAgents } from './agents.ts';
import * as bridgeVoice from './bridge-voice.ts';
import { getApproval, getApprovals, postApproval } from './approvals.ts';
import { getAutobiography } from './autobiography.ts';
import { getBudgets } from './budgets.ts';
import { getCalendar } from './calendar.ts';
import { deleteBridge, getBridge, putBridge } from './bridge.ts';
import {
  deleteChannel,
  getChannel,
  getChannels,
  postChannel,
  postChannelCode,
  postChannelConfirm,
  postChannelRotate,
  postChannelTest,
} from './channels.ts';
import { getModel, getModels, postCompletion } from './completions.ts';
import { getDeadLetters, postDropLetter, postRetryLetter } from './dead-letters.ts';
import { getEvents } from './events.ts';
import { getTurnReplay, getTurnWhy } from './explanations.ts';
import * as insights from './insights.ts';
import * as keeping from './memory-keeping.ts';
import { getMemorySearch } from './memory.ts';
import * as remembered from './memory-views.ts';
import { postMcp } from './mcp.ts';
import { postChat, postMessage } from './messages.ts';
import { getHealth, getMetrics, getPfcHealth, getReady } from './probes.ts';
import { getFeedback, postFeedback } from './feedback.ts';
import { bothPlaces } from '../pfc/both-places.ts';
import * as pfc from './pfc.ts';
import * as hands from './pfc-hands.ts';
import * as monologue from './pfc-monologue.ts';
import { getNoticeEvents, getNotices } from './notices.ts';
import * as hooks from './hooks.ts';
import { getInbox } from './inbox.ts';
import * as inbound from './inbound.ts';
import * as modules from './modules.ts';
import * as people from './people.ts';
import * as policies from './policies.ts';
import { getPulseEvents, postPulseTick } from './pulse.ts';
import {
  deleteSchedule,
  getSchedule,
  getSchedules,
  postSchedule,
  postScheduleEnd,
  postSchedulePause,
  postScheduleResume,
  postScheduleRun,
} from './schedules.ts';
import * as rooms from './rooms.ts';
import * as routing from './routing.ts';
import * as signals from './signals.ts';
import { postPulseSimulate } from './simulation.ts';
import * as tasks from './tasks.ts';
import { getThread, getThreadEvents, getThreadMessages, getThreads } from './threads.ts';
import { getTurn, getTurnEvents, postCancel } from './turns.ts';
import * as thoughts from './thoughts.ts';
import { postHookWake } from './wake.ts';
import { getRoutingWhatIf } from './what-if.ts';

/** Every route of the consumer. A route that is not listed here is neither served, nor documented, nor tested for attacks. */
export const allRoutes: readonly Route[] = [
  // Messages in, turns out.
  postChat,
  postMessage,
  getTurn,
  getTurnEvents,
  postCancel,
  getTurnWhy,
  getTurnReplay,
  insights.getTurnInfluence,
  insights.getTurnTimeline,
  insights.getTurnPrompt,
  insights.getTurnMemory,
  getEvents,

  // The same turns for clients of the OpenAI API.
  postCompletion,
  getModels,
  getModel,

  // The agent's threads, memory, schedules, and the agent itself.
  getThreads,
  getThread,
  getThreadMessages,
  getThreadEvents,
  getMemorySearch,
  remembered.getMemoryItems,
  remembered.getMemoryValidity,
  remembered.getMemoryDays,
  remembered.getMemoryGraph,
  remembered.getForgettings,
  keeping.getMemoryItem,
  keeping.postForget,
  keeping.getForgetting,
  keeping.getMemoryExport,
  keeping.postRetryFailed,
  keeping.postMemoryImport,
  keeping.getMemoryAudit,
  getAutobiography,
  thoughts.getDrifted,
  thoughts.getDriftedThought,
  people.getPeople,
  people.getPerson,
  people.postPerson,
  people.patchPerson,
  people.postPersonName,
  people.deletePersonName,
  people.postPersonMerge,
  people.postPersonSplit,
  postFeedback,
  getFeedback,
  getNotices,
  getNoticeEvents,
  getInbox,
  getBudgets,
  getSchedules,
  // Before a schedule by its id: "calendar" is none.
  getCalendar,
  getSchedule,
  postSchedule,
  deleteSchedule,
  postSchedulePause,
  postScheduleResume,
  postScheduleRun,
  postScheduleEnd,
  getSeenAgents,
  getOwnAgent,

  // How people are reached away from a stream.
  getChannels,
  postChannel,
  getChannel,
  postChannelConfirm,
  postChannelCode,
  postChannelTest,
  postChannelRotate,
  deleteChannel,

  // The Bridge whose channels the agent hears.
  getBridge,
  putBridge,
  deleteBridge,

  // Authorised work: tasks, and what came in that makes them. What is sent in to a hook is authenticated by its signature.
  tasks.getTasks,
  tasks.getTask,
  tasks.postTask,
  tasks.postTaskCancel,
  tasks.postTaskRetry,
  // Before the hooks by their ids: "wake" is none of these.
  postHookWake,
  hooks.getHooks,
  hooks.postHook,
  hooks.getHook,
  hooks.postHookRotate,
  hooks.postHookPause,
  hooks.postHookResume,
  hooks.deleteHook,
  hooks.postHookIn,
  inbound.getInbound,
  inbound.getSenderSessions,
  inbound.deleteSenderSession,
  inbound.getMailboxes,
  inbound.getLetters,
  postPulseTick,
  getPulseEvents,

  // What is sensed, and what of it is worth a question.
  modules.getModules,
  modules.postModule,
  modules.getModule,
  modules.patchModule,
  modules.deleteModule,
  modules.getModuleScores,
  modules.getModuleModels,
  modules.postModuleModel,
  signals.getSignals,
  signals.getSignal,
  signals.getActivations,
  signals.getActivation,
  postPulseSimulate,

  // How the agent decides what a message deserves, and what was said of it.
  policies.getPolicies,
  policies.getPolicy,
  policies.getPolicyHistory,
  policies.getPolicyVersion,
  routing.getPolicySeries,
  policies.getPolicyDiff,
  policies.getPolicyRequests,
  policies.postPolicyRequest,
  policies.getPolicyRequest,
  policies.getLabels,
  routing.getRoutingShares,
  postMcp,
  getRoutingWhatIf,
  routing.getRoutingCalibration,

  // The PFC: at the root as its clients know it, and below /pfc.
  getPfcHealth,
  ...bothPlaces(
    hands.getConfig,
    hands.patchConfigRoute,
    pfc.getGoals,
    pfc.postGoal,
    pfc.patchGoal,
    pfc.removeGoal,
    pfc.postEvaluate,
    pfc.getActions,
    pfc.patchOutcome,
    monologue.postThought,
    monologue.getThoughts,
    monologue.deleteThoughts,
    monologue.postSynthesize,
    monologue.postSynthesizeAlias,
    monologue.getStats,
  ),
  // Only below /pfc: at the root /messages is another route, and the clients of before have none of these.
  hands.postHeard,
  hands.getHand,
  hands.deleteHand,
  hands.getFocus,
  hands.putFocus,
  hands.postFloor,

  // Approvals. GET shows the requests; the answer comes from the person, the agent's key or an operator.
  getApprovals,
  getApproval,
  postApproval,

  // Rooms, in our own form and as a Bridge serves them.
  rooms.getRooms,
  rooms.postRoom,
  rooms.getRoom,
  rooms.getRoomEvents,
  rooms.postRoomMessage,
  rooms.postRoomMember,
  rooms.deleteRoomMember,
  rooms.postRoomFloor,
  rooms.deleteRoomFloor,
  rooms.postRoomQueue,
  rooms.deleteRoomQueue,
  rooms.deleteRoomHand,
  bridgeVoice.postRaiseHand,
  bridgeVoice.postLowerHand,
  bridgeVoice.postClaim,
  bridgeVoice.getClaim,
  bridgeVoice.getServers,
  bridgeVoice.getServerChannels,
  bridgeVoice.getChannelMessages,
  bridgeVoice.postChannelMessage,

  getDeadLetters,
  postRetryLetter,
  postDropLetter,

  // What operators see and do, across agents.
  getFleet,
  getFleetEvents,
  getLanes,
  getCosts,
  getModelHealth,
  getAgents,
  getAgent,
  postAgentServer,
  keys.getAgentKeys,
  keys.postAgentKey,
  keys.postRotateAgentKey,
  keys.postRevokeAgentKey,
  keys.getOperatorKeys,
  keys.postOperatorKey,
  keys.postRotateOperatorKey,
  keys.postRevokeOperatorKey,
  letters.getOperatorDeadLetters,
  letters.postRetryMany,
  letters.postDropMany,
  letters.postRetryOne,
  letters.postDropOne,
  getQuarantine,
  getQuarantinedTurn,
  postRetryTurn,
  postDropTurn,
  getAudit,
  policies.getOperatorPolicies,
  policies.getOperatorPolicy,
  policies.getOperatorPolicyHistory,
  policies.getOperatorPolicyRequests,
  policies.postOperatorPolicyRequest,
  routing.getOperatorPolicySeries,
  routing.getOperatorCalibration,
  // Signing in cannot require the result of signing in, so these routes authenticate themselves.
  getOperatorSession,
  postOperatorSession,
  deleteOperatorSession,
  getSignIn,
  ...boardRoutes,
  getWorkers,
  getQueues,
  getMetrics,

  // A browser signs in with the code in the address that "salience open" prints.
  getSession,
  postSession,
  deleteSession,
  postSessionCode,

  // Open to anybody: probes and our own pages.
  getHealth,
  getReady,
  getHome,
  getRouting,
  getSwitchboard,
  getDocs,
  getOpenApi,
  getAsset,
  getConsole,
  getConsolePage,
  getConsoleFile,
];

/** What is served where the PFC runs alone: nobody there answers a turn, so there are no rooms. */
export const pfcRoutes: readonly Route[] = allRoutes.filter(
  (route) =>
    ['PFC', 'Probes'].includes(route.tag) || [getMetrics, getDocs, getOpenApi, getAsset].includes(route),
);
