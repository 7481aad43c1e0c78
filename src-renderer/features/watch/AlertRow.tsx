import { Link } from '@tanstack/react-router'
import type { WatchAlert } from '../../../src-shared/contract/records/watch.ts'
import { NETWORKS } from '../../../src-shared/networks.ts'
import { countOf } from '../../format/number.ts'
import { withSnapshot } from '../../stores/url-state.ts'
import { IconButton } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Tag } from '../../ui/Tag.tsx'
import { Evidence } from '../../ui/TxLink.tsx'
import { Age } from '../../ui/Value.tsx'
import styles from './Watch.module.css'

export function AlertRow({ alert, onRead }: { alert: WatchAlert; onRead: () => void }) {
  const { network, token_address: address, snapshot, wallets, count, reverted_at, delivery } = alert
  const [wallet] = wallets
  const search = { ...withSnapshot({}, snapshot), ...(wallet === undefined ? {} : { wallets: wallet }) }
  return (
    <li className={cx(styles['row'], alert.read_at === null && styles['unread'])}>
      <div className={styles['text']}>
        <Link to="/t/$network/$address" params={{ network, address }} search={search} className={styles['reason']} onClick={onRead}>
          {alert.reason}
        </Link>
        <span className={styles['details']}>
          <Age at={alert.first_at} />
          <span>{NETWORKS[network].name}</span>
          {alert.rule_name === null ? null : <span>{alert.rule_name}</span>}
          {count > 1 ? <Tag text={countOf(count, 'time')} /> : null}
          {reverted_at === null ? null : <Tag tone="unknown" title="The chain reverted the blocks of this alert" text="Reverted" />}
          {delivery === null ? null : <DeliveryTag delivery={delivery} />}
          <Evidence network={network} txs={alert.evidence} />
        </span>
      </div>
      {alert.read_at === null ? <IconButton icon="check" label="Mark as read" size="small" onClick={onRead} /> : null}
    </li>
  )
}

function DeliveryTag({ delivery: { state, attempts, error } }: { delivery: NonNullable<WatchAlert['delivery']> }) {
  if (state === 'delivered') return <Tag tone="ok" text="Sent" />
  const tried = error === null ? undefined : `${countOf(attempts, 'attempt')}. ${error}`
  return (
    <Tag
      tone={state === 'dead' ? 'critical' : 'notice'}
      {...(tried === undefined ? {} : { title: tried })}
      text={state === 'dead' ? 'Webhook failed' : error === null ? 'Sending' : 'Webhook pending'}
    />
  )
}
