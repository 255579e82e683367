import fc from 'fast-check';
import { hostileJson, hostileText } from './hostile-values.ts';

/** Texts that people send. */
export const words = fc.constantFrom('hello', 'Where does my sister live?', 'ünïcødé ✓', 'remember the milk');

/** A field that is mostly right, sometimes strange, sometimes anything. */
export function field<T>(
  right: fc.Arbitrary<T>,
  strange: fc.Arbitrary<unknown> = hostileText,
): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 30, arbitrary: right },
    { weight: 2, arbitrary: strange },
    { weight: 1, arbitrary: hostileJson },
  );
}

/** An unknown key spoils a strict body, so only bodies that are long anyway keep it. */
export function mostlyWithout<T extends object>(key: keyof T): (value: T) => Partial<T> {
  return (value) => {
    const text = JSON.stringify(value) ?? '';
    if (text.length % 7 === 0) return value;
    const { [key]: _, ...rest } = value;
    return rest as Partial<T>;
  };
}
