import { registerHooks } from 'node:module';
import { quickResolver } from './quick-resolver.ts';

let registered = false;

/** Makes the imports of this process cheap from now on. Asked again, as by each of the files that share it, it does nothing. */
export function resolveQuickly(): void {
  // Vitest learns from its own hook which modules to watch.
  if (registered || process.env.VITEST_MODE !== 'RUN') return;
  registered = true;
  registerHooks({ resolve: quickResolver() });
}
