import { SamplingDecision, TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace';

/**
 * Whether a new trace is sent, by its id alone: every process with the same ratio decides the same, and what a lower
 * ratio keeps a higher one keeps too.
 */
export function sampledBy(ratio: number): (traceId: string) => boolean {
  const sampler = new TraceIdRatioBasedSampler(ratio);
  return (traceId) =>
    sampler.shouldSample(undefined, traceId).decision === SamplingDecision.RECORD_AND_SAMPLED;
}
