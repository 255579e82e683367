import { type Trust, trustLevels } from '@salience/contracts';

/** A label that cannot be read counts as the lowest trust. */
export function readTrust(text: string | undefined): Trust {
  return trustLevels.find((level) => level === text) ?? 'external';
}
