import type { Trust } from '@salience/contracts';
import { shownLabel } from './candidates.ts';
import { attributeText, nameIn } from './item-line.ts';
import type { OpenNote } from './prompt.ts';
import { element, escapeText } from './xml.ts';

/** Readings that are shown. */
const readingsMax = 4;

/** What a question back is to settle, with the readings that are known; as far as the message says it, it has the trust of the message. */
export function openElement({ about, readings }: OpenNote, trust: Trust): string {
  const lines = readings.slice(0, readingsMax).map((reading) => `- ${escapeText(nameIn(reading))}`);
  return element(
    'open',
    { about: attributeText(about), trust: shownLabel(trust) },
    lines.length === 0 ? '' : `\n${lines.join('\n')}\n`,
  );
}
