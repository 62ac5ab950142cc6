import { createHash } from 'node:crypto';
import type { Contract } from '@cuecard/testing/contract';
import { anchorOf, type Catalogue, fullName, type Group } from './catalogue.js';
import { definitionHtml } from './html-definition.js';
import { Html, markup } from './html-text.js';
import { PAGE_STYLE } from './page-style.js';

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
