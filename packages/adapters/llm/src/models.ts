import { type ModelRole, modelRoles } from '@salience/contracts';
import type { ModelsConfig } from './config.ts';
import { generateStructured, type StructuredReply, type StructuredRequest } from './generate-structured.ts';
import { offlineProvider, warmOfflineModel } from './offline/offline-model.ts';
import { bindProvider, type ProviderModel } from './provider-model.ts';
import { type StreamedReply, type StreamReplyRequest, streamReply } from './stream-reply.ts';

/** What stands behind a role. */
export interface ModelDescription {
  readonly provider: string;
  readonly model: string;
  /** True for the offline responder: it extracts, it does not reason. */
  readonly offline: boolean;
}

/** The models of an agent, by role. */
export interface Models {
  /**
   * Writes a reply with the model of the role `respond`, piece by piece. Empty or broken output, a broken connection, a stall
   * and a short rate limit are tried once more; if pieces had been sent, `onReset` is called first. Throws a SalienceError:
   * `llm.timeout`, `llm.rate-limited` (with `retryAfterMs` where the provider says it), `llm.unreachable`,
   * `llm.malformed` (retryable), `llm.refused`, `llm.aborted` (terminal).
   */
  streamReply(request: StreamReplyRequest): Promise<StreamedReply>;
  /**
   * Writes an object that `schema` accepts. One that does not fit is sent back once with the schema and what is
   * wrong. Throws as `streamReply`, and `llm.invalid-output` (terminal, `data.issues`) when the second does not fit.
   */
  generateStructured<T>(request: StructuredRequest<T>): Promise<StructuredReply<T>>;
  /** What stands behind a role; contacts nobody. */
  describe(role: ModelRole): ModelDescription;
  /** Loads the libraries of the roles named (all unless told), so that the first call does not pay for it. */
  warmUp(roles?: readonly ModelRole[]): Promise<void>;
}

/** Binds each role to its model. Libraries are loaded when first used, or by `warmUp`. */
export function createModels(config: ModelsConfig): Models {
  const fallback = bindProvider(config.default);
  const providers = new Map<ModelRole, ProviderModel>();
  for (const role of modelRoles) {
    const own = config.roles?.[role];
    providers.set(role, own === undefined ? fallback : bindProvider(own));
  }
  const providerOf = (role: ModelRole) => providers.get(role) ?? fallback;
  return {
    streamReply: (request) => streamReply(providerOf('respond'), request),
    generateStructured: (request) => generateStructured(providerOf(request.role), request),
    describe(role) {
      const { provider, model } = providerOf(role);
      return { provider, model, offline: provider === offlineProvider };
    },
    async warmUp(roles = modelRoles) {
      await Promise.all(
        roles.map(async (role) => {
          const { provider, load } = providerOf(role);
          await load();
          if (provider === offlineProvider) await warmOfflineModel(role);
        }),
      );
    },
  };
}
