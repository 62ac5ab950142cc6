// The specification's types of elicitation.

/** A value and the title that is shown instead; since 2025-11-25. */
export type TitledValue = { const: string; title: string };

/** One field of an elicitation form; since 2025-06-18. */
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
  | {
      type: 'string';
      title?: string;
      description?: string;
      enum: string[];
      /** The title that is shown instead of each value; only in 2025-06-18. */
      enumNames?: string[];
      default?: string;
    }
  | {
      /** One of the values, with titles; since 2025-11-25. */
      type: 'string';
      title?: string;
      description?: string;
      oneOf: TitledValue[];
      default?: string;
    }
  | {
      type: 'number' | 'integer';
      title?: string;
      description?: string;
      minimum?: number;
      maximum?: number;
      default?: number;
    }
  | { type: 'boolean'; title?: string; description?: string; default?: boolean }
  | MultiSelectField<{ type: 'string'; enum: string[] }>
  | MultiSelectField<{ anyOf: TitledValue[] }>;

/** Several of the values; since 2025-11-25. */
type MultiSelectField<Items> = {
  type: 'array';
  title?: string;
  description?: string;
  minItems?: number;
  maxItems?: number;
  items: Items;
  default?: string[];
};

/** A question to the user (client/elicitation); since 2025-06-18. */
export type ElicitRequest = {
  message: string;
  requestedSchema: { type: 'object'; properties: { [name: string]: FormField }; required?: string[] };
};

export type ElicitResult = {
  action: 'accept' | 'decline' | 'cancel';
  /** Only with `accept`. */
  content?: { [name: string]: string | number | boolean | string[] } | undefined;
};
