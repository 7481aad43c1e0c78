import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { NETWORKS } from '../../../src-shared/networks.ts'
import { useClient } from '../../api/service.tsx'
import { addressKindsQuery } from '../../api/service-queries.ts'
import type { TokenRef } from '../../api/token-queries.ts'
import { otherNetworkText } from '../../features/start/search-tokens.ts'

/** Says that an address is not a contract here, and links to the networks where it is one. Empty if no endpoint reports that. */
export function OtherNetworks({ token: { network, address } }: { token: TokenRef }) {
  const kinds = useQuery(addressKindsQuery(useClient(), address)).data?.value.networks ?? []
  const text = otherNetworkText(network, kinds)
  if (text === null) return null
  return (
    <p role="status">
      {text}{' '}
      {kinds
        .filter(({ kind }) => kind === 'contract')
        .map((other) => (
          <Link key={other.network} className="button button-plain" to="/t/$network/$address" params={{ network: other.network, address }}>
            Open on {NETWORKS[other.network].name}
          </Link>
        ))}
    </p>
  )
}
