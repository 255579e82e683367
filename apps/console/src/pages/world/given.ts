type Given<R> = { [K in keyof R]?: Exclude<R[K], undefined> };

/** The same without what is undefined: a filter that was not chosen is not sent. */
export function given<R extends Record<string, unknown>>(values: R): Given<R> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<R>;
}
