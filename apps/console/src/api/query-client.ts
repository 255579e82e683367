import { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './problem.ts';

const triesMax = 4;

/** Keeps answers. What the server refused is not asked for again by itself; what it could not answer is. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      gcTime: 300_000,
      networkMode: 'always',
      retry: (failures, error) =>
        failures < triesMax && (!(error instanceof ApiProblem) || error.status === 0 || error.status >= 500),
      retryDelay: (failures) => Math.min(250 * 2 ** failures, 5_000),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
