import { isSalienceError, messageOf } from '@salience/errors';
import pino from 'pino';
import { logFields } from './names.ts';
import { prettyLine } from './pretty-line.ts';
import { redactContent, redactedKeys, redactedMark } from './redaction.ts';
import { errorMessageCharsMax, errorTypeOf, framesOf } from './spans.ts';
import { activeSpanContext } from './traceparent.ts';

/** How much is logged; `silent` is nothing at all. */
export type LogLevel = 'debug' | 'error' | 'fatal' | 'info' | 'silent' | 'trace' | 'warn';

/** How lines look: one JSON object each, or a line for human eyes. */
export type LogFormat = 'json' | 'pretty';

/** Where log lines go; each call gets one whole line with its newline. */
export interface LogDestination {
  write(line: string): void;
}

/** Writes one line: fields and a constant message, or a message alone. */
export interface LogMethod {
  /** Data goes into `fields`; an error goes into `fields.err`. */
  (fields: object, message: string): void;
  (message: string): void;
}

/**
 * A structured log. Messages are constant strings, data are fields; fields that could hold what people
 * wrote, or a credential, are replaced by `[redacted]` at any depth.
 */
export interface Logger {
  readonly trace: LogMethod;
  readonly debug: LogMethod;
  readonly info: LogMethod;
  readonly warn: LogMethod;
  readonly error: LogMethod;
  readonly fatal: LogMethod;
  /** A log whose lines carry `fields` too. */
  child(fields: object): Logger;
}

/** What a log needs to know about its process. */
export interface LoggerSettings {
  readonly service: string;
  readonly instanceId: string;
  readonly level: LogLevel;
  readonly format: LogFormat;
  /** Standard output by default, written synchronously: the last line before a crash is not lost. */
  readonly destination?: LogDestination | undefined;
}

/** Creates the log of a process. */
export function createLogger(settings: LoggerSettings): Logger {
  const { service, instanceId, level, format } = settings;
  const lines = settings.destination ?? pino.destination({ fd: 1, sync: true });
  const destination =
    format === 'pretty' ? { write: (line: string) => lines.write(prettyLine(line)) } : lines;
  return pino(
    {
      level,
      base: { [logFields.service]: service, [logFields.instance]: instanceId },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: redactContent },
      // Fields of child logs bypass `formatters.log`; these paths catch them.
      redact: { paths: redactedKeys.flatMap((key) => [`["${key}"]`, `*["${key}"]`]), censor: redactedMark },
      serializers: { err: describeError },
      mixin: activeSpanFields,
    },
    destination,
  );
}

/** A log that writes nothing. */
export const silentLogger: Logger = pino({ level: 'silent' });

function activeSpanFields(): Record<string, string> {
  const span = activeSpanContext();
  return span === undefined ? {} : { [logFields.traceId]: span.traceId, [logFields.spanId]: span.spanId };
}

/**
 * An error as a log shows it. Only fields known to be free of content: model SDKs keep whole prompts, and
 * Postgres errors whole rows, in properties that a generic serializer would print.
 */
function describeError(error: unknown, depth = 0): unknown {
  const described: Record<string, unknown> = {
    type: errorTypeOf(error),
    message: messageOf(error).slice(0, errorMessageCharsMax),
  };
  if (!(error instanceof Error)) return described;
  described['stack'] = framesOf(error);
  if ('code' in error && typeof error.code === 'string') described['code'] = error.code;
  if (isSalienceError(error)) {
    described['kind'] = error.kind;
    described['data'] = redactContent({ ...error.data });
  }
  if (error.cause !== undefined && depth < 3) described['cause'] = describeError(error.cause, depth + 1);
  return described;
}
