import { usageError } from '@salience/supervisor/home';

/** The path of a goal or an action below /pfc. Throws `cli.usage` for what is no id of one. */
export function pfcPath(list: 'actions' | 'goals', id: string, below = ''): string {
  if (/^[0-9]{1,10}$/.test(id)) return `/pfc/${list}/${id}${below}`;
  throw usageError(`Expected the number of ${list === 'goals' ? 'a goal' : 'an action'}, got "${id}".`);
}

/** The number that an option says, whole, from `least` to `most`. Throws `cli.usage`. */
export function numberOf(option: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (/^-?[0-9]+$/.test(text) && value >= least && value <= most) return value;
  throw usageError(`Expected ${option} as a whole number from ${least} to ${most}, got "${text}".`);
}

/** The change of settings that `section.key=value` texts say; a value is JSON, or a text as it stands. Throws `cli.usage`. */
export function settingsOf(texts: readonly string[]): Record<string, unknown> {
  const change: Record<string, unknown> = {};
  for (const text of texts) {
    const [, section = '', key, value] = /^([A-Za-z]{1,64})(?:\.([A-Za-z]{1,64}))?=(.*)$/s.exec(text) ?? [];
    if (value === undefined)
      throw usageError(`Expected <section>.<key>=<value>, such as handRaise.threshold=5, got "${text}".`);
    if (key === undefined) change[section] = valueOf(value);
    else change[section] = { ...(change[section] as object | undefined), [key]: valueOf(value) };
  }
  return change;
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
