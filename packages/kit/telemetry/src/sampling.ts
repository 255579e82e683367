import { SamplingDecision, TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace';

/**
 * Decides from its id alone whether a new trace is sent. Every process with the same ratio decides the same, and a higher ratio keeps
 * everything that a lower one keeps.
 */
export function sampledBy(ratio: number): (traceId: string) => boolean {
  const sampler = new TraceIdRatioBasedSampler(ratio);
  return (traceId) =>
    sampler.shouldSample(undefined, traceId).decision === SamplingDecision.RECORD_AND_SAMPLED;
}
