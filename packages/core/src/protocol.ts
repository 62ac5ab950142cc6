// The specification's own types, as far as prompts use them: `schema.ts` of revision 2025-11-25, which older revisions
// are subsets of. They are type aliases and hold mutable arrays because both official SDKs declare theirs that way.

/** Who speaks in a message. MCP prompts have no system role. */
export type Role = 'user' | 'assistant';

/** Hints on how a client uses a piece of content. */
export type Annotations = {
  /** Whom the content is meant for. */
  audience?: Role[];
  /** From 0, which is optional, to 1, which is required. */
  priority?: number;
  /** ISO 8601; since 2025-06-18. */
  lastModified?: string;
};

/** A picture that a client may show beside a prompt or resource; since 2025-11-25. */
export type Icon = {
  /** An `https:` or `data:` URI. */
  src: string;
  mimeType?: string;
  /** Such as `48x48`, or `any`. */
  sizes?: string[];
  theme?: 'light' | 'dark';
};

type Meta = { [key: string]: unknown };

type Content = { annotations?: Annotations; _meta?: Meta };

export type TextContent = Content & { type: 'text'; text: string };

/** `data` is base64. */
export type ImageContent = Content & { type: 'image'; data: string; mimeType: string };

/** `data` is base64; since 2025-03-26. */
export type AudioContent = Content & { type: 'audio'; data: string; mimeType: string };

type Contents = {
  uri: string;
  /** Since 2025-06-18, in the examples of the specification alone: the official SDKs' clients drop it. */
  name?: string;
  /** As `name`. */
  title?: string;
  mimeType?: string;
  _meta?: Meta;
};

export type TextResourceContents = Contents & { text: string };

/** `blob` is base64. */
export type BlobResourceContents = Contents & { blob: string };

export type ResourceContents = TextResourceContents | BlobResourceContents;

export type EmbeddedResource = Content & { type: 'resource'; resource: ResourceContents };

/** Something the server can read, as `resources/list` tells it. */
export type Resource = {
  uri: string;
  name: string;
  title?: string;
  description?: string;
  mimeType?: string;
  /** In bytes. */
  size?: number;
  icons?: Icon[];
  annotations?: Annotations;
  _meta?: Meta;
};

/** Resources of one kind, by an RFC 6570 template of their URIs, as `resources/templates/list` tells it. */
export type ResourceTemplate = {
  uriTemplate: string;
  name: string;
  title?: string;
  description?: string;
  /** Only where all that match have it. */
  mimeType?: string;
  icons?: Icon[];
  annotations?: Annotations;
  _meta?: Meta;
};

/** Since 2025-06-18. */
export type ResourceLink = Resource & { type: 'resource_link' };

export type ContentBlock = TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource;

export type PromptMessage = { role: Role; content: ContentBlock };

export type PromptArgument = { name: string; title?: string; description?: string; required?: boolean };

/** What an entry of a list has, whatever is listed. */
export type ListEntry = { name: string; title?: string; description?: string; icons?: Icon[]; _meta?: Meta };

/** What a page of a list has beside its entries. */
export type ListPage = {
  nextCursor?: string;
  /** For how many milliseconds a client may keep the page; since 2026-07-28. */
  ttlMs?: number;
  /** Whether others may be given the same page; since 2026-07-28. */
  cacheScope?: 'public' | 'private';
  _meta?: Meta;
};

/** A prompt as `prompts/list` declares it. */
export type Prompt = ListEntry & { arguments?: PromptArgument[] };

export type ListPromptsParams = { cursor?: string };

export type ListPromptsResult = ListPage & { prompts: Prompt[] };

export type GetPromptParams = { name: string; arguments?: { [name: string]: string } };

export type GetPromptResult = { description?: string; messages: PromptMessage[]; _meta?: Meta };

export type CompleteParams = {
  ref: { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string };
  argument: { name: string; value: string };
  /** Since 2025-06-18. */
  context?: { arguments?: { [name: string]: string } };
};

export type CompleteResult = {
  /** `values` are at most 100. */
  completion: { values: string[]; total?: number; hasMore?: boolean };
  _meta?: Meta;
};

export type ListResourcesParams = { cursor?: string };

export type ListResourcesResult = { resources: Resource[]; nextCursor?: string; _meta?: Meta };

export type ListResourceTemplatesParams = { cursor?: string };

export type ListResourceTemplatesResult = { resourceTemplates: ResourceTemplate[]; nextCursor?: string; _meta?: Meta };

/** A result that says no more than that it is done. */
export type EmptyResult = { _meta?: Meta };

export type SubscribeParams = { uri: string };

export type ReadResourceParams = { uri: string };

export type ReadResourceResult = { contents: ResourceContents[]; _meta?: Meta };

/** One field of a form that a client shows; since 2025-06-18. */
export type FormField =
  | {
      type: 'string';
      title?: string;
      description?: string;
      minLength?: number;
      maxLength?: number;
      format?: 'email' | 'uri' | 'date' | 'date-time';
      default?: string;
    }
  | { type: 'string'; title?: string; description?: string; enum: string[]; default?: string }
  | {
      type: 'number' | 'integer';
      title?: string;
      description?: string;
      minimum?: number;
      maximum?: number;
      default?: number;
    }
  | { type: 'boolean'; title?: string; description?: string; default?: boolean };

/** A question to the person at the client (client/elicitation); since 2025-06-18. */
export type ElicitRequest = {
  message: string;
  requestedSchema: { type: 'object'; properties: { [name: string]: FormField }; required?: string[] };
};

export type ElicitResult = {
  action: 'accept' | 'decline' | 'cancel';
  /** Only with `accept`. */
  content?: { [name: string]: string | number | boolean | string[] } | undefined;
};

/** The most values that a completion may have (server/utilities/completion). */
export const MAX_VALUES = 100;
