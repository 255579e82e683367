import { expect, it } from 'vitest';
import { fileModule } from '../question/questions.fixture.ts';
import { openAddress, withoutCredentials } from './without-credentials.ts';

it('threat: a page is known to signals without the credentials of its address, whatever form they have', () => {
  expect(openAddress('https://ana:geheim@example.org/status?a=1#x')).toBe('https://example.org/status?a=1#x');
  expect(openAddress('https://token@example.org')).toBe('https://example.org/');
  expect(openAddress('https://:geheim@example.org/')).toBe('https://example.org/');
  // As it was written where there are none, so that it is still the one that a module declares.
  expect(openAddress('https://EXAMPLE.org')).toBe('https://EXAMPLE.org');
  expect(openAddress('no address')).toBe('no address');
  const module = fileModule({
    signal_priors: { network: { endpoints: ['https://ana:geheim@example.org/a', 'https://example.org/b'] } },
  });
  const open = withoutCredentials(module);
  expect(open.signal_priors.network?.endpoints).toEqual(['https://example.org/a', 'https://example.org/b']);
  expect({ ...open, signal_priors: null }).toEqual({ ...module, signal_priors: null });
  expect(withoutCredentials(fileModule())).toEqual(fileModule());
});
