import type { EarlyRecord } from '../../../src-shared/contract/records/evidence.ts'
import { NETWORKS, type NetworkId } from '../../../src-shared/networks.ts'
import { countOf, formatCount } from '../../format/number.ts'
import { selectWallets, useSelection } from '../../stores/selection.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Evidence } from '../../ui/TxLink.tsx'
import { mergeSingles, type DrawnBundle } from './bundles.ts'
import type { EarlyRow } from './early-rows.ts'
import { bundleText, REASON_TEXT, shareText } from './early-text.ts'
import styles from './EarlyView.module.css'

/** Maximum number of avatars per bundle. */
const MAX_AVATARS = 24

/** Bundles by block: wallets, reason and share. */
export function Bundles({ network, groups, rows }: { network: NetworkId; groups: EarlyRecord['groups']; rows: readonly EarlyRow[] }) {
  const slots = [...new Set(groups.map(({ slot }) => slot))].sort((a, b) => a - b)
  const drawn = mergeSingles(groups)
  return (
    <section className={styles.bundles} aria-label="Bundles by block" tabIndex={0}>
      {slots.map((slot) => (
        <div key={slot} className={styles.block}>
          <span className="quiet num">Block {formatCount(slot)}</span>
          <div className={styles.inBlock}>
            {drawn
              .filter((group) => group.slot === slot)
              .map((group) => (
                <Bundle key={group.id} network={network} group={group} rows={rows} />
              ))}
          </div>
        </div>
      ))}
    </section>
  )
}

function Bundle({ network, group, rows }: { network: NetworkId; group: DrawnBundle; rows: readonly EarlyRow[] }) {
  const chosen = useSelection((state) => state.wallets)
  const members = new Set(group.wallets)
  const share = shareText(rows.filter((row) => members.has(row.address)))
  const pressed = chosen.length === group.wallets.length && chosen.every((wallet) => members.has(wallet))
  return (
    <div>
      <button type="button" className={styles.bundle} aria-pressed={pressed} onClick={() => selectWallets(group.wallets)}>
        <span>
          {group.number === null ? null : <strong>{group.number} </strong>}
          {REASON_TEXT[group.reason].label}
        </span>
        <span className={styles.wallets}>
          {group.wallets.slice(0, MAX_AVATARS).map((wallet) => (
            <Avatar key={wallet} address={wallet} />
          ))}
        </span>
        <span className="quiet num">
          {countOf(group.wallets.length, 'wallet')}, {share}
        </span>
        {group.number !== null ? <span className="quiet num">{bundleText(group, NETWORKS[network].native.symbol)}</span> : null}
      </button>
      <Evidence network={network} txs={group.tx.slice(0, 1)} />
    </div>
  )
}
