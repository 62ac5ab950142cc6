import { renderMermaidSVG } from 'beautiful-mermaid';

// What the site adds to Markdown.

const FONTS = /@import url\([^)]*\);/;
const IDENTIFIER = /\b[A-Za-z]\w{2,}\b/g;

/**
 * Renders blocks of Mermaid as SVG in the colours of the theme.
 * @param {import('vitepress').MarkdownRenderer} md
 */
export function mermaidDiagrams(md) {
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, index, ...others) => {
    const token = tokens[index];
    if (token?.info.trim() !== 'mermaid') return fence?.(tokens, index, ...others) ?? '';
    const colours = { bg: 'var(--vp-c-bg)', fg: 'var(--vp-c-text-1)', accent: 'var(--vp-c-brand-1)' };
    const svg = renderMermaidSVG(token.content, { ...colours, transparent: true, font: 'inherit' });
    return `<div class="diagram" v-pre>${svg.replace(FONTS, '')}</div>\n`;
  };
}

/**
 * Links the exported names in the code of the API reference.
 * @param {import('vitepress').MarkdownRenderer} md
 * @param {Readonly<Record<string, string>>} symbols the address of each name
 * @param {string} base
 */
export function identifierLinks(md, symbols, base) {
  md.renderer.rules.code_inline = (tokens, index, _options, env) => {
    const code = md.utils.escapeHtml(tokens[index]?.content ?? '');
    if (!env.relativePath?.startsWith('api/')) return `<code v-pre>${code}</code>`;
    const linked = code.replaceAll(IDENTIFIER, (name) => {
      const address = Object.hasOwn(symbols, name) ? symbols[name] : undefined;
      return address === undefined ? name : `<a href="${base}${address}">${name}</a>`;
    });
    return `<code v-pre>${linked}</code>`;
  };
}
