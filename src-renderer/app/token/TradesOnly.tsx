import { NETWORKS } from '../../../src-shared/networks.ts'
import type { TokenRef } from '../../api/token-queries.ts'
import { TradesView } from './lazy-views.ts'
import { shortAddress } from '../../format/address.ts'
import { AddressText } from '../../ui/AddressText.tsx'
import { Notice } from '../../ui/States.tsx'
import { useTokenNames } from './token-names.ts'

/** A token of which only trades are stored, as after importing blocks. Without supply and holders there are no shares. */
export function TradesOnly({ token }: { token: TokenRef }) {
  const nameOf = useTokenNames(token.network)
  const { name, by } = nameOf(token.address)
  const symbol = by === 'address' ? null : name
  return (
    <div className="trades-only">
      <header className="trades-only-head">
        <h1>
          {symbol ?? 'Token'} trades on {NETWORKS[token.network].name}
        </h1>
        <AddressText address={token.address} full />
        <Notice>Only trades are stored for this token. Holders and supply stay unknown until you read it from a node or import a holder map.</Notice>
      </header>
      <TradesView
        token={token}
        symbol={symbol}
        nameOf={nameOf}
        creator={null}
        stored={null}
        fileName={`${token.network}-${shortAddress(token.address)}`}
      />
    </div>
  )
}
