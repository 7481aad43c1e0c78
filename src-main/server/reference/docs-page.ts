import { createHash } from 'node:crypto'
import { STREAMS } from '../../../src-shared/contract/streams.ts'
import { restParts, routesByTag, schemaParts } from './docs-rest.ts'
import { DOCS_SCRIPT, DOCS_STYLE } from './docs-style.ts'
import { streamParts } from './docs-streams.ts'
import { html, Html } from './html.ts'
import { collectSchemas } from '../../lib/json-schemas.ts'

/** The whole contract as one self-contained page: `/docs`. */

const sha256 = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Exactly the text whose hash is in the policy, without added whitespace. */
const STYLE = new Html(`<style>${DOCS_STYLE}</style>`)
const SCRIPT = new Html(`<script>${DOCS_SCRIPT}</script>`)

const POLICY = [
  "default-src 'none'",
  `style-src ${sha256(DOCS_STYLE)}`,
  `script-src ${sha256(DOCS_SCRIPT)}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export function buildDocsPage(version: string): { readonly html: string; readonly csp: string } {
  const schemas = collectSchemas('#/components/schemas/')
  const rest = restParts(schemas)
  const streams = streamParts(schemas)
  const page = html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>Holderscope ${version}: reference</title>
      ${STYLE}
      <body>
        <nav aria-label="Contents">
          <h1>Holderscope</h1>
          <p>Reference, ${version} · <a href="/openapi.json">OpenAPI</a> · <a href="/asyncapi.json">AsyncAPI</a></p>
          <input id="find" type="search" placeholder="Find (press /)" aria-label="Find in the reference" />
          ${[...routesByTag()].map(
            ([tag, routes]) =>
              html`<h2>${tag}</h2>
                <ul>
                  ${routes.map(([id, route]) => html`<li><a href="#${id}" title="${route.path}">${id}</a></li>`)}
                </ul>`,
          )}
          <h2>Streams</h2>
          <ul>
            ${Object.keys(STREAMS).map((name) => html`<li><a href="#stream-${name}">${name}</a></li>`)}
            <li><a href="#frames">Frames</a></li>
            <li><a href="#stream-errors">Errors and close codes</a></li>
          </ul>
          <h2>Records</h2>
          <ul>
            <li><a href="#schemas">All records</a></li>
          </ul>
        </nav>
        <main>
          <h2 class="part">Calls</h2>
          <p>
            Every call except the open ones needs a key in <code>X-API-Key</code>. Percentages are percent of total supply, balances are token units.
            Errors are <code>{"detail","code","request_id"}</code>; answers carry <code>X-Request-Id</code>, <code>X-Data-As-Of</code> and
            <code>X-Data-Source</code>.
          </p>
          ${rest}${streams}${schemaParts(schemas)}
        </main>
        ${SCRIPT}
      </body>
    </html> `
  return { html: page.text, csp: POLICY }
}
