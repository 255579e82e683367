import type { SalienceError } from '@salience/errors';
import { refusedIn } from './call-errors.ts';
import type { FilledPorts } from './ports.ts';
import type { ProviderModel } from './provider-model.ts';
import { type RefusedPart, type RequestManner, describedDifferences, withoutPart } from './request-manner.ts';

/** How the models of one call are asked, from one attempt to the next. */
export interface Asking {
  /** How to ask a model now. */
  mannerOf(model: ProviderModel): RequestManner;
  /** A model answered: features it rejected are remembered for the process, and reported once. */
  worked(model: ProviderModel): void;
  /** True when an attempt failed for a part of the request that can be done without: then the model is to be asked again at once. */
  readonly adapt: (error: SalienceError, model: ProviderModel) => boolean;
}

/** Faults that a part of the request may be the reason of. */
const codes: ReadonlySet<string> = new Set(['llm.bad-request', 'llm.context-overflow', 'llm.malformed']);

/** Begins with what the process knows; `parts`: what of the request there is to give up. */
export function createAsking(
  { onEvent }: Pick<FilledPorts, 'onEvent'>,
  parts: ReadonlySet<RefusedPart>,
): Asking {
  const asked = new Map<
    ProviderModel,
    { readonly first: RequestManner; manner: RequestManner; said: string }
  >();
  const stateOf = (model: ProviderModel) => {
    const known = asked.get(model) ?? { first: model.manner.current, manner: model.manner.current, said: '' };
    asked.set(model, known);
    return known;
  };
  return {
    mannerOf: (model) => stateOf(model).manner,
    worked(model) {
      const { first, manner, said } = stateOf(model);
      const how = describedDifferences(manner, first);
      if (how.length === 0) return;
      // A concurrent call may have reported it already.
      const news = describedDifferences(manner, model.manner.current).length > 0;
      model.manner.learn(manner, first);
      if (news)
        onEvent({ kind: 'model-asked-otherwise', provider: model.provider, model: model.model, how, said });
    },
    adapt(error, model) {
      const refused = refusedIn(error);
      if (refused === undefined || !parts.has(refused) || !codes.has(error.code)) return false;
      // A prompt that is too long is too long, unless it is the room for the answer that makes it so.
      if (error.code === 'llm.context-overflow' && refused !== 'limit') return false;
      const state = stateOf(model);
      const next = withoutPart(state.manner, refused);
      if (next === undefined) return false;
      state.manner = next;
      const { said } = error.data;
      if (typeof said === 'string') state.said = said;
      return true;
    },
  };
}

/** What every request has that may be refused. */
export const plainParts: ReadonlySet<RefusedPart> = new Set([
  'temperature',
  'limit',
  'limit-name',
  'reasoning',
  'thoughts',
]);

/** What a request for an object has. */
export const objectParts: ReadonlySet<RefusedPart> = new Set([...plainParts, 'format']);
