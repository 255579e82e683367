import { createServer } from 'node:http';
import { startTelemetry, withSpan } from './src/index.ts';
const srv = createServer(() => {}).listen(0, '127.0.0.1'); await new Promise((r) => srv.once('listening', r));
for (const otlpEndpoint of [`http://127.0.0.1:${(srv.address() as { port: number }).port}`, 'http://127.0.0.1:9']) {
const t = startTelemetry({ service: 's', version: '1', instanceId: 'i', logLevel: 'info', logFormat: 'pretty', otlpEndpoint });
await withSpan('x', {}, () => 1); const s = performance.now(); await t.shutdown(); console.log('shutdown', Math.round(performance.now() - s)); }
srv.closeAllConnections(); srv.close(); const e = performance.now(); process.on('exit', () => console.log('exit after', Math.round(performance.now() - e)));
