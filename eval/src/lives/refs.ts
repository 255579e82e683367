import type { LifeTurn } from './life.ts';

/** How a prompt may call what can be cited, the best first. */
const refForms = [/\bex_[0-9a-f]{32}\b/, /\[([a-z]{1,2}\d+)\]/];

/** The reply of a turn with the ref of the line that it rests on, as that line shows it; without one where no line does. */
export function citing({ reply, restsOn, text }: LifeTurn, material: string): string {
  if (restsOn === undefined) return reply;
  const lines = material.split('\n').filter((line) => restsOn.test(line) && !line.includes(text));
  for (const line of lines.toReversed()) {
    const ref = refIn(line);
    if (ref !== undefined) return `${reply} [${ref}]`;
  }
  return reply;
}

/** What a line is cited by; undefined where it has nothing of the kind. */
function refIn(line: string): string | undefined {
  for (const form of refForms) {
    const found = form.exec(line);
    if (found !== null) return found[1] ?? found[0];
  }
  return undefined;
}
