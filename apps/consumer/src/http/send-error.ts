import type { Request, Response } from 'express';
import { type Answer, answerOf, problemDocument } from './problems.ts';
import { openAiError } from '../completions/errors.ts';
import { pfcAnswer } from '../pfc/pfc-answer.ts';
import type { Route } from './route.ts';

/** How long the rest of an unwanted body is discarded, so that its sender can read the response. */
const lingerMs = 2_000;

/**
 * Answers an error with a problem document, below /v1 in OpenAI's shape. A response in progress can only be cut. Returns the
 * response, for the log.
 */
export function sendError(
  request: Request,
  response: Response,
  error: unknown,
  dialect?: Route['dialect'],
): Answer {
  const answer = dialect === 'pfc' ? pfcAnswer(answerOf(error)) : answerOf(error);
  if (response.headersSent) {
    response.destroy();
    return answer;
  }
  response.set(answer.headers ?? {});
  if (request.path.startsWith('/v1/')) {
    const { status, body } = openAiError(answer);
    response.status(status).type('application/json');
    send(request, response, JSON.stringify(body));
  } else {
    response.status(answer.status).type('application/problem+json');
    send(request, response, JSON.stringify(problemDocument(answer, request.path)));
  }
  return answer;
}

/**
 * A client that sends an unwanted body is disconnected after the response. Closing at once would reset the connection and lose the
 * response, so further input is discarded for a moment.
 */
function send(request: Request, response: Response, body: string): void {
  if (request.complete || !hasBody(request)) {
    response.send(body);
    return;
  }
  response.set('Connection', 'close');
  if (request.method === 'HEAD') {
    response.send(body);
    return;
  }
  response.set('Content-Length', String(Buffer.byteLength(body))).write(body);
  const end = (): void => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, lingerMs);
  request.once('end', end).once('close', end).resume();
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
