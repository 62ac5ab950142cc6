// `create-cuecard …` is `cuecard new project …`.
const command = new URL('../bin/cuecard.js', import.meta.resolve('@cuecard/cli'));
if (process.argv.includes('--help') || process.argv.includes('-h'))
  process.stdout.write(
    'Usage: npm create cuecard@latest <folder> -- [options]\n\nIt runs `cuecard new project <folder>`:\n\n',
  );
process.argv.splice(2, 0, 'new', 'project');
await import(command.href);
