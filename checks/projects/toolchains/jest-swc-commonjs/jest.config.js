/** @type {import('jest').Config} */
module.exports = {
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '\\.ts$': '@swc/jest' },
};
