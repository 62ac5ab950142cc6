// The specification's types that Cuecard uses, from `schema.ts` of protocol revision 2025-11-25, which also covers
// older revisions. Both official SDKs declare type aliases with mutable arrays, and so does this file.

/** The sender of a message. MCP prompts have no system role. */
export type Role = 'user' | 'assistant';

/** Hints for how a client can use content. */
export type Annotations = {
  /** The intended audience. */
  audience?: Role[];
  /** From 0 (entirely optional) to 1 (effectively required). */
  priority?: number;
  /** An ISO 8601 date; since protocol revision 2025-06-18. */
  lastModified?: string;
};

/** An icon that a client may show next to a prompt or resource; since protocol revision 2025-11-25. */
export type Icon = {
  /** An `https:` or `data:` URI. */
  src: string;
  mimeType?: string;
  /** Sizes such as `48x48`, or `any`. */
  sizes?: string[];
  theme?: 'light' | 'dark';
};

type Meta = { [key: string]: unknown };

type Content = { annotations?: Annotations; _meta?: Meta };

export type TextContent = Content & { type: 'text'; text: string };

/** `data` is base64. */
export type ImageContent = Content & { type: 'image'; data: string; mimeType: string };

/** Audio, which protocol revision 2025-03-26 added. `data` is base64. */
export type AudioContent = Content & { type: 'audio'; data: string; mimeType: string };

type Contents = {
  uri: string;
  /** Since protocol revision 2025-06-18, but only in examples of the specification. The official SDKs drop it. */
  name?: string;
  /** Since protocol revision 2025-06-18, with the same limitation as `name`. */
  title?: string;
  mimeType?: string;
  _meta?: Meta;
};

export type TextResourceContents = Contents & { text: string };

/** `blob` is base64. */
export type BlobResourceContents = Contents & { blob: string };

export type ResourceContents = TextResourceContents | BlobResourceContents;

export type EmbeddedResource = Content & { type: 'resource'; resource: ResourceContents };

/** A resource that the server can read, as in `resources/list`. */
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

/** Describes resources whose URIs match an RFC 6570 template, as in `resources/templates/list`. */
export type ResourceTemplate = {
  uriTemplate: string;
  name: string;
  title?: string;
  description?: string;
  /** The MIME type of all matching resources. Omitted if their types differ. */
  mimeType?: string;
  icons?: Icon[];
  annotations?: Annotations;
  _meta?: Meta;
};

/** Since protocol revision 2025-06-18. */
export type ResourceLink = Resource & { type: 'resource_link' };

export type ContentBlock = TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource;

export type PromptMessage = { role: Role; content: ContentBlock };

export type PromptArgument = { name: string; title?: string; description?: string; required?: boolean };

/** The properties that all list entries have. */
export type ListEntry = { name: string; title?: string; description?: string; icons?: Icon[]; _meta?: Meta };

/** The properties of a list page other than its entries. */
export type ListPage = {
  nextCursor?: string;
  /** How long a client may cache the page, in milliseconds; since protocol revision 2026-07-28. */
  ttlMs?: number;
  /** Whether the cached page may be shared with other users; since protocol revision 2026-07-28. */
  cacheScope?: 'public' | 'private';
  _meta?: Meta;
};

export type Prompt = ListEntry & { arguments?: PromptArgument[] };

export type ListPromptsParams = { cursor?: string };

export type ListPromptsResult = ListPage & { prompts: Prompt[] };

export type GetPromptParams = { name: string; arguments?: { [name: string]: string } };

export type GetPromptResult = { description?: string; messages: PromptMessage[]; _meta?: Meta };

/** Hints about a tool; since protocol revision 2025-03-26. Clients must not rely on hints from untrusted servers. */
export type ToolAnnotations = {
  /** A display name. The tool's own `title` takes precedence. */
  title?: string;
  /** Whether the tool only reads and changes nothing. Default: false. */
  readOnlyHint?: boolean;
  /** Whether the tool's changes may be destructive instead of only adding something. Default: true. */
  destructiveHint?: boolean;
  /** Whether calling the tool again with the same arguments has no further effect. Default: false. */
  idempotentHint?: boolean;
  /** Whether the tool reaches beyond a closed domain, for example to the web. Default: true. */
  openWorldHint?: boolean;
};

export type Tool = ListEntry & {
  /** The JSON Schema of the arguments. */
  inputSchema: { type: 'object'; [keyword: string]: unknown };
  /** The JSON Schema of `structuredContent`; since protocol revision 2025-06-18. */
  outputSchema?: { type: 'object'; [keyword: string]: unknown };
  annotations?: ToolAnnotations;
};

export type ListToolsParams = { cursor?: string };

export type ListToolsResult = ListPage & { tools: Tool[] };

export type CallToolParams = { name: string; arguments?: { [name: string]: unknown } };

export type CallToolResult = {
  content: ContentBlock[];
  /** The output that the tool's output schema describes; since protocol revision 2025-06-18. */
  structuredContent?: { [name: string]: unknown };
  /** Whether the tool has failed. If so, `content` describes the error. */
  isError?: boolean;
  _meta?: Meta;
};

export type CompleteParams = {
  ref: { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string };
  argument: { name: string; value: string };
  /** Since protocol revision 2025-06-18. */
  context?: { arguments?: { [name: string]: string } };
};

export type CompleteResult = {
  /** At most 100 `values`. */
  completion: { values: string[]; total?: number; hasMore?: boolean };
  _meta?: Meta;
};

export type ListResourcesParams = { cursor?: string };

export type ListResourcesResult = { resources: Resource[]; nextCursor?: string; _meta?: Meta };

export type ListResourceTemplatesParams = { cursor?: string };

export type ListResourceTemplatesResult = { resourceTemplates: ResourceTemplate[]; nextCursor?: string; _meta?: Meta };

export type EmptyResult = { _meta?: Meta };

export type SubscribeParams = { uri: string };

export type ReadResourceParams = { uri: string };

export type ReadResourceResult = { contents: ResourceContents[]; _meta?: Meta };

/** The maximum number of values in a completion (server/utilities/completion). */
export const MAX_SUGGESTIONS = 100;

/** A value, and the title that clients show instead of it. */
export type TitledValue = { const: string; title: string };

/** One field of an elicitation form; since protocol revision 2025-06-18. */
export type FormField = { title?: string; description?: string } & (
  | {
      type: 'string';
      minLength?: number;
      maxLength?: number;
      format?: 'email' | 'uri' | 'date' | 'date-time';
      default?: string;
    }
  | {
      type: 'string';
      enum: string[];
      /** The titles that clients show instead of the values; only in protocol revision 2025-06-18. */
      enumNames?: string[];
      default?: string;
    }
  | {
      /** A choice of one value. Clients show the titles; since protocol revision 2025-11-25. */
      type: 'string';
      oneOf: TitledValue[];
      default?: string;
    }
  | {
      type: 'number' | 'integer';
      minimum?: number;
      maximum?: number;
      default?: number;
    }
  | { type: 'boolean'; default?: boolean }
  | MultiSelectField<{ type: 'string'; enum: string[] }>
  | MultiSelectField<{ anyOf: TitledValue[] }>
);

/** A choice of several values; since protocol revision 2025-11-25. */
type MultiSelectField<Items> = {
  type: 'array';
  minItems?: number;
  maxItems?: number;
  items: Items;
  default?: string[];
};

/** The parameters of an elicitation (client/elicitation); since protocol revision 2025-06-18. */
export type ElicitRequest = {
  message: string;
  requestedSchema: { type: 'object'; properties: { [name: string]: FormField }; required?: string[] };
};

export type ElicitResult = {
  action: 'accept' | 'decline' | 'cancel';
  /** Only if `action` is `accept`. */
  content?: { [name: string]: string | number | boolean | string[] } | undefined;
};
