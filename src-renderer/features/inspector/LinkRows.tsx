import type { SnapshotLink } from '../../../src-shared/contract/records/index.ts'
import { formatAmount } from '../../format/number.ts'
import { linkKeyOf } from '../../graph/elements/link-key.ts'
import { describeLink, walletName, linkSymbol } from '../../graph/descriptions.ts'
import { selectLink } from '../../stores/selection.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { otherEnd, type SnapshotIndex } from './snapshot-index.ts'
import { useFirstRows } from '../../ui/use-first-rows.tsx'
import styles from './Inspector.module.css'
import type { FactsProps } from './parts.tsx'

const FIRST = 12

interface Props {
  readonly links: readonly SnapshotLink[]
  /** Amounts are shown from the side of this wallet. */
  readonly from: string
  readonly snapshot: FactsProps['snapshot']
  readonly index: SnapshotIndex
}

/** Links of one wallet with sent and received amounts. */
export function LinkRows({ links, from, snapshot, index }: Props) {
  const { shown, more } = useFirstRows(links, FIRST, `Show all ${links.length}`)
  return (
    <>
      <ul className={styles['rows']}>
        {shown.map((link, i) => {
          const other = otherEnd(link, from)
          const [out, back] = link.source === from ? [link.forward, link.backward] : [link.backward, link.forward]
          return (
            <li key={i}>
              <button
                type="button"
                className={styles['row']}
                title={describeLink(link, snapshot, index.nodes)}
                onClick={() => selectLink(linkKeyOf(link))}
              >
                <Avatar address={other} />
                <span className={index.nodes.get(other)?.label == null ? 'mono' : undefined}>{walletName(other, index.nodes)}</span>
                <span className="small quiet truncate">{KIND_LABELS[link.kind]}</span>
                <span className={styles['ways']}>
                  {out > 0 ? (
                    <span>
                      <i aria-label="sent">→</i> {formatAmount(out)}
                    </span>
                  ) : null}
                  {back > 0 ? (
                    <span>
                      <i aria-label="received">←</i> {formatAmount(back)}
                    </span>
                  ) : null}
                  <span className={styles['unit']}>{out > 0 || back > 0 ? linkSymbol(link, snapshot) : ''}</span>
                </span>
              </button>
            </li>
          )
        })}
      </ul>
      {more}
    </>
  )
}

/** A plain transfer needs no label. */
const KIND_LABELS: Readonly<Record<SnapshotLink['kind'], string>> = {
  transfer: '',
  funding: 'funding',
  same_tx: 'same transaction',
  same_block: 'same block',
}
