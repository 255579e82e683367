import type { Request, Response } from 'express';
import { type Answer, answerOf, problemDocument } from './problems.ts';
import { openAiError } from '../completions/errors.ts';

/**
 * Answers an error: as a problem document, below /v1 in OpenAI's shape. A response that has begun can only be cut.
 * Returns the answer, for the log.
 */
export function sendError(request: Request, response: Response, error: unknown): Answer {
  const answer = answerOf(error);
  if (response.headersSent) {
    response.destroy();
    return answer;
  }
  response.set(answer.headers ?? {});
  // Whoever sends too much, or has not said who it is, is not listened to any further.
  if (answer.status === 413 || answer.status === 401) response.set('Connection', 'close');
  if (request.path.startsWith('/v1/')) {
    const { status, body } = openAiError(answer);
    response.status(status).json(body);
  } else {
    response
      .status(answer.status)
      .type('application/problem+json')
      .send(JSON.stringify(problemDocument(answer, request.path)));
  }
  return answer;
}
