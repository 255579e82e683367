export { answerHttp } from './answer-http.ts';
export type { CallId, Calls } from './cancellable.ts';
export { isRpcMessage, protocolVersions } from './rpc-message.ts';
export { serveStdio } from './serve-stdio.ts';
