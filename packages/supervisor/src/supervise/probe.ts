/** The result of one probe of an app's health address. */
export type ProbeResult = { readonly ok: true } | { readonly ok: false; readonly reason: string };

/** Asks `path` on a port of 127.0.0.1; well is a 2xx in time, everything else says why not. */
export async function probe(
  port: number,
  path: '/ready' | '/health',
  timeoutMs: number,
): Promise<ProbeResult> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    return response.ok ? { ok: true } : { ok: false, reason: said(response.status, text) };
  } catch (error) {
    const late = error instanceof Error && error.name === 'TimeoutError';
    return {
      ok: false,
      reason: late ? `no answer within ${timeoutMs} ms` : 'nothing answers on its health port',
    };
  }
}

function said(status: number, text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim().slice(0, 300);
  return line === '' ? `its health address says ${status}` : `its health address says ${status}: ${line}`;
}
