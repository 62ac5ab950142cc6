// In CommonJS mode Jest cannot load ES modules below Node 24.9, so they are compiled as well.
const modules = ['@cuecard', 'jose'];

module.exports = {
  rootDir: 'src',
  testRegex: '\\.spec\\.ts$',
  transform: { '\\.[jt]s$': '@swc/jest' },
  transformIgnorePatterns: [`/node_modules/(?!(?:\\.pnpm/|.*/)?(?:${modules.join('|').replaceAll('/', '[/+]')}))`],
};
