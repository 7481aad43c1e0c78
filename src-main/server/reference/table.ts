import { STREAMS, type StreamDef } from '../../../src-shared/contract/streams.ts'
import { streamNetworks } from './asyncapi.ts'
import { routesByTag } from './docs-rest.ts'

/** Pipes would end a cell. */
const cell = (text: string): string => text.replaceAll('|', '\\|')
const row = (...cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`

/** The API as the README shows it: Markdown tables of routes and streams. */
export function referenceTable(): string {
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
