/** From the least severe level to the most severe (server/utilities/logging). */
export const LOG_LEVELS: readonly unknown[] = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
];
