/**
 * Bytes of a protobuf message, kept in pieces so that a message of many megabytes is copied once,
 * when it is written out, and not once for every level it is nested in.
 */
export interface Message {
  readonly parts: readonly Uint8Array[];
  readonly size: number;
}

const WIRE_VARINT = 0;
const WIRE_BYTES = 2;
const WIRE_FIXED32 = 5;

/** A field holding a non-negative integer. */
export function integerField(number: number, value: number): Message {
  return single([...varint(number * 8 + WIRE_VARINT), ...varint(value)]);
}

/** A field holding a signed integer, in the two's complement form that `int64` uses. */
export function signedField(number: number, value: number): Message {
  return single([...varint(number * 8 + WIRE_VARINT), ...varint(BigInt.asUintN(64, BigInt(value)))]);
}

/** A field holding a 32-bit floating-point number. */
export function floatField(number: number, value: number): Message {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setFloat32(0, value, true);
  return join([single(varint(number * 8 + WIRE_FIXED32)), whole(bytes)]);
}

/** A field holding text. */
export function textField(number: number, value: string): Message {
  return bytesField(number, new TextEncoder().encode(value));
}

/** A field holding raw bytes; the bytes are referred to, not copied. */
export function bytesField(number: number, value: Uint8Array): Message {
  return messageField(number, whole(value));
}

/** A field holding another message. */
export function messageField(number: number, value: Message): Message {
  return join([single([...varint(number * 8 + WIRE_BYTES), ...varint(value.size)]), value]);
}

/** A message made of fields, in the order given. */
export function join(fields: readonly Message[]): Message {
  const parts = fields.flatMap((field) => field.parts);
  return { parts, size: parts.reduce((sum, part) => sum + part.length, 0) };
}

/** The finished bytes of a message. */
export function toBytes(message: Message): Uint8Array {
  const bytes = new Uint8Array(message.size);
  let offset = 0;
  for (const part of message.parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

function single(bytes: readonly number[]): Message {
  return whole(Uint8Array.from(bytes));
}

function whole(bytes: Uint8Array): Message {
  return { parts: [bytes], size: bytes.length };
}

/** Seven bits a byte, lowest first; the top bit says that more follow. */
function varint(value: number | bigint): number[] {
  const bytes: number[] = [];
  let rest = BigInt(value);
  while (rest > 127n) {
    bytes.push(Number(rest & 127n) | 128);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return bytes;
}
