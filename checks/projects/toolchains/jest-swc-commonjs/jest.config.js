/** @type {import('jest').Config} */
module.exports = {
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '\\.[jt]s$': '@swc/jest' },
  // Before Node 24.9, Jest cannot load ES modules through `require`: of ours, swc makes CommonJS.
  transformIgnorePatterns: ['/node_modules/(?!(\\.pnpm/)?@cuecard[/+])'],
};
