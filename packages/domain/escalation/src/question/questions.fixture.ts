import type { Fingerprint, SignalEvent } from '@salience/contracts';
import { compileModule } from '../module/compile-module.ts';

/** A file that came, on Sunday 22 November 2026 at 18:04 in Berlin; parts of it may be others. */
export function fileEvent(location: string, parts: Partial<SignalEvent> = {}): SignalEvent {
  return {
    source: 'filesystem',
    location,
    delta_type: 'created',
    magnitude: 1,
    timestamp: 1_795_367_040,
    features: { extension: '.pdf', size_bytes: 204_800 },
    ...parts,
  };
}

/** A module of files; parts of it may be others. */
export function fileModule(parts: Readonly<Record<string, unknown>> = {}): Fingerprint {
  return compileModule({
    module_id: 'homework-agent',
    cluster: 'academic',
    version: '1.0',
    question_template:
      'A new file appeared at {location}. Is this file related to a course assignment or homework?',
    default_threshold: 0.65,
    signal_priors: { filesystem: { watch_directories: ['~/Downloads'] } },
    ...parts,
  });
}
