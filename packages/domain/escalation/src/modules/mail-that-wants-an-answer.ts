import type { FingerprintInput } from '@salience/contracts';

/** Mails that ask their reader for something. */
export const mailThatWantsAnAnswer: FingerprintInput = {
  module_id: 'mail-that-wants-an-answer',
  cluster: 'communication',
  version: '1.0.0',
  question_template:
    'A mail from {location} seems to want an answer (words of its subject: {subject}). What does it ask for, by when, and what could be answered?',
  default_threshold: 0.65,
  signal_priors: { mail: { wants_answer: true } },
  cooldown_seconds: 60,
};
