/** Values of the command line by name, as the long runs read them. */
type Values = Readonly<Record<string, unknown>>;

/** The queues and locks that a run may use. */
export const backends = ['redis', 'postgres'] as const;

/** A count of the command line. Throws with a message that names what is wrong. */
export function countFrom<N extends string>(values: Readonly<Record<N, string>>, name: N): number {
  const value = Number(values[name]);
  if (Number.isInteger(value) && value >= 1) return value;
  throw new Error(`Expected --${name} as a count from 1, got "${values[name]}".`);
}

/** One of a few words of the command line. Throws with a message that names what is wrong. */
export function choiceFrom<C extends string>(values: Values, name: string, choices: readonly C[]): C {
  const value = choices.find((choice) => choice === values[name]);
  if (value !== undefined) return value;
  const last = choices.at(-1) ?? '';
  const listed = [choices.slice(0, -1).join(', '), last].filter((words) => words !== '').join(' or ');
  throw new Error(`Expected --${name} as ${listed}, got "${String(values[name])}".`);
}
