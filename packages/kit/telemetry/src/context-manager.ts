import { AsyncLocalStorage } from 'node:async_hooks';
import { type Context, type ContextManager, ROOT_CONTEXT } from '@opentelemetry/api';

/**
 * Carries the active span along promises, timers and callbacks. Ours, because it is this short and the
 * stock package adds event-emitter patching that manual spans do not need.
 */
export class AsyncContextManager implements ContextManager {
  readonly #storage = new AsyncLocalStorage<Context>();

  /** The context of the running code; the root context outside any `with`. */
  active(): Context {
    return this.#storage.getStore() ?? ROOT_CONTEXT;
  }

  /** Runs `fn` with `context` active, also for everything asynchronous that starts inside it. */
  with<A extends unknown[], F extends (...args: A) => ReturnType<F>>(
    context: Context,
    fn: F,
    thisArg?: ThisParameterType<F>,
    ...args: A
  ): ReturnType<F> {
    return this.#storage.run(context, () => fn.apply(thisArg, args));
  }

  /** A function that runs with `context` whenever it is called; anything else comes back as it is. */
  bind<T>(context: Context, target: T): T {
    if (typeof target !== 'function') return target;
    const storage = this.#storage;
    const bound = function (this: unknown, ...args: unknown[]): unknown {
      return storage.run(context, (): unknown => Reflect.apply(target, this, args));
    };
    return bound as T;
  }

  /** Nothing to start: the storage works from the beginning. */
  enable(): this {
    return this;
  }

  /** Forgets the context of the running code. */
  disable(): this {
    this.#storage.disable();
    return this;
  }
}
