import type { FingerprintInput } from '@salience/contracts';

/** Logs of builds that end badly: a log that has a line which says so. */
export const failingBuild: FingerprintInput = {
  module_id: 'failing-build',
  cluster: 'builds',
  version: '1.0.0',
  question_template:
    'A log of a build at {location} says that something failed ({delta_type}, {size_human}). What failed, is it new, and does somebody have to act?',
  default_threshold: 0.65,
  signal_priors: {
    filesystem: {
      watch_directories: ['~/logs/builds'],
      relevant_extensions: ['.log'],
      irrelevant_extensions: ['.gz', '.tmp', '.lock'],
      relevant_lines: ['failed', 'error:', 'BUILD FAILED', 'FAILURE'],
      deltas: ['created', 'modified', 'renamed'],
    },
  },
  // A build that fails writes many lines.
  cooldown_seconds: 120,
};
