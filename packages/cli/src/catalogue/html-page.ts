import { createHash } from 'node:crypto';
import type { Contract } from '@cuecard/testing/contract';
import { anchorOf, type Catalogue, fullName, type Group } from './catalogue.js';
import { definitionHtml } from './html-definition.js';
import { Html, markup } from './html-text.js';

/** The style of the page, which is part of it. */
const PAGE_STYLE = `:root { color-scheme: light dark; --line: light-dark(#d0d7de, #3d444d); --soft: light-dark(#f6f8fa, #161b22); --link: light-dark(#0550ae, #79c0ff); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem; font: 1rem/1.55 system-ui, sans-serif; background: light-dark(#fff, #0d1117); color: light-dark(#1f2328, #e6edf3); overflow-wrap: anywhere; }
h1, h2, h3, h4 { line-height: 1.25; }
h2 { margin-top: 3rem; border-bottom: 1px solid var(--line); padding-bottom: .3rem; }
h3 { margin-top: 2.5rem; }
a { color: var(--link); }
code, pre { font: .9em/1.5 ui-monospace, monospace; background: var(--soft); border-radius: .3rem; }
code { padding: .1em .3em; }
h3 code, a code { background: none; padding: 0; }
h3 code { font-weight: normal; }
pre { border: 1px solid var(--line); padding: .8rem; white-space: pre-wrap; }
p { white-space: pre-line; }
nav ul { padding-left: 1.2rem; }
.deprecated { border-left: .25rem solid light-dark(#bf8700, #d29922); padding-left: .8rem; }
.role { margin: 1rem 0 -.6rem; font-weight: 600; }
.table { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; overflow-wrap: normal; }
td:last-child { min-width: 14rem; }
th, td { border: 1px solid var(--line); padding: .4rem .6rem; text-align: left; vertical-align: top; }
tbody th { font-weight: normal; }
dl div { display: flex; flex-wrap: wrap; gap: .4rem; }
dt::after { content: ':'; }
dd { margin: 0; }
@media print { body { max-width: none; padding: 0; font-size: 10pt; } nav { break-after: page; } h3, h4, .role { break-after: avoid; } tr { break-inside: avoid; } .table { overflow: visible; } a { color: inherit; } }
`;

/** Nothing is loaded, and nothing runs: the style is known by its hash. */
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(PAGE_STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'`;

/** A catalogue as one page that needs nothing beside it. */
export function htmlPage(catalogue: Catalogue): string {
  const { title, name, version, description = '', groups } = catalogue;
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} ${version}</title>
<style>${new Html(PAGE_STYLE)}</style>
</head>
<body>
<header>
<h1>${title}</h1>
<p><code>${name}</code> ${version}</p>
${description === '' ? NOTHING : markup`<p>${description}</p>`}
</header>
<nav aria-label="Contents">
${groups.map(contentsOf)}
</nav>
<main>
${groups.map((group) => groupHtml(group, groups.length))}
</main>
</body>
</html>
`;
  return page.text;
}

const NOTHING = new Html('');

function contentsOf({ pack, contracts }: Group): Html {
  const lines = contracts.map((contract) => {
    const anchor = encodeURIComponent(anchorOf(contract));
    const link = markup`<a href="#${anchor}"><code>${fullName(contract)}</code></a>`;
    const isOld = contract.deprecated === undefined ? '' : ' (deprecated)';
    return markup`<li>${contract.kind} ${link}${isOld}</li>`;
  });
  const heading = pack === undefined ? NOTHING : markup`<p>${pack}</p>`;
  return markup`${heading}<ul>${lines}</ul>`;
}

const HEADINGS = { prompt: 'Prompts', tool: 'Tools', resource: 'Resources' } as const;

function groupHtml({ pack, contracts }: Group, groups: number): Html {
  const kinds = (['prompt', 'tool', 'resource'] as const).filter((kind) => ofKind(contracts, kind).length > 0);
  const from = pack === undefined || groups === 1 ? '' : ` of ${pack}`;
  const sections = kinds.map((kind) => {
    const heading = markup`<h2>${HEADINGS[kind]}${from}</h2>`;
    return markup`<section>${heading}${ofKind(contracts, kind).map(definitionHtml)}</section>`;
  });
  return markup`${sections}`;
}

function ofKind(contracts: readonly Contract[], kind: Contract['kind']): Contract[] {
  return contracts.filter((each) => each.kind === kind);
}
