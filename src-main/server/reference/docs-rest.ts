import { API_ERRORS } from '../../../src-shared/contract/errors.ts'
import { ROUTES, type RouteDef, type RouteId } from '../../../src-shared/contract/routes.ts'
import { html, type Html } from './html.ts'
import { routeErrors } from './openapi.ts'
import { schemaAnchor, schemaRows, typeOf } from './schema-rows.ts'
import type { JsonSchema, SchemaCollector } from '../../lib/json-schemas.ts'

/** The REST half of the reference page. */

const ACCESS: Readonly<Record<RouteDef['access'], string>> = { open: 'no key', read: 'key: read', manage: 'key: manage' }

export const routesByTag = (): Map<string, [RouteId, RouteDef][]> =>
  Map.groupBy(Object.entries(ROUTES) as [RouteId, RouteDef][], ([, route]) => route.tag)

export function restParts(schemas: SchemaCollector): Html {
  return html`${[...routesByTag()].map(
    ([tag, routes]) =>
      html` <h2 class="part">${tag}</h2>
        ${routes.map(([id, route]) => routePart(id, route, schemas))}`,
  )}`
}

function routePart(id: RouteId, route: RouteDef, schemas: SchemaCollector): Html {
  const find = `${id} ${route.method} ${route.path} ${route.summary}`.toLowerCase()
  return html` <section class="item${route.deprecatedBy !== undefined && ' old'}" id="${id}" data-find="${find}">
    <header>
      <span class="method ${route.method}">${route.method}</span>
      <h3 class="path">${route.path}</h3>
      <span class="chip">${ACCESS[route.access]}</span>
      ${route.deprecatedBy !== undefined && html`<span class="chip">moved to ${route.deprecatedBy}</span>`}
      ${route.needs !== undefined && html`<span class="chip">sol and sui only</span>`}
      <p>${route.summary}.</p>
    </header>
    <div>
      ${valuesTable('Path', route.params, schemas)} ${valuesTable('Query', route.query, schemas)}
      ${
        route.body !== undefined &&
        html`<h4>Body</h4>
          ${schemaTable(schemas.of(route.body, 'input'))}`
      }
      <h4>Answer</h4>
      ${route.returns === null ? html`<p>${(route.produces ?? []).join(' or ')}</p>` : schemaTable(schemas.of(route.returns))}
      <details>
        <summary>Errors</summary>
        ${errorsTable(route)}
      </details>
      <details>
        <summary>Try it</summary>
        <pre><code>${curl(route)}</code></pre>
      </details>
    </div>
  </section>`
}

function valuesTable(title: string, values: RouteDef['params'], schemas: SchemaCollector): Html | null {
  return values === undefined
    ? null
    : html`<h4>${title}</h4>
        ${schemaTable(schemas.of(values, 'input'))}`
}

/** An object as a table of its fields. Anything else as its type alone. */
export function schemaTable(schema: JsonSchema): Html {
  const rows = schemaRows(schema)
  if (rows.length === 0) return html`<p><code>${typeOf(schema)}</code></p>`
  return html` <div class="scroll">
    <table>
      <tr>
        <th>Field</th>
        <th>Type</th>
        <th>Meaning</th>
      </tr>
      ${rows.map(
        (row) =>
          html`<tr>
            <td>${row.name}${row.optional && '?'}</td>
            <td>${row.type}</td>
            <td>${row.meaning}</td>
          </tr>`,
      )}
    </table>
  </div>`
}

function errorsTable(route: RouteDef): Html {
  return html` <div class="scroll">
    <table>
      ${routeErrors(route).map(
        (code) =>
          html`<tr>
            <td>${API_ERRORS[code].status} ${code}</td>
            <td>${API_ERRORS[code].message}</td>
          </tr>`,
      )}
    </table>
  </div>`
}

function curl(route: RouteDef): string {
  const lines = ['curl']
  if (route.method !== 'GET') lines.push(`-X ${route.method}`)
  if (route.access !== 'open') lines.push('-H "X-API-Key: $KEY"')
  if (route.body !== undefined) lines.push("-H 'Content-Type: application/json' -d @body.json")
  lines.push(`"$BASE${route.path}"`)
  return lines.join(' ')
}

/** Every shared schema, by name. */
export function schemaParts(schemas: SchemaCollector): Html {
  return html` <h2 class="part" id="schemas">Records</h2>
    ${Object.entries(schemas.components).map(
      ([id, schema]) =>
        html` <section class="item" id="${schemaAnchor(id)}" data-find="${id.toLowerCase()}">
          <header><h3 class="path">${id}</h3></header>
          <div>${schemaTable(schema)}</div>
        </section>`,
    )}`
}
