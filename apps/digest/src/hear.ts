import { attributeKeys, spanNames, withSpan } from '@salience/telemetry';
import {
  type BoundaryState,
  freshSessionState,
  generalTopicName,
  type Hearing,
  isShortOrAnaphoric,
  messageSalience,
  passSession,
  type SessionState,
  stepBoundary,
  trackSession,
} from '@salience/topics';
import { type Classified, classify, heardSoFar } from './classify.ts';
import type { Deps } from './deps.ts';
import { nothingRecalled, type Recalled, recallFor } from './recall.ts';
import { type EarlyInput, type Routed, route, routeEarly, type RouteInput, unaskedInput } from './route.ts';
import type { Stopwatch } from './stopwatch.ts';
import { mayRecall } from './tasks/granted.ts';

/** A message with its topic, what memory holds on it, and what it deserves. */
export interface Heard {
  /** Undefined: its topic is found in the background. */
  readonly classified: Omit<Classified, 'boundary' | 'hearing'> | undefined;
  readonly recalled: Recalled;
  readonly routed: Routed;
  readonly routing: RouteInput;
  /** The states of the thread after it. */
  readonly session: SessionState;
  /** Of the boundary detector. Undefined: it is as it was. */
  readonly boundary: HeardBoundary | undefined;
  /** Its vector was not made, because nothing depended on it. */
  readonly isEarly: boolean;
}

/** The boundary detector's state after a message, and how the detector heard it. */
export interface HeardBoundary {
  readonly state: BoundaryState;
  readonly hearing: Hearing;
}

/** The input of hearing. The previous session comes from the snapshot. */
export type HearInput = Omit<EarlyInput, 'session'>;

/**
 * Finds what a message deserves. What its text and the thread's state alone decide asks neither the embedder nor memory; everything else is embedded
 * once, searched for and routed. Compares with the previous state, and only then updates it (law 14).
 */
export async function hear(deps: Deps, asked: HearInput, watch: Stopwatch): Promise<Heard> {
  const { said, step } = asked;
  const { snapshot, turn } = step;
  const before = (snapshot.thread.session as SessionState | null) ?? freshSessionState;
  const input = { ...asked, session: before };
  const early = await hearEarly(deps, input, watch);
  if (early !== undefined) return early;
  const known = deps.topics.of(turn.agent_id, snapshot.topics);
  const classified = await watch.stage('classify', () =>
    withSpan(spanNames.turnClassify, {}, async (span) => {
      const found = await classify(deps, turn, snapshot, said, known);
      span.setAttributes({
        [attributeKeys.topicId]: found.topicId,
        [attributeKeys.confidence]: found.confidence,
      });
      return found;
    }),
  );
  await deps.fault('digest.classified');
  const recalled = await watch.stage('recall', async () =>
    (await mayRecall(deps, step)) ? recallFor(deps, step, classified, said) : nothingRecalled,
  );
  const { boundary: state, hearing, topicId } = classified;
  const session = trackSession(before, {
    now: said.getTime(),
    topicId,
    seq: turn.seq,
    silenceMs: deps.silenceMs,
  });
  const topicNames = (await known).topics.map(({ name }) => name);
  const routing = { ...input, classified, recalled, topicNames };
  const routed = await inRouteSpan(watch, () => route(deps, routing));
  return { classified, recalled, routed, routing, session, boundary: { state, hearing }, isEarly: false };
}

async function hearEarly(deps: Deps, input: EarlyInput, watch: Stopwatch): Promise<Heard | undefined> {
  const routing = unaskedInput(input);
  const routed = routeEarly(deps, routing);
  if (routed === null) return undefined;
  await inRouteSpan(watch, () => Promise.resolve(routed));
  const boundary = boundaryAfter(deps, routed, input);
  const classified = stayOnTopic(input);
  const { said, session: before, step } = input;
  const event = { now: said.getTime(), seq: step.turn.seq, silenceMs: deps.silenceMs };
  const session =
    classified === undefined
      ? passSession(before, event)
      : trackSession(before, { ...event, topicId: classified.topicId });
  return { classified, recalled: nothingRecalled, routed, routing, session, boundary, isEarly: true };
}

/**
 * The boundary detector's state after a message that it has no vector of. A courtesy to the agent is heard by its words, which leave the averages
 * alone. What is overheard leaves everything alone: the detector follows the talk with the agent. Undefined: as before.
 */
function boundaryAfter(deps: Deps, { mode }: Routed, { said, step }: EarlyInput): HeardBoundary | undefined {
  const heard = heardSoFar(step.snapshot);
  const heardReply = (step.snapshot.history.at(-1)?.reply ?? '').trim() !== '';
  if (mode === 'IGNORE' || heard.count === 0)
    return heardReply ? { state: heard, hearing: { by: 'reply', focus: null } } : undefined;
  const event = {
    text: step.turn.text,
    vector: null,
    now: said.getTime(),
    calibration: deps.embedder.calibration,
  };
  return { state: stepBoundary(heard, event).next, hearing: { by: 'words', focus: null } };
}

/** A message that leans on the conversation stays in it, as it would with a vector. */
function stayOnTopic({ step }: EarlyInput): Omit<Classified, 'boundary' | 'hearing'> | undefined {
  const { snapshot, turn } = step;
  const { confidence, topic_id: topicId } = snapshot.thread;
  if (topicId === null || !isShortOrAnaphoric(turn.text)) return undefined;
  return {
    topicId,
    name: snapshot.topicName ?? generalTopicName,
    isNew: false,
    confidence,
    vector: undefined,
    learn: false,
    salience: messageSalience(turn.text),
  };
}

function inRouteSpan(watch: Stopwatch, run: () => Promise<Routed>): Promise<Routed> {
  return watch.stage('route', () =>
    withSpan(spanNames.turnRoute, {}, async (span) => {
      const found = await run();
      const { policyName, policyVersion, confidence } = found.decision;
      span.setAttributes({
        [attributeKeys.mode]: found.mode,
        [attributeKeys.policyId]: `${policyName}@${policyVersion}`,
        [attributeKeys.confidence]: confidence,
      });
      return found;
    }),
  );
}
