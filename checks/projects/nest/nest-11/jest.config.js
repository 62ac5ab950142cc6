// In CommonJS mode Jest cannot load ES modules below Node 24.9, so they are compiled as well.
const modules = [
  '@cuecard',
  'jose',
  'file-type',
  'strtok3',
  'token-types',
  'uint8array-extras',
  '@tokenizer',
  '@borewit',
];

module.exports = {
  rootDir: 'src',
  testRegex: '\\.spec\\.ts$',
  transform: { '\\.[jt]s$': '@swc/jest' },
  transformIgnorePatterns: [`/node_modules/(?!(?:\\.pnpm/|.*/)?(?:${modules.join('|').replaceAll('/', '[/+]')}))`],
};
