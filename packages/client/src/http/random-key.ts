/** A new name for a request, of 128 random bits: an Idempotency-Key. */
export function randomKey(): string {
  return hexOf(globalThis.crypto.getRandomValues(new Uint8Array(16)));
}

/** Bytes as lower-case hexadecimal digits. */
export function hexOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
