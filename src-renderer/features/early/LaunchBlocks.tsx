import type { EarlyRecord } from '../../../src-shared/contract/records/evidence.ts'
import { NETWORKS, type NetworkId } from '../../../src-shared/networks.ts'
import { shortAddress } from '../../format/address.ts'
import { countOf, formatCount } from '../../format/number.ts'
import { selectWallets, useSelection } from '../../stores/selection.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { cx } from '../../ui/cx.ts'
import { TxLink } from '../../ui/TxLink.tsx'
import styles from './EarlyView.module.css'
import { builderText, rolesOf, spentText } from './launch-blocks.ts'

interface Props {
  readonly network: NetworkId
  readonly record: EarlyRecord
}

/** The launch, block by block: the position of each buy in the block, the buyer, the sender, and what the buy paid the builder. */
export function LaunchBlocks({ network, record }: Props) {
  const chosen = useSelection((state) => state.wallets)
  const blocks = [...new Set(record.buys.map(({ block }) => block))]
  const { symbol } = NETWORKS[network].native
  return (
    <section className={styles.launch} aria-label="Launch by block" tabIndex={0}>
      {blocks.map((block) => {
        const buys = record.buys.filter((buy) => buy.block === block)
        return (
          <div key={block} className={styles.block}>
            <span className="quiet num">
              Block {formatCount(block)}, {countOf(buys.length, 'buy')}
            </span>
            <table className={styles.places}>
              <tbody>
                {buys.map(({ place, tx, address, signer, spent, nonce, ...fees }) => (
                  <tr key={`${tx} ${address}`} className={cx(chosen.includes(address) && styles.chosen)}>
                    <td className="quiet num" title="Place in the block">
                      {place === null ? '–' : `#${formatCount(place)}`}
                    </td>
                    <td>
                      <button type="button" className={styles.buyer} onClick={() => selectWallets([address])} title={address}>
                        <Avatar address={address} /> <span className="mono">{shortAddress(address)}</span>
                      </button>
                    </td>
                    <td className="num">{spentText(spent, symbol)}</td>
                    {NETWORKS[network].builderTips ? (
                      <td className="num" title="Paid to the builder of the block: tips, and fees far above those of the block">
                        {builderText(fees, symbol) ?? '–'}
                      </td>
                    ) : null}
                    <td className="quiet">{rolesOf(record, { address, signer, nonce }).join(', ')}</td>
                    <td>
                      <TxLink network={network} tx={tx} inRow />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )
      })}
    </section>
  )
}
