import { useQuery } from '@tanstack/react-query'
import { ROUTES, type RouteDef } from '../../../src-shared/contract/routes.ts'
import { useClient } from '../../api/service.tsx'
import { tokensQuery } from '../../api/service-queries.ts'
import { CopyButton } from '../../ui/Copy.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { curlCommand, type Example } from './curl.ts'

const ACCESS_LABELS = { open: 'no key', read: 'read', manage: 'manage' } as const

/** All routes by area, each with a curl command for a stored token. */
export function Endpoints() {
  const client = useClient()
  const { data } = useQuery(tokensQuery(client))
  const token = data?.value.tokens[0]
  const example: Example = token === undefined ? {} : { network: token.network, token_address: token.address }
  const routes: readonly RouteDef[] = Object.values(ROUTES)
  const areas = [...new Set(routes.map((route) => route.tag))]
  return (
    <div>
      <p className="block-text">
        Copied commands read the key from a variable: <code>export HOLDERSCOPE_KEY=…</code>. Use the key in the <code>api-key</code> file in the data
        folder, or create one under Keys.
      </p>
      {areas.map((area) => (
        <section key={area} className="endpoint-area" aria-label={area}>
          <h2>{area}</h2>
          <ul>
            {routes
              .filter((route) => route.tag === area)
              .map((route) => (
                <li key={`${route.method}${route.path}`} className="endpoint-row">
                  <span className="method tiny dim" data-method={route.method}>
                    {route.method}
                  </span>
                  <code className="endpoint-path">{route.path}</code>
                  <span className="endpoint-summary quiet">{route.summary}</span>
                  <Tag text={ACCESS_LABELS[route.access]} />
                  <CopyButton
                    text={curlCommand(route, client.session.origin, example)}
                    label={`Copy ${route.method} ${route.path} as curl`}
                    caption="curl"
                  />
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
