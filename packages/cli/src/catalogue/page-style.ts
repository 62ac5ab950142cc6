/** The style of the page, which is part of it. */
export const PAGE_STYLE = `:root { color-scheme: light dark; --line: light-dark(#d0d7de, #3d444d); --soft: light-dark(#f6f8fa, #161b22); --link: light-dark(#0550ae, #79c0ff); }
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
