import type { FingerprintInput } from '@salience/contracts';

/** Where what is declared lies. */
export interface Places {
  /** A folder that both hosts have. */
  readonly shared: string;
  /** Addresses of pages. */
  readonly pages: readonly string[];
}

/** What is sent by a hook of this name is declared; others are not. */
export const declaredHook = 'builds';

/** The modules of a run: two share a cluster and a folder, so that some files may be meant by either; every kind of source is declared by one. */
export function modulesOf({ pages, shared }: Places): FingerprintInput[] {
  const base = { version: '1', default_threshold: 0.65, quiet_hours: null, time_zone: 'UTC' } as const;
  return [
    {
      ...base,
      module_id: 'homework',
      cluster: 'academic',
      question_template: 'A file came to {location}. Is it homework?',
      signal_priors: {
        filesystem: {
          watch_directories: ['~/inbox', shared],
          relevant_extensions: ['.pdf', '.docx'],
          irrelevant_extensions: ['.log'],
        },
      },
    },
    {
      ...base,
      module_id: 'papers',
      cluster: 'academic',
      question_template: 'A paper lies at {location}. Is it to be read?',
      signal_priors: {
        filesystem: {
          watch_directories: [shared],
          relevant_extensions: ['.pdf', '.md'],
          irrelevant_extensions: ['.log'],
        },
      },
    },
    {
      ...base,
      module_id: 'status',
      cluster: 'pages',
      question_template: 'The page {location} is another one. Does it matter?',
      signal_priors: { network: { endpoints: [...pages], every_seconds: 10 } },
    },
    {
      ...base,
      module_id: 'builds',
      cluster: 'works',
      question_template: 'A build says something at {location}. Has anybody to look?',
      signal_priors: {
        hook: { hooks: [declaredHook], relevant_words: ['failed'] },
        task: { states: ['completed', 'failed', 'dead'] },
      },
    },
    {
      ...base,
      module_id: 'clock',
      cluster: 'time',
      question_template: 'It is {local_time}. Is anything to be done?',
      signal_priors: { time: { active_hours: [0, 23], ticks: true, typical_interval_hours: 4 } },
    },
    {
      ...base,
      module_id: 'machine',
      cluster: 'hosts',
      question_template: 'The machine says {location}. Is that too much?',
      signal_priors: { host: { metrics: ['load', 'disk'], high: 64 } },
    },
  ];
}
