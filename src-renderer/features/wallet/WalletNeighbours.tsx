import type { WalletOverview } from '../../../src-shared/contract/records/wallets.ts'
import { distinctSymbol } from '../../../src-shared/domain/shown.ts'
import { formatCount } from '../../format/number.ts'
import { CaseTags } from '../../ui/CaseTags.tsx'
import { WalletName } from '../../ui/WalletName.tsx'
import { AgeCell, AmountCell, PlainTable } from '../../ui/PlainTable.tsx'
import { Section } from '../../ui/Section.tsx'
import styles from './Wallet.module.css'

/** Counterparties of the wallet in tokens or coin, as far as they are stored. */
export function WalletNeighbours({ found: { network, tokens, neighbours, neighbours_total } }: { found: WalletOverview }) {
  if (neighbours.length === 0) return null
  return (
    <Section id="wallet-neighbours" title="Neighbours">
      <p className="block-text">Who exchanged tokens or coin with it, in the tokens above. Services are listed last.</p>
      <PlainTable scrolls columns={['Wallet', 'Tokens', { end: 'Times sent' }, { end: 'Times received' }, { end: 'Last' }]}>
        {neighbours.map((one) => (
          <tr key={one.address}>
            <th scope="row">
              <span className={styles['neighbour']}>
                <WalletName network={network} wallet={one} className={styles['who']}>
                  <CaseTags address={one.address} />
                </WalletName>
              </span>
            </th>
            <td>{one.tokens.length === 0 ? 'Coin only' : one.tokens.map((token) => distinctSymbol(tokens, token)).join(', ')}</td>
            <AmountCell value={one.sent} />
            <AmountCell value={one.received} />
            <AgeCell at={one.last} end />
          </tr>
        ))}
      </PlainTable>
      {neighbours_total > neighbours.length ? (
        <p className="quiet">{formatCount(neighbours_total - neighbours.length)} more are not listed.</p>
      ) : null}
    </Section>
  )
}
