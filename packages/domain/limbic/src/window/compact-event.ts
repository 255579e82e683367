import type { SignalEvent } from '@salience/contracts';
import { nameWords } from '../features/words-of-event.ts';

/** Facts of an event that a window keeps. */
const factsMax = 24;
/** Characters of a fact. */
const charsMax = 200;
/** Items of a fact that is a list, and different words of a text. */
const itemsMax = 32;
/** Characters of a text that are read. */
const textCharsMax = 4_000;

/**
 * An event as a window keeps it: of `text` its first different words, of other facts the first characters and items. Features and learned evidence
 * read it alone, so that they say the same of an event that was stored.
 */
export function compactEvent(event: SignalEvent): SignalEvent {
  const features: SignalEvent['features'] = {};
  for (const [name, value] of Object.entries(event.features).slice(0, factsMax)) {
    if (name === 'text' && typeof value === 'string') {
      features[name] = [...new Set(nameWords(value.slice(0, textCharsMax)))].slice(0, itemsMax).join(' ');
    } else if (typeof value === 'string') {
      features[name] = value.slice(0, charsMax);
    } else if (Array.isArray(value)) {
      features[name] = value.slice(0, itemsMax).map((item) => item.slice(0, charsMax));
    } else if (typeof value !== 'number' || Number.isFinite(value)) {
      features[name] = value;
    }
  }
  return { ...event, features };
}
