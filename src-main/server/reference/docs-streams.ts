import { CLOSE_CODES, STREAM_ERRORS } from '../../../src-shared/contract/errors.ts'
import { STREAMS, clientFrame, serverFrames, type StreamDef } from '../../../src-shared/contract/streams.ts'
import { streamNetworks } from './asyncapi.ts'
import { schemaTable } from './docs-rest.ts'
import { html, type Html } from './html.ts'
import type { SchemaCollector } from '../../lib/json-schemas.ts'

/** The WebSocket half of the reference page. */

const DELIVERY: Readonly<Record<StreamDef['delivery'], string>> = {
  'full-state': 'the current state immediately, then the newest',
  'every-event': 'every event, in order',
}

const EXAMPLE = `{"op":"subscribe","network":"sol","address":"…","stream":"clusters","id":1}
{"op":"subscribe","subs":[{"network":"sol","address":"…","stream":"dex_trades"},{"network":"sui","address":"…","stream":"snipers"}]}`

export function streamParts(schemas: SchemaCollector): Html {
  return html` <h2 class="part" id="streams">Streams</h2>
    <p>
      One socket at <code>/</code> or <code>/ws</code>, with the key in <code>X-API-Key</code> or <code>?api-key=</code>. Subscribe in either form:
    </p>
    <pre><code>${EXAMPLE}</code></pre>
    ${(Object.entries(STREAMS) as [string, StreamDef][]).map(([name, stream]) => streamPart(name, stream, schemas))}
    <h2 class="part" id="frames">Frames</h2>
    ${framePart('from the client', clientFrame, schemas)} ${Object.entries(serverFrames).map(([name, frame]) => framePart(name, frame, schemas))}
    <h2 class="part" id="stream-errors">Errors and close codes</h2>
    <section class="item">
      <div>
        <h4>Error codes</h4>
        ${definitionTable(STREAM_ERRORS)}
        <h4>Close codes</h4>
        ${definitionTable(Object.fromEntries(Object.entries(CLOSE_CODES).map(([word, code]) => [String(code), CLOSE_MEANINGS[word] ?? word])))}
      </div>
    </section>`
}

const CLOSE_MEANINGS: Readonly<Record<string, string>> = {
  shutdown: 'The service is stopping.',
  policy: 'The peer reads too slowly for dex_trades, or floods the service.',
  tooBig: 'A frame above 64 KB.',
  tryLater: 'The service has reached the maximum number of connections.',
  unauthorized: 'The key is missing or unknown.',
}

function streamPart(name: string, stream: StreamDef, schemas: SchemaCollector): Html {
  return html` <section class="item" id="stream-${name}" data-find="${`${name} ${stream.summary}`.toLowerCase()}">
    <header>
      <h3 class="path">${name}</h3>
      <span class="chip">${streamNetworks(stream).join(' ')}</span>
      <span class="chip">${DELIVERY[stream.delivery]}</span>
      ${stream.parent !== undefined && html`<span class="chip">derived from ${stream.parent}</span>`}
      ${stream.firehose === true && html`<span class="chip">ALL: key with firehose</span>`}
      <p>${stream.summary}.</p>
    </header>
    <div>
      <h4>data</h4>
      ${schemaTable(schemas.of(stream.data))}
    </div>
  </section>`
}

function framePart(name: string, frame: Parameters<SchemaCollector['of']>[0], schemas: SchemaCollector): Html {
  return html` <section class="item" data-find="frame ${name}">
    <header><h3 class="path">${name}</h3></header>
    <div>${schemaTable(schemas.of(frame, 'input'))}</div>
  </section>`
}

function definitionTable(rows: Readonly<Record<string, string>>): Html {
  return html`<div class="scroll">
    <table>
      ${Object.entries(rows).map(
        ([term, meaning]) =>
          html`<tr>
            <td>${term}</td>
            <td>${meaning}</td>
          </tr>`,
      )}
    </table>
  </div>`
}
