import { Arg, onCallTool, RequestError, type RequestContext, Tool, type ToolHandler } from '@cuecard/core';
import { IsEmail, IsIn, IsInt } from 'class-validator';

// The names and what is asked are the conformance suite's.

class Question {
  @Arg({ description: 'What to ask the user' })
  message!: string;
}

class Account {
  @Arg({ description: "User's response" })
  username!: string;

  @Arg({ description: "User's email address" })
  @IsEmail()
  email!: string;
}

@Tool({ name: 'test_elicitation', description: 'Asks the user for a name and an address', args: Question })
export class AccountTool implements ToolHandler<Question> {
  async call({ message }: Question, context: RequestContext) {
    const { username, email } = await context.ask(Account, message);
    return `User response: ${username}, ${email}`;
  }
}

class Defaults {
  @Arg()
  name = 'John Doe';

  @Arg()
  @IsInt()
  age = 30;

  @Arg()
  score = 95.5;

  @Arg()
  @IsIn(['active', 'inactive', 'pending'])
  status = 'active';

  @Arg()
  verified = true;
}

@Tool({ name: 'test_elicitation_sep1034_defaults', description: 'Asks with a form that is filled in already' })
export class DefaultsTool implements ToolHandler {
  async call(_: object, context: RequestContext) {
    return `The user said ${JSON.stringify(await context.ask(Defaults, 'Is this right?'))}`;
  }
}

class Choices {
  @Arg()
  @IsIn(['option1', 'option2', 'option3'])
  untitledSingle!: string;

  @Arg({ titles: { value1: 'First Option', value2: 'Second Option', value3: 'Third Option' } })
  @IsIn(['value1', 'value2', 'value3'])
  titledSingle!: string;

  @Arg({ titles: { opt1: 'Option One', opt2: 'Option Two', opt3: 'Option Three' } })
  @IsIn(['opt1', 'opt2', 'opt3'])
  legacyEnum!: string;

  @Arg({ items: String })
  @IsIn(['option1', 'option2', 'option3'], { each: true })
  untitledMulti!: string[];

  @Arg({ items: String, titles: { value1: 'First Choice', value2: 'Second Choice', value3: 'Third Choice' } })
  @IsIn(['value1', 'value2', 'value3'], { each: true })
  titledMulti!: string[];
}

@Tool({ name: 'test_elicitation_sep1330_enums', description: 'Asks the user to choose' })
export class ChoicesTool implements ToolHandler {
  async call(_: object, context: RequestContext) {
    return `The user said ${JSON.stringify(await context.ask(Choices, 'What do you choose?'))}`;
  }
}

class UserName {
  @Arg()
  name!: string;
}

@Tool({ name: 'test_input_required_result_elicitation', description: 'Greets the user by name' })
export class GreetingTool implements ToolHandler {
  async call(_: object, context: RequestContext) {
    const { name } = await context.ask(UserName, 'What is your name?');
    return `Hello, ${name}!`;
  }
}

@Tool({ name: 'test_streaming_elicitation', description: 'Asks the user after it has reported progress' })
export class ReportingGreetingTool implements ToolHandler {
  async call(_: object, context: RequestContext) {
    context.progress(0, 1);
    const { name } = await context.ask(UserName, 'What is your name?');
    return `Hello, ${name}!`;
  }
}

@Tool({
  name: 'test_input_required_result_capabilities',
  description: 'Asks the user, which a client may be unable to do',
})
export class FormsTool extends GreetingTool {}

class Confirmation {
  @Arg()
  ok!: boolean;
}

@Tool({ name: 'test_input_required_result_request_state', description: 'Asks the user to confirm' })
export class ConfirmationTool implements ToolHandler {
  async call(_: object, context: RequestContext) {
    const { ok } = await context.ask(Confirmation, 'Please confirm');
    return ok ? 'state-ok' : 'refused';
  }
}

@Tool({ name: 'test_input_required_result_tampered_state', description: 'Asks the user to confirm what may be forged' })
export class GuardedConfirmationTool extends ConfirmationTool {}

class Colour {
  @Arg()
  color!: string;
}

@Tool({ name: 'test_input_required_result_multi_round', description: 'Asks the user twice' })
export class TwoQuestionsTool implements ToolHandler {
  async call(_: object, context: RequestContext) {
    const { name } = await context.ask(UserName, 'Step 1: What is your name?');
    const { color } = await context.ask(Colour, 'Step 2: What is your favorite color?');
    return `${name} likes ${color}.`;
  }
}

const requireSampling = onCallTool((call, next) => {
  if (call.context.client?.capabilities?.['sampling'] !== undefined) return next();
  const data = { requiredCapabilities: { sampling: {} } };
  throw new RequestError('This tool is only for clients that sample', { code: -32021, data });
});

@Tool({
  name: 'test_missing_capability',
  description: 'Refuses clients that do not sample',
  interceptors: [requireSampling],
})
export class CapabilityTool implements ToolHandler {
  call = () => 'This client samples.';
}
