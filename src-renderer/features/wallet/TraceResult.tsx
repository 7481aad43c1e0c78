import { Link } from '@tanstack/react-router'
import type { TracedWallet, TraceRecord } from '../../../src-shared/contract/records/traces.ts'
import { TRACE_STOP_TEXT } from '../../../src-shared/domain/trace-stops.ts'
import { NETWORKS } from '../../../src-shared/networks.ts'
import { shortAddress } from '../../format/address.ts'
import { formatCount } from '../../format/number.ts'
import { Tag } from '../../ui/Tag.tsx'
import { WalletName } from '../../ui/WalletName.tsx'
import { cx } from '../../ui/cx.ts'
import { Amount } from '../../ui/Value.tsx'
import { AmountCell, PlainTable } from '../../ui/PlainTable.tsx'
import styles from './Wallet.module.css'

const SHOWN = 200

/** Wallets that the money reached, nearest first, with both ways of counting, and the paths to exchanges. */
export function TraceResult({ trace }: { trace: TraceRecord }) {
  const { network, wallets, wallets_total, direction, exchanges } = trace
  const unit = trace.symbol ?? NETWORKS[network].native.symbol
  const reached = wallets.filter(({ hop }) => hop > 0).slice(0, SHOWN)
  const [root] = wallets
  if (root !== undefined && root.stop !== null)
    return (
      <p className="quiet" role="note">
        {TRACE_STOP_TEXT[root.stop].label}. {root.note ?? TRACE_STOP_TEXT[root.stop].why}
      </p>
    )
  if (trace.traced === 0 && trace.state === 'done')
    return (
      <p className="quiet">
        It {direction === 'out' ? 'sent' : 'received'} no {unit} in that time.
      </p>
    )
  return (
    <>
      {trace.traced === 0 ? null : (
        <p className="block-text">
          It {direction === 'out' ? 'sent' : 'received'} <Amount value={trace.traced} unit={unit} />. First in, first out and proportional are two
          ways to count what was passed on; the actual flow may differ.
        </p>
      )}
      {root?.note === undefined || root.note === null ? null : (
        <p className="block-text">
          <strong>Incomplete:</strong> {root.note}
        </p>
      )}
      {exchanges.map(({ address, label, shortest, most_valued }) => (
        <p key={address} className="block-text">
          <strong>Path to {label ?? shortAddress(address)}:</strong> <Way network={network} wallets={shortest.wallets} />,{' '}
          <Amount value={shortest.fifo} unit={unit} />
          {shortest.wallets.join() === most_valued.wallets.join() ? null : (
            <>
              ; most by <Way network={network} wallets={most_valued.wallets} />, <Amount value={most_valued.fifo} unit={unit} />
            </>
          )}
        </p>
      ))}
      {reached.length === 0 ? null : (
        <PlainTable
          scrolls
          columns={[
            'Hop',
            'Wallet',
            'State',
            { end: 'First in, first out' },
            { end: 'Proportional' },
            { end: direction === 'out' ? 'Passed on' : 'Received from it' },
          ]}
        >
          {reached.map((wallet) => (
            <tr key={wallet.address}>
              <td className="num">{wallet.hop}</td>
              <th scope="row">
                <span className={styles['trace-wallet']}>
                  <WalletName network={network} wallet={wallet} className={styles['who']} />
                </span>
              </th>
              <td>
                <State wallet={wallet} />
              </td>
              <AmountCell value={wallet.arrived.fifo} />
              <AmountCell value={wallet.arrived.proportional} />
              <td className={cx('end', styles['nowrap'])}>
                {wallet.at_most ? 'at most ' : ''}
                <Amount value={wallet.left.fifo} /> / <Amount value={wallet.left.proportional} />
              </td>
            </tr>
          ))}
        </PlainTable>
      )}
      {wallets_total - 1 > reached.length && reached.length > 0 ? (
        <p className="quiet">{formatCount(wallets_total - 1 - reached.length)} more wallets are not listed.</p>
      ) : null}
    </>
  )
}

const Way = ({ network, wallets }: { network: TraceRecord['network']; wallets: readonly string[] }) =>
  wallets.map((address, at) => (
    <span key={address}>
      {at === 0 ? '' : ' → '}
      <Link to="/w/$on/$wallet" params={{ on: network, wallet: address }}>
        {shortAddress(address)}
      </Link>
    </span>
  ))

function State({ wallet: { stop, read, note } }: { wallet: TracedWallet }) {
  return (
    <>
      {stop === null ? (
        read ? (
          'Followed'
        ) : (
          <Tag tone="unknown" text="Waiting" />
        )
      ) : (
        <Tag title={TRACE_STOP_TEXT[stop].why} text={TRACE_STOP_TEXT[stop].label} />
      )}
      {note === null ? null : <span className={styles['trace-note']}>{note}</span>}
    </>
  )
}
