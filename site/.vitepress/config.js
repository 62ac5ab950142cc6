import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitepress';
import { SITE } from '../../build/docs/address.js';
import { groups } from '../../build/docs/pages.js';
import { identifierLinks, mermaidDiagrams } from '../markdown.js';
import { REPOSITORY } from '../../build/release/addresses.js';
import { sources } from '../sources.js';

// How VitePress makes the site of `pages`.

const all = await sources();
const base = new URL(`${SITE}/`).pathname;
/** @type {{ symbols: Record<string, string>, entries: { title: string, path: string }[] }} */
const { symbols, entries } = JSON.parse(readFileSync(new URL('../pages/reference.json', import.meta.url), 'utf8'));

/** @param {readonly { readonly title: string, readonly path: string }[]} pages */
const items = (pages) =>
  pages.map(({ title, path }) => ({
    text: title.replaceAll('`', ''),
    link: `/${path.replace(/(?:index)?\.md$/, '')}`,
  }));

const guide = groups().map(({ title, pages }) => ({
  text: title,
  link: `/contents#${slugify(title)}`, // Without a link, VitePress nests the button that opens the group in another one.
  collapsed: title !== 'Start',
  items: items(pages.map((page) => ({ title: page.title, path: `${page.name}.md` }))),
}));
const packages = all.filter(({ path }) => path.startsWith('packages/'));
const chinese = all.filter(({ path }) => path.startsWith('zh/'));
const sidebar = [
  ...guide,
  { text: 'Packages', link: '/packages', collapsed: true, items: items(packages) },
  { text: 'API reference', link: '/api/core', collapsed: true, items: items(entries) },
];

export default defineConfig({
  title: 'Cuecard',
  description: 'A TypeScript framework for MCP servers: prompts, tools and resources as classes',
  base,
  srcDir: 'pages',
  srcExclude: ['public/**'],
  outDir: 'dist',
  cacheDir: 'node_modules/.cache',
  cleanUrls: true,
  metaChunk: true,
  sitemap: { hostname: new URL(base, SITE).href },
  head: [['link', { rel: 'icon', href: `${base}icon.svg` }]],
  locales: {
    root: { label: 'English', lang: 'en' },
    zh: {
      label: '中文',
      lang: 'zh-CN',
      description: 'MCP 服务器的 TypeScript 框架：以类编写提示、工具和资源',
      themeConfig: {
        nav: [{ text: 'English', link: '/' }],
        sidebar: [{ text: '文档', items: items(chinese) }],
        outline: { level: [2, 3], label: '本页目录' },
        docFooter: { prev: '上一页', next: '下一页' },
        editLink: { pattern: `${base}:path`, text: 'Markdown' },
        darkModeSwitchLabel: '主题',
        lightModeSwitchTitle: '切换到浅色',
        darkModeSwitchTitle: '切换到深色',
        sidebarMenuLabel: '菜单',
        returnToTopLabel: '返回顶部',
        langMenuLabel: '语言',
        skipToContentLabel: '跳到正文',
      },
    },
  },
  themeConfig: {
    i18nRouting: false, // Few pages are translated.
    logo: { src: '/icon.svg', alt: '' },
    nav: [
      { text: 'First steps', link: '/first-steps' },
      { text: 'Documentation', link: '/contents' },
      { text: 'API', link: '/api/core' },
      { text: 'Troubleshooting', link: '/troubleshooting' },
    ],
    sidebar,
    outline: { level: [2, 3] },
    editLink: { pattern: `${base}:path`, text: 'This page as Markdown' },
    socialLinks: [{ icon: 'github', link: REPOSITORY }],
    search: {
      provider: 'local',
      options: {
        // The index has no use for the colours of code.
        _render: (source, env, md) => {
          const { highlight } = md.options;
          md.options.highlight = (code) => `<pre>${md.utils.escapeHtml(code)}</pre>`;
          const html = md.render(source, env);
          md.options.highlight = highlight;
          return html;
        },
        locales: { zh: { translations: { button: { buttonText: '搜索', buttonAriaLabel: '搜索' } } } },
      },
    },
  },
  markdown: {
    anchor: { slugify },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: (md) => {
      mermaidDiagrams(md);
      identifierLinks(md, symbols, base);
    },
  },
  // Links to Markdown leave the application.
  vite: { define: { 'import.meta.env.VITE_EXTRA_EXTENSIONS': '"md"' } },
  transformHead: ({ pageData: { relativePath } }) => [
    ['link', { rel: 'alternate', type: 'text/markdown', href: `${base}${relativePath}` }],
  ],
});

/**
 * The anchor of a heading, as GitHub makes it.
 * @param {string} heading
 */
function slugify(heading) {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}
