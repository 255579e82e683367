import type { SignalEvent } from '@salience/contracts';

/** Where an event happened, as it may be shown to a model: of a page without what follows `?` or `#`, where keys stand. */
export function shownPlace({ location, source }: Pick<SignalEvent, 'location' | 'source'>): string {
  return source === 'network' ? shownPage(location) : location;
}

/** An address of a page without its query and fragment; a query leaves its sign. */
export function shownPage(address: string): string {
  return address.replace(/#.*$/s, '').replace(/\?.*$/s, '?…');
}
