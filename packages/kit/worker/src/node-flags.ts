/**
 * How Node runs a worker, wherever it is started. By itself V8 lets the space of young objects grow to 48 MB a process, and the
 * space of old ones to four times what is alive before it looks, and gives little of it back; eight small workers on one machine
 * need it elsewhere. With these limits old objects are looked at when they have grown by half. Measured with bench/footprint.ts:
 * a third less resident memory under load. A worker that needs more than 384 MB of objects has lost something; it ends, and is
 * started again.
 */
export const nodeFlags: readonly string[] = ['--max-semi-space-size=2', '--max-old-space-size=384'];
