import { STREAMS, type StreamDef } from '../../../src-shared/contract/streams.ts'
import { streamNetworks } from './asyncapi.ts'
import { routesByTag } from './docs-rest.ts'

export const API_PAGE = new URL('../../../docs/api.md', import.meta.url)

const INTRODUCTION = `# API

Every route and stream of the service. This page is generated from the contract by \`npm run reference\`; the running service shows the
same with all fields at \`/docs\`, and as \`/openapi.json\` and \`/asyncapi.json\`. The details are in [docs/api/rest.md](/docs/api/rest.md),
[docs/api/records.md](/docs/api/records.md) and [docs/api/streams.md](/docs/api/streams.md).`

/** The text of docs/api.md, generated so that it cannot drift from the contract. */
export const apiPage = (): string => `${INTRODUCTION}\n\n${apiTables()}`

/** A pipe would end a cell. */
const cell = (text: string): string => text.replaceAll('|', '\\|')
const row = (...cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`

/** Markdown tables of all routes and streams. */
function apiTables(): string {
  const routes = [...routesByTag()].flatMap(([tag, list]) =>
    list.map(([, route]) =>
      row(
        tag,
        `\`${route.method} ${route.path}\``,
        route.deprecatedBy === undefined ? route.summary : `${route.summary} (\`${route.deprecatedBy}\`)`,
        route.access,
      ),
    ),
  )
  const streams = (Object.entries(STREAMS) as [string, StreamDef][]).map(([name, stream]) =>
    row(`\`${name}\``, stream.summary, streamNetworks(stream).join(', ')),
  )
  return [
    row('Area', 'Call', 'What it answers', 'Key'),
    row('---', '---', '---', '---'),
    ...routes,
    '',
    row('Stream', 'What it sends', 'Networks'),
    row('---', '---', '---'),
    ...streams,
    '',
  ].join('\n')
}
