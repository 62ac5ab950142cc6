// oxlint-disable no-require-imports -- CommonJS, as older packages are
const { Prompt } = require('@cuecard/core');

class Greeting {
  render() {
    return 'Hello';
  }
}

Prompt({ description: 'Greets' })(Greeting);

module.exports = { Greeting, core: require('@cuecard/core'), nestjs: require('@cuecard/nestjs') };
