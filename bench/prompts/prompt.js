// The prompt that everybody has, so many times: three arguments (a required string, an optional one of three, an integer
// from 1 to 50). Here is what of it stands on nothing.

export const identity = { name: 'bench', version: '1.0.0' };

export const LANGUAGES = ['typescript', 'python', 'go'];
export const args = { code: 'const a = 1;', language: 'go', limit: '7' };
export const typed = { name: 'language', value: 'g' };

export const nameOf = (index) => `review_${index}`;
export const numbers = (count) => Array.from({ length: count }, (_, index) => index);

/** The ten that are asked for, among however many there are. */
export const ASKED = numbers(10).map(nameOf);

export const render = ({ code, language, limit }) =>
  `Review this ${language} and report at most ${limit} findings:\n${code}`;

/** What everybody has to render. */
export const TEXT = render({ ...args, limit: 7 });

export const answer = (values) => ({ messages: [{ role: 'user', content: { type: 'text', text: render(values) } }] });
