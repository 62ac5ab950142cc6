import { EventEmitter, once } from 'node:events';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';

type Args = Readonly<Record<string, unknown>>;

/** A user with an official client. */
export class Person {
  /** The messages of all elicitations. */
  readonly questions: string[] = [];
  /** Whether the user confirms. */
  confirms = true;
  readonly client = new Client(
    { name: 'test', version: '1.0.0' },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: 'auto' } },
  );
  readonly #updates = new EventEmitter();

  static async connect(transport: Transport): Promise<Person> {
    const person = new Person();
    const { client } = person;
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      person.questions.push(params.message);
      return { action: 'accept', content: { sure: person.confirms } };
    });
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      person.#updates.emit(params.uri);
    });
    await client.connect(transport);
    return person;
  }

  static withToken(url: string, token: string): Promise<Person> {
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    return Person.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  }

  /** Returns the structured result of a tool, or the text of its error. */
  async call(name: string, args: Args): Promise<unknown> {
    const { content, structuredContent, isError } = await this.client.callTool({ name, arguments: { ...args } });
    return isError === true
      ? content.map((block) => ('text' in block ? block.text : block.type)).join()
      : structuredContent;
  }

  /** Returns the text of a resource, parsed if it is JSON. */
  async read(uri: string): Promise<unknown> {
    const [contents] = (await this.client.readResource({ uri })).contents;
    const { mimeType, text } = contents as { mimeType?: string; text: string };
    return mimeType === 'application/json' ? (JSON.parse(text) as unknown) : text;
  }

  async prompt(name: string, args: Record<string, string>): Promise<string> {
    return JSON.stringify((await this.client.getPrompt({ name, arguments: args })).messages);
  }

  /** Returns the names or URIs of everything that this user may know. */
  async names(): Promise<string[]> {
    const { prompts } = await this.client.listPrompts();
    const { tools } = await this.client.listTools();
    const { resources } = await this.client.listResources();
    return [...[...prompts, ...tools].map(({ name }) => name), ...resources.map(({ uri }) => uri)];
  }

  /** Waits until a resource has changed after an action. */
  async updateOf(uri: string, act: () => Promise<unknown>): Promise<void> {
    const subscription = await this.client.listen({ resourceSubscriptions: [uri] });
    const updated = once(this.#updates, uri);
    await act();
    await updated;
    await subscription.close();
  }

  close(): Promise<void> {
    return this.client.close();
  }
}
