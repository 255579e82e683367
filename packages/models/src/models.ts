import type { RenderedPrompt, ShownHistoryItem, ShownMessage } from '@salience/context';
import type { ModelRole } from '@salience/contracts';
import {
  createModelCalls,
  type ModelCalls,
  type ModelPorts,
  type ModelsConfig,
  type ObjectRole,
  objectRoles,
  type Plan,
  type PlanRequest,
  type StreamedReply,
  type StreamReplyRequest,
  type StructuredReply,
  type StructuredRequest,
} from '@salience/llm';
import { type RoleInput, type RoleObject, roleWays } from './object-roles.ts';
import { planOffline, replyOffline, warmOffline } from './offline.ts';

/** How a role that answers with an object is called. */
export type ObjectCall = Pick<StructuredRequest<unknown>, 'signal' | 'onAttempt' | 'timeoutMs'>;

/** A reply to be written. */
export interface ReplyCall extends Omit<StreamReplyRequest, 'prompt' | 'offline'> {
  readonly prompt: Pick<RenderedPrompt, 'system' | 'messages' | 'shown'>;
}

/** A planner to be asked what comes next. */
export interface PlanCall extends Omit<PlanRequest, 'offline'> {
  /** The message that the run was begun for; it stands in the first message of the prompt. */
  readonly order: ShownMessage;
  /** What was said in the thread before it, oldest first: a question of ours may wait for this message. */
  readonly history?: readonly ShownHistoryItem[] | undefined;
}

/** A role that answers with an object: values in, values out. */
export type RoleFunction<R extends ObjectRole> = (
  input: RoleInput<R>,
  call?: ObjectCall,
) => Promise<StructuredReply<RoleObject<R>>>;

/** The roles that answer with an object, each a function. */
export type RoleFunctions = { readonly [R in ObjectRole]: RoleFunction<R> };

/** The models of an agent: a role is a function. Without a language model behind it, the offline responder answers. */
export interface Models extends RoleFunctions, Pick<ModelCalls, 'describe'> {
  /** Writes a reply; see `ModelCalls.streamReply`. */
  reply(call: ReplyCall): Promise<StreamedReply>;
  /** Asks what to call next; see `ModelCalls.plan`. */
  plan(call: PlanCall): Promise<Plan>;
  /** Loads what the roles named (all unless told) need, so that the first call does not pay for it. */
  warmUp(roles?: readonly ModelRole[]): Promise<void>;
}

/** Binds each role to its models. Libraries are loaded when first used, or by `warmUp`. */
export function createModels(config: ModelsConfig, ports: ModelPorts = {}): Models {
  const calls = createModelCalls(config, ports);
  const roleOf =
    <R extends ObjectRole>(role: R): RoleFunction<R> =>
    (input, call) => {
      const ways = roleWays[role];
      return calls.generateStructured<RoleObject<R>>({
        ...call,
        role,
        schema: objectRoles[role],
        prompt: () => ways.render(input),
        offline: () => ways.offline(input),
      });
    };
  return {
    tiebreak: roleOf('tiebreak'),
    compact: roleOf('compact'),
    critic: roleOf('critic'),
    triage: roleOf('triage'),
    chunk: roleOf('chunk'),
    stretch: roleOf('stretch'),
    episode: roleOf('episode'),
    concept: roleOf('concept'),
    experience: roleOf('experience'),
    biography: roleOf('biography'),
    drift: roleOf('drift'),
    reflect: roleOf('reflect'),
    reply: (call) => calls.streamReply({ ...call, offline: () => replyOffline(call.prompt) }),
    plan: ({ history, order, ...call }) =>
      calls.plan({ ...call, offline: () => planOffline({ ...call, history }, order) }),
    describe: (role) => calls.describe(role),
    warmUp: (roles) => calls.warmUp(roles, warmOffline),
  };
}
