import { type Faults, faultsSchema } from '@salience/worker';

/** What to do at a named point. The points stand in the README. */
export type FaultsByPoint = Readonly<
  Record<string, Partial<Faults[string]> & Pick<Faults[string], 'action'>>
>;

/** The environment that plants faults in an app that is started with it. Throws when the worker would not take them. */
export function faultsEnv(faults: FaultsByPoint): { readonly SALIENCE_FAULTS: string } {
  faultsSchema.parse(faults);
  return { SALIENCE_FAULTS: JSON.stringify(faults) };
}
