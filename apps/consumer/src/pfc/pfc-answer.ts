import type { Answer } from '../http/problems.ts';

/** An error as a client of the PFC knows it: input that does not match is 400, and the code and the sentence stand in `error` too. */
export function pfcAnswer(answer: Answer): Answer {
  const field = answer.issues?.[0]?.path;
  return {
    ...answer,
    status: answer.status === 422 ? 400 : answer.status,
    error: {
      code: answer.code,
      message: answer.detail,
      ...(field === undefined || field === '' ? {} : { field }),
    },
  };
}
