import { z } from 'zod';
import { timeZoneSchema } from './time-zone.ts';

const name = z
  .string()
  .trim()
  .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/i, 'expected 1 to 64 letters, digits, ".", "_" or "-"');
const extension = z
  .string()
  .regex(/^\.[^\s./\\]{1,31}$/, 'expected an extension with its dot, such as ".pdf"')
  .toLowerCase();
const words = z.array(z.string().trim().min(1).max(100)).max(100).default([]);
const hour = z.int().min(0).max(23);

const filesystemPriorSchema = z.strictObject({
  /** Folders that are watched with everything below them; `~` is the home folder of the user who runs pulse-sensor. */
  watch_directories: z.array(z.string().trim().min(1).max(1_000)).min(1).max(32),
  relevant_extensions: z.array(extension).max(100).default([]),
  irrelevant_extensions: z.array(extension).max(100).default([]),
  /** Parts of names (`node_modules`) or patterns with `*` of files that are never looked at, beside the usual ones. */
  ignore: z.array(z.string().trim().min(1).max(200)).max(100).default([]),
  /** Words of names that speak for a file. */
  relevant_words: words,
  /** Words that speak for a file if one of its latest lines has them; read from files of text up to 1 MiB. */
  relevant_lines: words,
  /** What matters: new files, changed ones, gone ones. */
  deltas: z
    .array(z.enum(['created', 'modified', 'deleted', 'renamed']))
    .min(1)
    .default(['created', 'renamed']),
});
const memoryPriorSchema = z.strictObject({
  /** `fact` for every fact that is remembered, or whom or what facts are about. */
  watch_namespaces: z.array(z.string().trim().min(1).max(200)).min(1).max(100),
  high_relevance_keys: words,
});
const timePriorSchema = z.strictObject({
  /** From the first hour to the last, both included; it may go past midnight, as [22, 5]. */
  active_hours: z.tuple([hour, hour]),
  /** Monday is 0. */
  active_days: z.array(z.int().min(0).max(6)).min(1).max(7).default([0, 1, 2, 3, 4, 5, 6]),
  typical_interval_hours: z.number().positive().max(8_760).default(24),
  /** Whether the clock itself is a signal, each minute of the active hours. */
  ticks: z.boolean().default(false),
});
const networkPriorSchema = z.strictObject({
  endpoints: z
    .array(z.url({ protocol: /^https?$/, error: 'expected an address like https://example.org/status' }))
    .min(1)
    .max(32),
  every_seconds: z.int().min(10).max(86_400).default(300),
});
const mailPriorSchema = z.strictObject({
  mailboxes: z.array(z.string().min(1).max(64)).min(1).max(32).optional(),
  relevant_senders: words,
  relevant_words: words,
  /** Whether a mail matters only if it asks its reader for something. */
  wants_answer: z.boolean().default(false),
});
const hookPriorSchema = z.strictObject({
  hooks: z.array(z.string().min(1).max(64)).min(1).max(32),
  relevant_words: words,
});
const taskPriorSchema = z.strictObject({
  states: z
    .array(z.enum(['completed', 'rejected', 'failed', 'dead']))
    .min(1)
    .default(['failed', 'dead']),
});
const hostPriorSchema = z.strictObject({
  /** `load`: of one core, 1 is all of it; `memory`, `disk`: the share in use. */
  metrics: z
    .array(z.enum(['load', 'memory', 'disk']))
    .min(1)
    .default(['load', 'memory', 'disk']),
  /** The share from which a value matters by itself. */
  high: z.number().min(0).max(64).default(0.9),
});

/** What a module says of what matters to it, by source. */
export const signalPriorsSchema = z.strictObject({
  filesystem: filesystemPriorSchema.optional(),
  memory: memoryPriorSchema.optional(),
  time: timePriorSchema.optional(),
  network: networkPriorSchema.optional(),
  mail: mailPriorSchema.optional(),
  hook: hookPriorSchema.optional(),
  task: taskPriorSchema.optional(),
  host: hostPriorSchema.optional(),
});
export type SignalPriors = z.infer<typeof signalPriorsSchema>;

/** The line that a module has until it says or learns another one. */
export const defaultThreshold = 0.65;

/** A module of Pulse: what is worth a question to the agent, and which question. */
export const fingerprintSchema = z.strictObject({
  module_id: name,
  /** Modules that name the same cluster share a window and a model, and wake the agent once. */
  cluster: name,
  /** Of the module, as its author counts. */
  version: z.string().trim().min(1).max(64),
  /** The question, with placeholders such as `{location}`. */
  question_template: z.string().trim().min(1).max(2_000),
  /** Other questions by source, or by source and change: `{"time": "…", "filesystem.deleted": "…"}`. */
  question_templates: z.record(z.string().max(64), z.string().trim().min(1).max(2_000)).optional(),
  /** From this score on the agent is woken: higher is more selective. 0 to 1. */
  default_threshold: z.number().min(0).max(1),
  signal_priors: signalPriorsSchema.default({}),
  /** The zone of its hours; default: the owner's. */
  time_zone: timeZoneSchema.optional(),
  /** The least pause between two wakes, in seconds. */
  cooldown_seconds: z.int().min(30).max(604_800).default(30),
  /** No wake from the first hour up to the last one; what passes is asked afterwards. Default: the owner's quiet hours. */
  quiet_hours: z.tuple([hour, hour]).nullable().optional(),
  /** Its wakes are never held back for doing little for what the agent pursues. */
  urgent: z.boolean().optional(),
  /** How many wakes a day its threshold is learned for; without it, for a share of useful ones. */
  alerts_per_day: z.number().positive().max(1_000).optional(),
});
/** A module as it is stored: every default is filled in. */
export type Fingerprint = z.infer<typeof fingerprintSchema>;
/** A module as its author writes it. */
export type FingerprintInput = z.input<typeof fingerprintSchema>;
