import { z } from 'zod';

/** Every kind of id with its prefix. */
export const idPrefixes = {
  activation: 'act',
  agent: 'agt',
  apiKey: 'key',
  approval: 'apr',
  audit: 'aud',
  autobiography: 'bio',
  channel: 'chn',
  chunk: 'chk',
  concept: 'con',
  deadLetter: 'dl',
  decision: 'dec',
  delivery: 'dlv',
  driftRun: 'dft',
  episode: 'ep',
  exchange: 'ex',
  experience: 'xp',
  fact: 'fact',
  feedback: 'fbk',
  focus: 'foc',
  forgetRequest: 'fgt',
  gist: 'gist',
  hook: 'hk',
  inbound: 'inb',
  label: 'lbl',
  letter: 'ltr',
  listItem: 'itm',
  memoryRetry: 'mrt',
  module: 'mod',
  operatorKey: 'opk',
  outbox: 'obx',
  person: 'per',
  policy: 'pol',
  policyChange: 'chg',
  policyRequest: 'prq',
  pulseEvent: 'pev',
  relation: 'rel',
  schedule: 'sch',
  senderSession: 'ses',
  signal: 'sig',
  synthesis: 'syn',
  task: 'tsk',
  thought: 'tht',
  thread: 'thr',
  topic: 'top',
  trait: 'trt',
  turn: 'turn',
  worker: 'wrk',
} as const;

/** The kinds of id. */
export type IdKind = keyof typeof idPrefixes;

/** An id of one kind: `<prefix>_<32 hex digits of a uuid v7>`. A function cannot take another kind. */
export type Id<K extends IdKind> = string & { readonly __id: K };

/** The schema of one kind of id; refuses an id of another kind by its prefix. */
export function idSchema<K extends IdKind>(kind: K): z.ZodType<Id<K>, string> {
  const prefix = idPrefixes[kind];
  return z
    .string()
    .regex(new RegExp(`^${prefix}_[0-9a-f]{32}$`), `expected an id like ${prefix}_0193…(32 hex digits)`)
    .transform((text) => text as Id<K>);
}

/**
 * Puts the text form around the 16 bytes of a uuid v7.
 * Throws RangeError unless there are exactly 16 bytes.
 */
export function formatId<K extends IdKind>(kind: K, bytes: Uint8Array): Id<K> {
  if (bytes.length !== 16) throw new RangeError(`expected 16 bytes, got ${bytes.length}`);
  let hex = '';
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0');
  return `${idPrefixes[kind]}_${hex}` as Id<K>;
}

export const agentIdSchema = idSchema('agent');
export const threadIdSchema = idSchema('thread');
export const turnIdSchema = idSchema('turn');
export const exchangeIdSchema = idSchema('exchange');
export const experienceIdSchema = idSchema('experience');

export type AgentId = Id<'agent'>;
export type ThreadId = Id<'thread'>;
export type TurnId = Id<'turn'>;
export type ExchangeId = Id<'exchange'>;
export type MemoryRetryId = Id<'memoryRetry'>;
export type TopicId = Id<'topic'>;
export type EpisodeId = Id<'episode'>;
export type ConceptId = Id<'concept'>;
export type RelationId = Id<'relation'>;
export type ExperienceId = Id<'experience'>;
