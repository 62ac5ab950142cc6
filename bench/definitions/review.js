// What everybody has, so many times: a prompt and a tool with three arguments (a required string, an optional one of three,
// an integer from 1 to 50), and a resource at a URI with such an integer. Here is what of it stands on nothing.

export const identity = { name: 'bench', version: '1.0.0' };

export const LANGUAGES = ['typescript', 'python', 'go'];
/** As many characters as the string may have, where anything says so. */
export const LONGEST = 10_000;
export const typed = { name: 'language', value: 'g' };

/** As the handlers get them. */
export const values = { code: 'const a = 1;', language: 'go', limit: 7 };

export const nameOf = (index) => `review_${index}`;
export const templateOf = (index) => `reviews://${index}/{limit}`;
export const uriOf = (index, limit) => `reviews://${index}/${limit}`;
export const numbers = (count) => Array.from({ length: count }, (_, index) => index);

export const mimeType = 'text/plain';

export const render = ({ code, language, limit }) =>
  `Review this ${language} and report at most ${limit} findings:\n${code}`;
export const read = ({ limit }) => `At most ${limit} findings are reported of a review of code in any language.`;

export const promptResult = (args) => ({
  messages: [{ role: 'user', content: { type: 'text', text: render(args) } }],
});
export const toolResult = (args) => ({ content: [{ type: 'text', text: render(args) }] });
export const resourceResult = (uri, args) => ({ contents: [{ uri, mimeType, text: read(args) }] });
