/** Styles of the reference page in a light and a dark theme, which share the names of their colours. */
export const DOCS_STYLE = `
:root{color-scheme:light dark;--page:#fbfbfc;--panel:#f3f4f6;--line:#e1e3e8;--text:#1c1f26;--soft:#5b6270;--accent:#2f5fd0;--get:#1f7a4d;--post:#8a5a00;--delete:#b3261e;--code:#eef0f4}
@media (prefers-color-scheme:dark){:root{--page:#111318;--panel:#181b22;--line:#2a2e38;--text:#e6e8ee;--soft:#9aa2b1;--accent:#8fb0ff;--get:#6cd3a0;--post:#f0b860;--delete:#ff8a80;--code:#1f232c}}
*{box-sizing:border-box}
html{scroll-behavior:smooth;scroll-padding-top:16px}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
body{margin:0;background:var(--page);color:var(--text);font:13px/1.55 Inter,"Inter Variable",system-ui,sans-serif;display:grid;grid-template-columns:272px minmax(0,1fr)}
code,pre,q,.path,td:first-child{font-family:"JetBrains Mono","JetBrains Mono Variable",ui-monospace,monospace;font-size:12px}
q{quotes:none}
a{color:var(--accent);text-decoration:none}a:hover{text-decoration:underline}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:20px 16px;border-right:1px solid var(--line);background:var(--panel)}
nav h1{font-size:15px;margin:0 0 2px}nav p{margin:0 0 12px;color:var(--soft)}
nav h2{font-size:11px;font-weight:600;color:var(--soft);margin:16px 0 4px;text-transform:uppercase;letter-spacing:.04em}
nav ul{list-style:none;margin:0;padding:0}
nav li a{display:block;padding:3px 6px;border-radius:4px;color:var(--text);white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
nav li a:hover{background:var(--code);text-decoration:none}
input{width:100%;padding:6px 8px;border:1px solid var(--line);border-radius:6px;background:var(--page);color:var(--text);font:inherit}
main{padding:28px 40px 80px;max-width:1080px}
h2.part{font-size:20px;margin:40px 0 8px;font-weight:600}main>h2.part:first-child{margin-top:0}
section.item{border:1px solid var(--line);border-radius:6px;margin:12px 0;background:var(--panel)}
section.item>summary,section.item>header{padding:12px 16px}
.item header{display:flex;gap:10px;align-items:baseline;flex-wrap:wrap}
.item header h3{margin:0;font-size:13px;font-weight:500}
.item header p{margin:0;color:var(--soft);flex-basis:100%}
.item>div{padding:0 16px 14px}
.item h4{font-size:11px;font-weight:600;color:var(--soft);margin:14px 0 4px;text-transform:uppercase;letter-spacing:.04em}
.method{font:600 11px/1 ui-monospace,monospace;letter-spacing:.02em}
.GET{color:var(--get)}.POST{color:var(--post)}.DELETE{color:var(--delete)}
.chip{font-size:11px;color:var(--soft);border:1px solid var(--line);border-radius:10px;padding:1px 8px}
.old .path{text-decoration:line-through}
table{border-collapse:collapse;width:100%}
th{font-size:11px;font-weight:600;color:var(--soft);text-align:left}
td,th{padding:4px 12px 4px 0;border-bottom:1px solid var(--line);vertical-align:top}
tr:last-child td{border-bottom:0}
td:first-child{white-space:nowrap}
.scroll{overflow-x:auto}
pre{background:var(--code);border-radius:6px;padding:10px 12px;overflow:auto;margin:6px 0;white-space:pre-wrap;word-break:break-word}
code{background:var(--code);border-radius:4px;padding:1px 4px}pre code{padding:0;background:none}
details summary{cursor:pointer;color:var(--soft)}
[hidden]{display:none!important}
@media (max-width:820px){body{display:block}nav{position:static;height:auto;border-right:0;border-bottom:1px solid var(--line)}main{padding:20px 16px 60px}}
`

/** Filters the page by the typed text. Without JavaScript the page shows everything. */
export const DOCS_SCRIPT = `
const box=document.getElementById('find');
const parts=[...document.querySelectorAll('[data-find]')];
box.addEventListener('input',()=>{
  const words=box.value.toLowerCase().split(/\\s+/).filter(Boolean);
  for(const part of parts)part.hidden=!words.every((word)=>part.dataset.find.includes(word));
});
addEventListener('keydown',(event)=>{if(event.key==='/'&&document.activeElement!==box){event.preventDefault();box.focus()}});
`
