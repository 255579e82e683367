export { createMcpServer } from './create-mcp-server.ts';
export { answerHttp } from './answer-http.ts';
export { serveStdio } from './serve-stdio.ts';
