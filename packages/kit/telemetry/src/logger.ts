import { isSalienceError } from '@salience/errors';
import pino from 'pino';
import { bufferedLines } from './buffered-lines.ts';
import { logFields } from './names.ts';
import { prettyLine } from './pretty-line.ts';
import { redactContent } from './redaction.ts';
import { errorTypeOf, framesOf, tellableMessage } from './spans.ts';
import { activeSpanFields } from './traceparent.ts';

/** The log level; `silent` writes nothing. */
export type LogLevel = 'debug' | 'error' | 'fatal' | 'info' | 'silent' | 'trace' | 'warn';

/** The format of lines: one JSON object each, or text for people. */
export type LogFormat = 'json' | 'pretty';

/** Where log lines go. Each call receives one whole line with its newline. */
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
 * A structured log. Messages are constant strings and data are fields. Fields that could hold what people wrote, or a credential, are
 * replaced by `[redacted]` at any depth.
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

/** Options of `createLogger`. */
export interface LoggerSettings {
  readonly service: string;
  readonly instanceId: string;
  readonly level: LogLevel;
  readonly format: LogFormat;
  /** Standard output by default, where lines of JSON are gathered for up to 100 ms; an error and the end of the process write them at once. */
  readonly destination?: LogDestination | undefined;
}

/** Creates the log of a process. */
export function createLogger(settings: LoggerSettings): Logger {
  const { service, instanceId, level, format } = settings;
  const lines = settings.destination ?? standardOutput(format);
  const destination =
    format === 'pretty' ? { write: (line: string) => lines.write(prettyLine(line)) } : lines;
  const log = pino(
    {
      level,
      base: { [logFields.service]: service, [logFields.instance]: instanceId },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: redactContent },
      serializers: { err: describeError },
      mixin: activeSpanFields,
    },
    destination,
  );
  return withRedactedChildren(log);
}

/** Standard output, written synchronously. Text for people is not held back. */
function standardOutput(format: LogFormat): LogDestination {
  const out = pino.destination({ fd: 1, sync: true });
  if (format === 'pretty') return out;
  const lines = bufferedLines(out);
  // Also after an exception that nobody caught.
  process.once('exit', lines.flush);
  return lines;
}

/** Fields of child loggers bypass `formatters.log`. The library's own redaction would cover them, at ten times the cost of a line. */
function withRedactedChildren(log: pino.Logger): Logger {
  const child = log.child.bind(log);
  const redacting = (fields: object): Logger => withRedactedChildren(child(redactContent({ ...fields })));
  return Object.assign(log, { child: redacting });
}

/** A log that writes nothing. */
export const silentLogger: Logger = pino({ level: 'silent' });

/**
 * Serialises an error for the log. Only fields known to be free of content: model SDKs keep whole prompts, and Postgres errors whole
 * rows, in properties that a generic serializer would print.
 */
function describeError(error: unknown, depth = 0): unknown {
  const described: Record<string, unknown> = {
    type: errorTypeOf(error),
    message: tellableMessage(error),
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
