// `create-cuecard …` is `cuecard new project …`.
const command = new URL('../bin/cuecard.js', import.meta.resolve('@cuecard/cli'));
process.argv.splice(2, 0, 'new', 'project');
await import(command.href);
