import { type Context, context as contextApi, createContextKey } from '@opentelemetry/api';

/**
 * Collects the fields of the one log line that a piece of work writes at its end: ids, numbers and words of a fixed set; never
 * content.
 */
export interface WideEvent {
  /** Sets fields; undefined ones are left out of the line. */
  set(fields: Readonly<Record<string, unknown>>): void;
  /** Adds to a number that starts at 0. */
  add(field: string, by: number): void;
  /** Everything set so far. */
  fields(): Readonly<Record<string, unknown>>;
}

const key = createContextKey('salience.wide-event');

/** Runs `fn` so that everything in it can add to one wide event. */
export function withWideEvent<T>(fn: (event: WideEvent) => Promise<T>): Promise<T> {
  const event = createWideEvent();
  return contextApi.with(contextApi.active().setValue(key, event), () => fn(event));
}

/** The wide event of the current work; undefined outside. */
export function currentWideEvent(): WideEvent | undefined {
  return contextApi.active().getValue(key) as WideEvent | undefined;
}

/** The context of a span's cause, with the wide event of the current work. */
export function keepWideEvent(context: Context): Context {
  const event = currentWideEvent();
  return event === undefined ? context : context.setValue(key, event);
}

function createWideEvent(): WideEvent {
  const fields: Record<string, unknown> = {};
  return {
    set: (more) => void Object.assign(fields, more),
    add: (field, by) => {
      const before = fields[field];
      fields[field] = (typeof before === 'number' ? before : 0) + by;
    },
    fields: () => fields,
  };
}
