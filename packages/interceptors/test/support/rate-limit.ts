import { expect } from '@jest/globals';
import { RateLimiterMemory } from 'rate-limiter-flexible';

export const memory = (points: number) => new RateLimiterMemory({ points, duration: 60 });
export const ok = 'no refusal';
export const tooMany: object = {
  name: 'TooManyRequestsError',
  message: expect.stringMatching(/^Too many requests: try again in \d+ s$/),
  code: 429,
  data: { retryAfterMs: expect.any(Number) },
};
