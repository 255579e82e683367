import { type ModelRole, modelRoles } from '@salience/contracts';
import { candidatesOf, type ModelsConfig } from './config.ts';
import { generateStructured, type StructuredReply, type StructuredRequest } from './generate-structured.ts';
import { timesOf } from './model-times.ts';
import { createPacing } from './pacing.ts';
import { type Plan, type PlanRequest, plan } from './plan.ts';
import { fillPorts, type ModelPorts } from './ports.ts';
import { createBinder, type ProviderModel } from './provider-model.ts';
import { writingOf } from './role-writing.ts';
import { type CallSetup, type StreamedReply, type StreamReplyRequest, streamReply } from './stream-reply.ts';

/** What stands behind a role. */
export interface ModelDescription {
  readonly provider: string;
  readonly model: string;
  /** True for the offline responder: it extracts, it does not reason. */
  readonly offline: boolean;
}

/** The calls that the models of an agent take; `@salience/models` makes one of each role. */
export interface ModelCalls {
  /**
   * Writes a reply with the model of the role `respond` (or of `acknowledge`, where that is asked for), piece by piece, within one deadline. Faults of the moment are tried
   * again with backoff, and where several models are configured the next one is asked; if pieces had been sent,
   * `onReset` is called first. Throws a SalienceError whose code is in the README's table.
   */
  streamReply(request: StreamReplyRequest): Promise<StreamedReply>;
  /**
   * Writes an object that `schema` accepts. The schema goes with the request in the form that the model's server takes, in words
   * where it takes none. What the object has too much or cannot be used falls out; an answer that holds no object at all is sent
   * back once with what is wrong. Throws as `streamReply`, and `llm.invalid-output` (terminal, `data.issues`) when the second holds
   * none either.
   */
  generateStructured<T>(request: StructuredRequest<T>): Promise<StructuredReply<T>>;
  /**
   * Asks the model of the role `plan` what to do next: which of the tools to call, with what. One answer, whole or not at all: calls
   * of an answer that broke off or was begun anew are never given, and neither are arguments that nobody wrote. Calls that cannot
   * run say why in `broken`. Names that are no tool of the request are passed through. Throws as `streamReply`.
   */
  plan(request: PlanRequest): Promise<Plan>;
  /** The preferred model of a role; makes no request. */
  describe(role: ModelRole): ModelDescription;
  /**
   * Loads the libraries of the roles named (all unless told), so that the first call does not pay for it; `offline` warms what answers
   * where a role has no language model.
   */
  warmUp(roles?: readonly ModelRole[], offline?: (role: ModelRole) => void): Promise<void>;
}

/** Binds each role to its models. Libraries are loaded when first used, or by `warmUp`. */
export function createModelCalls(config: ModelsConfig, given: ModelPorts = {}): ModelCalls {
  const ports = fillPorts(given);
  const room = { ports, pacing: createPacing(ports) };
  const bind = createBinder(ports);
  const setups = new Map(
    modelRoles.map((role): [ModelRole, CallSetup] => [
      role,
      {
        room,
        candidates: candidatesOf(config, role).map(bind),
        times: timesOf(role, config.times?.[role]),
        writing: writingOf(role, config.writing?.[role]),
      },
    ]),
  );
  const setupOf = (role: ModelRole) => setups.get(role) as CallSetup;
  return {
    streamReply: (request) => streamReply(setupOf(request.role ?? 'respond'), request),
    generateStructured: (request) => generateStructured(setupOf(request.role), request),
    plan: (request) => plan(setupOf('plan'), request),
    describe(role) {
      const { load, model, provider } = setupOf(role).candidates[0] as ProviderModel;
      return { provider, model, offline: load === undefined };
    },
    async warmUp(roles = modelRoles, offline) {
      await Promise.all(
        roles.flatMap((role) =>
          setupOf(role).candidates.map(async ({ load }) => {
            await (load === undefined ? offline?.(role) : load());
          }),
        ),
      );
    },
  };
}
