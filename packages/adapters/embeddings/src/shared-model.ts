import type { SentenceModel } from './sentence-model.ts';

/** One user of a model that is loaded once for all its users in this process. */
export interface ModelUse {
  /** Runs a task with the model, loaded at the first one, after all earlier tasks of every user, whether those succeeded or not. */
  run<T>(task: (model: SentenceModel) => Promise<T> | T): Promise<T>;
  /** After what was asked before: ends this use. The last one to end frees the model. May be called twice. */
  end(): Promise<void>;
}

interface Shared {
  readonly users: Set<ModelUse>;
  loading: Promise<SentenceModel> | undefined;
  last: Promise<unknown>;
}

// Graph and vocabulary never change, and which app asks does not change a vector: apps that share a process share them.
const loaded = new Map<string, Shared>();

/** A use of the model that `key` names. `load` is called when nobody in this process has loaded that model. */
export function useModel(key: string, load: () => Promise<SentenceModel>): ModelUse {
  let shared: Shared | undefined;

  function join(): Shared {
    shared ??= loaded.get(key) ?? { users: new Set(), loading: undefined, last: Promise.resolve() };
    shared.users.add(use);
    loaded.set(key, shared);
    return shared;
  }

  const use: ModelUse = {
    run: (task) => {
      const model = join();
      return afterOthers(model, async () => {
        model.loading ??= load().catch((error: unknown) => {
          // A model that could not be loaded may be repaired; the next call tries again.
          model.loading = undefined;
          throw error;
        });
        return await task(await model.loading);
      });
    },
    end: async () => {
      const model = shared;
      if (model === undefined) return;
      await afterOthers(model, async () => {
        if (!model.users.delete(use) || model.users.size > 0) return;
        if (loaded.get(key) === model) loaded.delete(key);
        await (await model.loading)?.release();
      });
    },
  };
  return use;
}

function afterOthers<T>(model: Shared, task: () => Promise<T>): Promise<T> {
  const result = model.last.then(task);
  model.last = result.catch(() => undefined);
  return result;
}
