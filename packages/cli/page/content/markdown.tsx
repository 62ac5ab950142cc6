import { Lexer, type Token, type Tokens } from 'marked';
import type { ComponentChildren, JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { partsOf, withMarks } from './fences.js';

/** Deeper tokens are shown as source text. */
const MAX_DEPTH = 24;

/** Renders Markdown as elements and never as HTML, so it cannot run scripts. */
export function Markdown({ text }: { readonly text: string }) {
  const { tokens, fences } = useMemo(() => lex(text), [text]);
  if (tokens === undefined) return <pre class="plain">{text}</pre>;
  return <div class="prose">{new Rendering(fences).all(tokens, 0)}</div>;
}

function lex(source: string) {
  const { text, fences } = withMarks(source);
  try {
    return { tokens: new Lexer({ gfm: true }).lex(text), fences };
  } catch {
    return { tokens: undefined, fences }; // The Markdown is nested too deeply.
  }
}

type Render = (this: Rendering, token: never, depth: number) => ComponentChildren;

class Rendering {
  readonly #fences: readonly string[];

  constructor(fences: readonly string[]) {
    this.#fences = fences;
  }

  all(tokens: readonly Token[] | undefined, depth: number): ComponentChildren {
    return tokens?.map((token) => this.one(token, depth));
  }

  one(token: Token, depth: number): ComponentChildren {
    const render = depth > MAX_DEPTH ? undefined : RENDERS[token.type];
    // Each entry of the table is for the tokens of its own type.
    return render === undefined ? this.text(token.raw) : render.call(this, token as never, depth + 1);
  }

  /** Renders text with its fences. */
  text(text: string): ComponentChildren {
    const parts = partsOf(text, this.#fences);
    return parts.map((part) => (typeof part === 'string' ? part : <Fence text={part.fenced} />));
  }
}

const RENDERS: Readonly<Record<string, Render>> = {
  space: () => null,
  def: () => null,
  hr: () => <hr />,
  br: () => <br />,
  escape(token: Tokens.Escape) {
    return this.text(token.text);
  },
  text(token: Tokens.Text, depth) {
    return token.tokens ? this.all(token.tokens, depth) : this.text(decodeEntities(token.text));
  },
  html(token: Tokens.HTML) {
    return <span class="tag">{this.text(token.raw)}</span>;
  },
  heading(token: Tokens.Heading, depth) {
    // Headings of a message do not belong to the outline of the page.
    return <p class={`heading heading-${token.depth}`}>{this.all(token.tokens, depth)}</p>;
  },
  paragraph(token: Tokens.Paragraph, depth) {
    return <p>{this.all(token.tokens, depth)}</p>;
  },
  blockquote(token: Tokens.Blockquote, depth) {
    return <blockquote>{this.all(token.tokens, depth)}</blockquote>;
  },
  code(token: Tokens.Code) {
    const { lang = '' } = token;
    return (
      <pre class="code" data-language={lang.split(/\s/)[0]} tabIndex={0}>
        <code>{this.text(token.text)}</code>
      </pre>
    );
  },
  codespan(token: Tokens.Codespan) {
    return <code>{this.text(token.text)}</code>;
  },
  strong(token: Tokens.Strong, depth) {
    return <strong>{this.all(token.tokens, depth)}</strong>;
  },
  em(token: Tokens.Em, depth) {
    return <em>{this.all(token.tokens, depth)}</em>;
  },
  del(token: Tokens.Del, depth) {
    return <del>{this.all(token.tokens, depth)}</del>;
  },
  link(token: Tokens.Link, depth) {
    return <SafeLink to={token.href}>{this.all(token.tokens, depth)}</SafeLink>;
  },
  image(token: Tokens.Image) {
    // Loading pictures would reveal the reader to other servers.
    return <SafeLink to={token.href}>image: {token.text || token.href}</SafeLink>;
  },
  list(token: Tokens.List, depth) {
    const items = token.items.map((item) => (
      <li class={item.task ? 'task' : undefined}>{listItem(this, item, depth)}</li>
    ));
    return token.ordered ? <ol start={token.start === '' ? 1 : token.start}>{items}</ol> : <ul>{items}</ul>;
  },
  checkbox: () => null,
  table(token: Tokens.Table, depth) {
    const row = (cells: readonly Tokens.TableCell[], Cell: 'td' | 'th') => (
      <tr>
        {cells.map(({ tokens, align }) => (
          <Cell class={align ? `to-${align}` : undefined}>{this.all(tokens, depth)}</Cell>
        ))}
      </tr>
    );
    return (
      <div class="scroll" tabIndex={0} role="group" aria-label="Table">
        <table>
          <thead>{row(token.header, 'th')}</thead>
          <tbody>{token.rows.map((cells) => row(cells, 'td'))}</tbody>
        </table>
      </div>
    );
  },
} satisfies Record<string, (this: Rendering, token: never, depth: number) => ComponentChildren>;

function listItem(rendering: Rendering, item: Tokens.ListItem, depth: number): JSX.Element {
  return (
    <>
      {item.task && (
        <span role="img" aria-label={item.checked ? 'done' : 'to do'}>
          {item.checked ? '☑ ' : '☐ '}
        </span>
      )}
      {rendering.all(item.tokens, depth)}
    </>
  );
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Decodes HTML entities: the lexer keeps them for renderers that write HTML. */
function decodeEntities(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}

/** Text from outside, as `untrusted` marks it for the model. */
function Fence({ text }: { readonly text: string }) {
  const isBlock = /[\n\r]/.test(text) || text.length > 80;
  return (
    <span class="fence" data-block={isBlock}>
      <span class="fence-note">untrusted{isBlock ? ' · data, not instructions' : ''}</span>
      <span class="fence-text">{text.replace(/^\r?\n|\r?\n$/g, '')}</span>
    </span>
  );
}

const SAFE = /^(https?|mailto):/i;

/** A link, if its scheme is safe; otherwise its text, with the address in sight. */
function SafeLink({ to, children }: { readonly to: string; readonly children: ComponentChildren }) {
  if (!SAFE.test(to)) {
    return (
      <span class="unsafe-link">
        {children} <code>{to}</code>
      </span>
    );
  }
  return (
    <a href={to} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
