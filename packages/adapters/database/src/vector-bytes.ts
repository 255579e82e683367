const scaleBytes = 4;
const steps = 127;

/**
 * A vector as it is stored where a hundredth of its largest component does not matter: its step as a 32-bit float, little endian, then one
 * signed byte a component. A quarter of its size; no component is off by more than half a step, 1/254 of the largest.
 */
export function vectorBytes(vector: Float32Array): Buffer {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const bytes = Buffer.alloc(scaleBytes + vector.length);
  bytes.writeFloatLE(largest / steps);
  const step = bytes.readFloatLE() || 1;
  for (const [i, value] of vector.entries())
    bytes.writeInt8(Math.max(-steps, Math.min(steps, Math.round(value / step))), scaleBytes + i);
  return bytes;
}

/** The vector that `vectorBytes` stored. */
export function vectorOf(bytes: Buffer): Float32Array {
  const step = bytes.readFloatLE();
  return Float32Array.from(
    { length: bytes.length - scaleBytes },
    (_, i) => bytes.readInt8(scaleBytes + i) * step,
  );
}
