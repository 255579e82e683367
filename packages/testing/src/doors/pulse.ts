// The judge of runs in which signals are sensed, judged and asked about, with what whoever runs one knows of the world.
export { checkPulse, type PulseResult, type PulseStats } from '../pulse/check-pulse.ts';
export { readTree } from '../pulse/tree-violations.ts';
export type { GivenLabel, PulseWitnesses } from '../pulse/witnesses.ts';
export { type PulseActors, pulseActors } from '../pulse/pulse-actors.ts';
