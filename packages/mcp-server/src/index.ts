export { answerHttp } from './answer-http.ts';
export { serveStdio } from './serve-stdio.ts';
