import type { Policy } from '../src/index.ts';
import { shippedVersion3 } from './shipped-version-3.ts';

const { 'act.remember_penalty': _, ...weights } = shippedVersion3.weights;

/** The shipped policy before it took anything off ACT where a message asks to keep something: decisions stored with it replay for ever. */
export const shippedVersion2: Policy = { name: 'shipped', version: 2, weights };
